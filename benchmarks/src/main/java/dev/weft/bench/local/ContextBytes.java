package dev.weft.bench.local;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What it costs a thread to inherit five values. Arguments: {@code none}, {@code context}, {@code inheritable} or
 * {@code scoped}, and how many threads; prints the bytes of heap per parked thread, each of which has read the values
 * once. With {@code scoped}, threads are those of a {@code StructuredTaskScope}, so {@code none} with a third argument
 * is what to compare that with.
 */
public final class ContextBytes {
    private static final Queue<Thread> PARKED = new ConcurrentLinkedQueue<>();
    private static volatile boolean isOver;

    private ContextBytes() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        Bound bound = Bound.of(args[0]);
        int count = Integer.parseInt(args[1]);
        if (args.length > 2) {
            new TaskScope(start -> measure(bound, count, start)).run();
        } else {
            bound.run(start -> measure(bound, count, start));
        }
    }

    private static void measure(Bound bound, int count, Consumer<Runnable> start) {
        try {
            park(bound, count / 10, start);
            long before = usedHeap();
            park(bound, count, start);
            System.out.println((usedHeap() - before) / count);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        isOver = true;
        end();
    }

    private static void park(Bound bound, int count, Consumer<Runnable> start) throws InterruptedException {
        CountDownLatch parked = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            start.accept(() -> {
                if (bound.read() != 15) {
                    throw new IllegalStateException("wrong values");
                }
                PARKED.add(Thread.currentThread());
                parked.countDown();
                while (!isOver) {
                    LockSupport.park();
                }
            });
        }
        parked.await();
    }

    private static void end() {
        PARKED.forEach(LockSupport::unpark);
    }

    private static long usedHeap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
