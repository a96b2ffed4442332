package dev.weft.tck.programs;

import dev.weft.FibersMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

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
        FibersMXBean bean = JMX.newMXBeanProxy(server, name, FibersMXBean.class);
        System.out.println("waiting " + bean.getStates().get("WAITING"));
        dump(bean);
        end.countDown();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("live " + server.getAttribute(name, "Live"));
        countTimer(server, name);
        countPins(server, name);
        countDescriptors(server, name);
        for (int wanted : new int[] {1, 4, 2}) {
            server.setAttribute(name, new Attribute("Parallelism", wanted));
            runTogether(Math.min(2, wanted));
            System.out.println("parallelism " + server.getAttribute(name, "Parallelism"));
        }
        dismiss(bean);
        for (int wrong : new int[] {0, 32_768}) {
            try {
                server.setAttribute(name, new Attribute("Parallelism", wrong));
            } catch (RuntimeMBeanException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
    }

    /** Into new files only. */
    private static void dump(FibersMXBean bean) throws IOException {
        Path folder = Files.createTempDirectory("dumps");
        Path text = folder.resolve("dump.txt");
        Path json = folder.resolve("dump.json");
        try {
            bean.dumpThreads(text.toString(), FibersMXBean.ThreadDumpFormat.TEXT_PLAIN);
            bean.dumpThreads(json.toString(), FibersMXBean.ThreadDumpFormat.JSON);
            try (Stream<String> lines = Files.lines(text)) {
                System.out.println("dumped "
                        + lines.filter(line -> line.contains(" fiber WAITING")).count());
            }
            System.out.println(Files.readString(json).startsWith("{"));
            bean.dumpThreads(text.toString(), FibersMXBean.ThreadDumpFormat.JSON);
        } catch (FileAlreadyExistsException e) {
            System.out.println("there is such a file");
        } finally {
            Files.delete(text);
            Files.delete(json);
            Files.delete(folder);
        }
        try {
            bean.dumpThreads(text.toString(), null);
        } catch (NullPointerException e) {
            System.out.println("no format: " + Files.exists(text));
        }
        try {
            bean.dumpThreads("dump.txt", FibersMXBean.ThreadDumpFormat.JSON);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
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

    /** Sleeps where it cannot be suspended. */
    private static final class Sleeper {
        @Override
        public String toString() {
            try {
                Thread.sleep(1);
                return "slept";
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Sleeps when it is initialized. */
    private static final class Initialized {
        static final String VALUE = new Sleeper().toString();
    }

    /** Fibers that block their carriers at two places, three times and once. */
    private static void countPins(MBeanServer server, ObjectName name) throws Exception {
        Runnable sleep = () -> String.valueOf(new Sleeper());
        for (Runnable each : new Runnable[] {sleep, () -> Initialized.VALUE.length(), sleep, sleep}) {
            Thread thread = new Thread(each);
            thread.start();
            thread.join();
        }
        for (CompositeData each : (CompositeData[]) server.getAttribute(name, "PinSites")) {
            System.out.println(each.get("count") + " by " + each.get("reason") + " " + each.get("frame"));
        }
        FibersMXBean.PinSite[] sites =
                JMX.newMXBeanProxy(server, name, FibersMXBean.class).getPinSites();
        System.out.println(sites.length + " sites by a proxy, the first with " + sites[0].getCount());
    }

    /** Fibers that wait for two descriptors, two of them for one. */
    private static void countDescriptors(MBeanServer server, ObjectName name) throws Exception {
        DatagramSocket one = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread[] threads = {
            new Thread(() -> untilClosed(() -> one.receive(new DatagramPacket(new byte[1], 1)))),
            new Thread(() -> untilClosed(other::accept)),
            new Thread(() -> untilClosed(other::accept))
        };
        for (Thread each : threads) {
            each.start();
        }
        while ((Integer) server.getAttribute(name, "PolledDescriptors") < 2) {
            Thread.sleep(1);
        }
        System.out.println("polled " + server.getAttribute(name, "PolledDescriptors"));
        one.close();
        other.close();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("polled " + server.getAttribute(name, "PolledDescriptors"));
    }

    /** What carriers have done that are not needed any more, and end, stays counted. */
    private static void dismiss(FibersMXBean bean) throws InterruptedException {
        bean.setParallelism(1);
        int carriers = bean.getCarriers();
        long mounts = bean.getMounts();
        while (bean.getCarriers() == carriers) {
            Thread.sleep(10);
        }
        System.out.println("fewer carriers, as many mounts: " + (bean.getMounts() >= mounts));
    }

    /** What waits for a descriptor. */
    private interface Waiting {
        void run() throws IOException;
    }

    private static void untilClosed(Waiting waiting) {
        try {
            waiting.run();
        } catch (SocketException e) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
