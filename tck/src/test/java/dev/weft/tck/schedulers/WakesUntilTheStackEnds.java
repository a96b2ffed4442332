package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import dev.weft.Weft;
import dev.weft.tck.Below;
import java.lang.reflect.Field;
import java.nio.charset.CoderResult;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A scheduler that wakes the next thread when it is told of one, until the stack ends: no wake-up is lost there.
 * With the argument {@code change} they are woken under another scheduler that does the same. What the runtime says of
 * it must leave the JDK's encoders alone: one whose initializer fails there is lost for the life of the VM, and the
 * standard streams with it.
 */
public final class WakesUntilTheStackEnds implements FiberScheduler {
    private static final int THREADS = 5_000;
    private static final long PATIENCE = 60_000_000_000L;

    private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    private final AtomicInteger next = new AtomicInteger(1);
    private final Thread[] threads = new Thread[THREADS];
    private volatile boolean go;
    private final boolean changes;

    private WakesUntilTheStackEnds(boolean changes) {
        this.changes = changes;
    }

    /** To which those that are woken change: told as this one, it has another identity only. */
    private final FiberScheduler other = new FiberScheduler() {
        @Override
        public void onStart(Task task) {
            WakesUntilTheStackEnds.this.onStart(task);
        }

        @Override
        public void onContinue(Task task) {
            WakesUntilTheStackEnds.this.onContinue(task);
        }
    };

    private void wake(Thread thread) {
        if (changes) {
            Weft.unpark(thread, other);
        } else {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void onStart(Task task) {
        queue.add(task);
    }

    @Override
    public void onContinue(Task task) {
        queue.add(task);
        int i = next.getAndIncrement();
        if (go && i < THREADS) {
            wake(threads[i]);
        }
    }

    private void runTasks() {
        try {
            for (; ; ) {
                Task task = queue.take();
                try {
                    task.run();
                } catch (IllegalStateException e) {
                    // onContinue had queued it before it threw: the default scheduler has it
                    continue;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread platformThread(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        Weft.lightweight(thread, false);
        thread.start();
        return thread;
    }

    /** How many threads sleep on, though they were woken. */
    private int asleep(int depth) throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                while (!go) {
                    LockSupport.park();
                }
            });
            threads[i].setDaemon(true);
            Weft.scheduler(threads[i], this);
            threads[i].start();
        }
        Thread runner = platformThread(this::runTasks);
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
        }
        next.set(1);
        go = true;
        platformThread(() -> {
                    try {
                        Below.frames(depth, () -> wake(threads[0]));
                    } catch (StackOverflowError e) {
                        // in the first of all calls: whoever was not woken is woken below
                        return;
                    }
                })
                .join();
        // the last was woken, or its waking has thrown: whoever was not woken is woken now
        for (int i = Math.max(0, next.get() - 1); i < THREADS; i++) {
            LockSupport.unpark(threads[i]);
        }
        long end = System.nanoTime() + PATIENCE;
        int asleep = 0;
        for (Thread each : threads) {
            while (each.isAlive() && System.nanoTime() < end) {
                each.join(10);
            }
            asleep += each.isAlive() ? 1 : 0;
        }
        runner.interrupt();
        return asleep;
    }

    private static boolean isInitialized(Class<?> type) throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field field = unsafe.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return !(boolean) unsafe.getMethod("shouldBeInitialized", Class.class).invoke(field.get(null), type);
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException, ReflectiveOperationException {
        int[] asleep = new int[5];
        for (int depth = 0; depth < asleep.length; depth++) {
            asleep[depth] = new WakesUntilTheStackEnds(args.length > 0).asleep(depth * 7);
        }
        System.out.println("the runtime has encoded: " + isInitialized(CoderResult.class));
        for (int each : asleep) {
            System.out.println("asleep: " + each);
        }
    }
}
