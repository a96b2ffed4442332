package dev.weft.tck.programs;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that are the first to wait, each in another way, are woken, and end; lines on standard output tell when that
 * begins and ends. What is loaded in between needs memory that a full heap does not have.
 */
public final class FirstWakes {
    private static final Object MONITOR = new Object();
    private static final Object HELD = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CONDITION = LOCK.newCondition();
    private static final CompletableFuture<String> FUTURE = new CompletableFuture<>();
    private static final SynchronousQueue<String> QUEUE = new SynchronousQueue<>();

    private static volatile boolean isOver;

    private FirstWakes() {}

    private interface Wait {
        void await() throws Exception;
    }

    private static Thread start(Wait wait) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                wait.await();
            } catch (Exception e) {
                // one of them is interrupted
            }
        });
        thread.start();
        while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
            Thread.sleep(1);
        }
        return thread;
    }

    private static void park() {
        while (!isOver) {
            LockSupport.park();
        }
    }

    private static void waitFor(long millis) throws InterruptedException {
        synchronized (MONITOR) {
            while (!isOver) {
                MONITOR.wait(millis);
            }
        }
    }

    private static void awaitCondition() throws InterruptedException {
        LOCK.lock();
        try {
            while (!isOver) {
                CONDITION.await();
            }
        } finally {
            LOCK.unlock();
        }
    }

    private static void awaitEnds() throws ReflectiveOperationException {
        Method liveFibers = Class.forName("dev.weft.Weft").getMethod("liveFibers");
        while (((Number) liveFibers.invoke(null)).longValue() > 0) {
            Thread.onSpinWait();
        }
    }

    /** Prints {@code waking} and {@code ended}. */
    public static void main(String[] args) throws Exception {
        List<Thread> all = new ArrayList<>();
        Thread parked = start(FirstWakes::park);
        Thread interrupted = start(() -> Thread.sleep(1_000_000));
        all.add(start(() -> waitFor(0)));
        all.add(start(() -> waitFor(20)));
        all.add(start(FirstWakes::awaitCondition));
        all.add(start(FUTURE::get));
        all.add(start(QUEUE::take));
        all.add(start(parked::join));
        Thread holder = start(() -> {
            synchronized (HELD) {
                park();
            }
        });
        all.add(start(() -> {
            synchronized (HELD) {
                park();
            }
        }));
        all.addAll(List.of(parked, interrupted, holder));
        FullHeap.awaitReserve();
        System.out.println("waking");
        isOver = true;
        interrupted.interrupt();
        LockSupport.unpark(parked);
        LockSupport.unpark(holder);
        synchronized (MONITOR) {
            MONITOR.notifyAll();
        }
        LOCK.lock();
        CONDITION.signal();
        LOCK.unlock();
        FUTURE.complete("done");
        QUEUE.put("done");
        for (Thread each : all) {
            each.join();
        }
        awaitEnds();
        System.out.println("ended");
    }
}
