package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** What the MXBean of the fibers says, while some of them wait. */
public final class FibersBeanValues {
    private FibersBeanValues() {}

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.weft:type=Fibers");
        if (!server.isRegistered(name)) {
            System.out.println("there is none");
            return;
        }
        CountDownLatch end = new CountDownLatch(1);
        Thread[] threads = new Thread[7];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        System.out.println("live " + server.getAttribute(name, "Live") + ", started "
                + server.getAttribute(name, "Started") + ", peak " + server.getAttribute(name, "Peak")
                + ", parallelism "
                + server.getAttribute(name, "Parallelism"));
        boolean isSound = (Integer) server.getAttribute(name, "Carriers") > 0
                && (Long) server.getAttribute(name, "Mounts") >= threads.length
                && (Long) server.getAttribute(name, "Queued") >= 0
                && (Integer) server.getAttribute(name, "Mounted") >= 0
                && (Integer) server.getAttribute(name, "BlockedCarriers") == 0
                && (Long) server.getAttribute(name, "Pinned") == 0;
        System.out.println("sound: " + isSound);
        end.countDown();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("live " + server.getAttribute(name, "Live"));
        countTimer(server, name);
        for (int wanted : new int[] {1, 4, 2}) {
            server.setAttribute(name, new Attribute("Parallelism", wanted));
            runTogether(Math.min(2, wanted));
            System.out.println("parallelism " + server.getAttribute(name, "Parallelism"));
        }
        for (int wrong : new int[] {0, 32_768}) {
            try {
                server.setAttribute(name, new Attribute("Parallelism", wrong));
            } catch (RuntimeMBeanException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
    }

    /** A fiber sleeps for long: its timer is counted. */
    private static void countTimer(MBeanServer server, ObjectName name) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                return;
            }
        });
        sleeper.start();
        while ((Long) server.getAttribute(name, "Timers") == 0) {
            Thread.sleep(1);
        }
        sleeper.interrupt();
        sleeper.join();
        System.out.println("queued "
                + ((Long) server.getAttribute(name, "SharedQueued")
                        + (Long) server.getAttribute(name, "BackgroundQueued")));
    }

    /** Fibers that yield all the time, until so many were seen at the same time between two yields. */
    private static void runTogether(int wanted) throws InterruptedException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 1000 || most.get() < wanted; n++) {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    running.decrementAndGet();
                    Thread.yield();
                }
            });
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
    }
}
