package dev.weft.tck.programs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads park for the first time, three calls deep; then {@code main} fills the space for classes, and wakes them.
 * Then others wait, with a lock in their hands. On the plain JDK none of them needs a class.
 */
public final class FillsClassSpace {
    private static final int THREADS = 20;
    private static final int LATER = 10;

    private static final CountDownLatch GO_ON = new CountDownLatch(1);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final AtomicInteger FINALLY = new AtomicInteger();
    private static final AtomicInteger ENDED = new AtomicInteger();

    private FillsClassSpace() {}

    /** What no class has to be loaded for when it is used. */
    private static final class Waits implements Runnable, InvocationHandler {
        @Override
        public void run() {
            try {
                outer(1L);
                ENDED.incrementAndGet();
            } catch (InterruptedException | Error e) {
                System.out.println(e);
            }
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return null;
        }
    }

    private static final class WaitsLocked implements Runnable {
        @Override
        public void run() {
            LOCK.lock();
            try {
                TimeUnit.MILLISECONDS.sleep(2);
                ENDED.incrementAndGet();
            } catch (InterruptedException | Error e) {
                System.out.println(e);
            } finally {
                LOCK.unlock();
            }
        }
    }

    private static final class Loader extends ClassLoader {
        Loader(ClassLoader parent) {
            super(parent);
        }
    }

    private static void outer(long value) throws InterruptedException {
        try {
            middle(value, 1.0);
        } finally {
            FINALLY.incrementAndGet();
        }
    }

    private static void middle(long value, double other) throws InterruptedException {
        try {
            inner(value + other);
        } finally {
            FINALLY.incrementAndGet();
        }
    }

    private static void inner(double value) throws InterruptedException {
        try {
            GO_ON.await();
        } finally {
            FINALLY.addAndGet((int) value - 1);
        }
    }

    private static List<Object> fill(InvocationHandler handler) {
        List<Object> made = new ArrayList<>();
        Class<?>[] types = {Runnable.class, Comparable.class, CharSequence.class};
        try {
            for (; ; ) {
                Loader loader = new Loader(FillsClassSpace.class.getClassLoader());
                made.add(Proxy.newProxyInstance(loader, types, handler));
            }
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        return made;
    }

    private static void start(Thread[] threads, Runnable task) {
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(task);
            threads[i].start();
        }
    }

    private static void report(String text) throws InterruptedException {
        System.out.println(text.concat(String.valueOf(ENDED)));
    }

    /** Prints how many have ended, and whether the lock is free. */
    public static void main(String[] args) throws Exception {
        Waits waits = new Waits();
        Runnable later = new WaitsLocked();
        Thread[] threads = new Thread[THREADS];
        start(threads, waits);
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        FullHeap.awaitReserve();
        report("before: ");
        List<Object> made = fill(waits);
        GO_ON.countDown();
        for (Thread each : threads) {
            each.join();
        }
        report("went on: ");
        Thread[] others = new Thread[LATER];
        start(others, later);
        for (Thread each : others) {
            each.join();
        }
        report("and later ones: ");
        System.out.println("blocks: ".concat(String.valueOf(FINALLY)));
        System.out.println(LOCK.isLocked() || made.isEmpty() ? "locked" : "free");
    }
}
