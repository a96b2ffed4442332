package dev.weft.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A hundred threads fill the heap again and again, in and beside a lock, a monitor, a condition, a queue and sleeps.
 * Each {@code OutOfMemoryError} is caught, so that all must end, and nothing be held. Arguments: the seed, for how many
 * seconds, and {@code drop} for one that ends with the lock. Prints one line.
 */
public final class FullHeapStress {
    private static final int THREADS = 100;
    private static final int MOST_BLOCKS = 64;
    private static final int SLEEP = 4;

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CONDITION = LOCK.newCondition();
    private static final Object MONITOR = new Object();
    private static final BlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(16);
    private static final Integer ELEMENT = 7;
    private static final AtomicInteger ERRORS = new AtomicInteger();
    private static final AtomicInteger WRONG = new AtomicInteger();

    private static int inLock;
    private static int inMonitor;
    private static volatile boolean areStarted;
    private static volatile boolean isOver;

    private final Random random;

    private FullHeapStress(long seed) {
        random = new Random(seed);
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        long seed = Long.parseLong(args[0]);
        boolean drops = args.length > 2;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(new FullHeapStress(seed + i)::work);
            thread.setDaemon(true);
            threads.add(thread);
        }
        if (drops) {
            threads.add(new Thread(LOCK::lock));
        }
        // what is linked by the first call might find no memory later
        left(List.of(new Thread()), 0);
        threads.forEach(Thread::start);
        areStarted = true;
        Thread.sleep(1_000L * Integer.parseInt(args[1]));
        isOver = true;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(drops ? 5 : 60);
        int left = left(threads, end);
        System.out.println("errors: " + (ERRORS.get() > 0 ? "some" : "none") + ", left: " + left + ", held: "
                + LOCK.isLocked() + ", wrong: " + WRONG);
        System.exit(0);
    }

    private static int left(List<Thread> threads, long end) throws InterruptedException {
        int left = 0;
        // no iterator: there may be no memory for one
        for (int i = 0; i < threads.size(); i++) {
            Thread each = threads.get(i);
            each.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            left += each.isAlive() ? 1 : 0;
        }
        return left;
    }

    private void work() {
        while (!isOver) {
            try {
                // else there may be no memory for those that are started last
                step(areStarted ? random.nextInt(5) : SLEEP);
            } catch (OutOfMemoryError e) {
                ERRORS.incrementAndGet();
            } catch (InterruptedException | IllegalMonitorStateException e) {
                WRONG.incrementAndGet();
            }
        }
    }

    private void step(int kind) throws InterruptedException {
        switch (kind) {
            case 0:
                LOCK.lock();
                try {
                    inLock++;
                    fill();
                    check(inLock == 1);
                } finally {
                    inLock--;
                    LOCK.unlock();
                }
                break;
            case 1:
                LOCK.lock();
                try {
                    CONDITION.await(1, TimeUnit.MILLISECONDS);
                    CONDITION.signal();
                } finally {
                    LOCK.unlock();
                }
                break;
            case 2:
                synchronized (MONITOR) {
                    inMonitor++;
                    try {
                        fill();
                        check(inMonitor == 1);
                    } finally {
                        inMonitor--;
                    }
                    MONITOR.wait(1);
                    MONITOR.notify();
                }
                break;
            case 3:
                QUEUE.offer(ELEMENT, 1, TimeUnit.MILLISECONDS);
                fill();
                QUEUE.poll(1, TimeUnit.MILLISECONDS);
                break;
            case SLEEP:
            default:
                Thread.sleep(1);
                break;
        }
    }

    private static void check(boolean isRight) {
        if (!isRight) {
            WRONG.incrementAndGet();
        }
    }

    /** Some megabytes in blocks of many sizes, or the error. */
    private void fill() throws InterruptedException {
        Object[] kept = new Object[MOST_BLOCKS];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[1 << 4 + random.nextInt(17)];
        }
        if (random.nextInt(4) == 0) {
            // others fill what is left meanwhile
            Thread.sleep(1);
        }
        check(kept[0] != null);
    }
}
