package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Below;
import dev.weft.tck.Task;
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

    private static void print(String name, Thread thread) {
        Await.monitor(thread, LOCK);
        for (StackTraceElement[] trace : List.of(
                thread.getStackTrace(),
                Thread.getAllStackTraces().get(thread),
                ManagementFactory.getThreadMXBean()
                        .getThreadInfo(thread.getId(), 100)
                        .getStackTrace())) {
            StringBuilder line = new StringBuilder(name);
            int i = 0;
            do {
                line.append(' ').append(trace[i].getMethodName());
            } while (!trace[i++].getClassName().equals(PinnedAtMonitor.class.getName()));
            System.out.println(line);
        }
    }

    private static void test() throws Throwable {
        Task waits = Task.start(() -> Below.pinned(PinnedAtMonitor::comeBack));
        Task holds = Task.start(PinnedAtMonitor::hold);
        IS_IN.await();
        Task enters = Task.start(() -> Below.pinned(PinnedAtMonitor::enter));
        print("enters", enters);
        print("waits", waits);
        GO.countDown();
        Task.finish(enters, waits, holds);
    }

    /** Looks from a thread. */
    public static void main(String[] args) throws Throwable {
        Task.finish(Task.start(PinnedAtMonitor::test));
    }
}
