package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.ObjectName;

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
    }
}
