package dev.weft.tck.programs;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.tck.Below;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Interrupts all threads that it finds, as programs do that end. Those that go on to wait must not be busy. */
public final class InterruptsAll {
    private static final int WAITING = 3;
    private static final long MILLIS = 1_000;

    private static volatile boolean isOver;

    private InterruptsAll() {}

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            threads.add(new Thread(InterruptsAll::await));
            threads.add(new Thread(InterruptsAll::awaitPinned));
        }
        for (Thread each : threads) {
            each.start();
        }
        // all of the runtime's threads are there
        Thread.sleep(200);
        System.out.println("seen of the runtime: "
                + Thread.getAllStackTraces().keySet().stream().anyMatch(InterruptsAll::isOfRuntime) + ", in its group: "
                + Arrays.stream(all()).anyMatch(InterruptsAll::isOfRuntime));
        for (Thread each : all()) {
            if (each != Thread.currentThread()) {
                each.interrupt();
            }
        }
        Thread.sleep(200);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        Thread.sleep(MILLIS);
        long millis = (system.getProcessCpuTime() - before) / 1_000_000;
        System.out.println("idle: " + (millis < MILLIS / 4));
        isOver = true;
        for (Thread each : threads) {
            LockSupport.unpark(each);
            each.join();
        }
        System.out.println("ended");
    }

    private static boolean isOfRuntime(Thread thread) {
        return thread.getName().startsWith("weft-");
    }

    private static Thread[] all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] all = new Thread[1000];
        return Arrays.copyOf(all, root.enumerate(all));
    }

    private static void await() {
        while (!isOver) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    private static void awaitPinned() {
        try {
            Below.pinned(InterruptsAll::await);
        } catch (Throwable t) {
            System.out.println(t);
        }
    }
}
