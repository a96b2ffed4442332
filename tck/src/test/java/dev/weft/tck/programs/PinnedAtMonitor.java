package dev.weft.tck.programs;

import dev.weft.tck.Below;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Prints the innermost frames of threads that are blocked below a method that cannot be left, while another thread is
 * parked in the monitor: where they enter it, and where they come back from a wait in it.
 */
public final class PinnedAtMonitor {
    private static final Object LOCK = new Object();
    private static final CountDownLatch IS_IN = new CountDownLatch(1);
    private static final CountDownLatch WAITS = new CountDownLatch(1);
    private static final CountDownLatch GO = new CountDownLatch(1);

    private PinnedAtMonitor() {}

    private static void enter() {
        synchronized (LOCK) {
            Thread.yield();
        }
    }

    private static void comeBack() throws InterruptedException {
        synchronized (LOCK) {
            WAITS.countDown();
            LOCK.wait();
        }
    }

    private static void hold() throws InterruptedException {
        WAITS.await();
        synchronized (LOCK) {
            LOCK.notifyAll();
            IS_IN.countDown();
            GO.await();
        }
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    private static Thread start(String name, Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        Below.pinned(body::run);
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.start();
        return thread;
    }

    private static void print(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.BLOCKED) {
            Thread.sleep(1);
        }
        for (StackTraceElement[] trace : List.of(
                thread.getStackTrace(),
                Thread.getAllStackTraces().get(thread),
                ManagementFactory.getThreadMXBean()
                        .getThreadInfo(thread.getId(), 100)
                        .getStackTrace())) {
            StringBuilder line = new StringBuilder(thread.getName());
            int i = 0;
            do {
                line.append(' ').append(trace[i].getMethodName());
            } while (!trace[i++].getClassName().equals(PinnedAtMonitor.class.getName()));
            System.out.println(line);
        }
    }

    private static void test() throws InterruptedException {
        Thread waits = start("waits", PinnedAtMonitor::comeBack);
        Thread holds = new Thread(() -> {
            try {
                hold();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        holds.start();
        IS_IN.await();
        Thread enters = start("enters", PinnedAtMonitor::enter);
        print(enters);
        print(waits);
        GO.countDown();
        enters.join();
        waits.join();
        holds.join();
    }

    /** Looks from a thread. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                test();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
    }
}
