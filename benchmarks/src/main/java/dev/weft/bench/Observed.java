package dev.weft.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What is looked at by {@code benchmarks/observe}: threads that wait, or threads in stress, of which each line of
 * standard input asks how many steps they have done; a j has the beans read each second, or no more. It ends where its
 * input does.
 */
public final class Observed {
    private static final int DEPTH = 3;
    private static final int LOCKS = 64;
    private static final int MAX_PAUSE_MILLIS = 200;

    /** Each counter is guarded by the lock of its number: by a {@code ReentrantLock}, or by a monitor. */
    private static final ReentrantLock[] REENTRANT = new ReentrantLock[LOCKS];

    private static final Object[] MONITORS = new Object[LOCKS];
    private static final long[] COUNTERS = new long[LOCKS];
    private static final AtomicLong STEPS = new AtomicLong();
    private static final AtomicLong STARTED = new AtomicLong();

    private static volatile boolean isOver;
    private static volatile boolean isRead;

    private Observed() {}

    private static long hold(int levels, long value) {
        if (levels > 1) {
            return hold(levels - 1, value + 1) + value;
        }
        STARTED.incrementAndGet();
        while (!isOver) {
            LockSupport.park();
        }
        return value;
    }

    /** Sleeps, takes a lock, waits with it or not, and counts under it. */
    private static void step(int number) throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(MAX_PAUSE_MILLIS));
        if (number % 2 == 0) {
            REENTRANT[number].lock();
            try {
                count(number);
            } finally {
                REENTRANT[number].unlock();
            }
        } else {
            synchronized (MONITORS[number]) {
                count(number);
            }
        }
    }

    private static void count(int number) {
        long before = COUNTERS[number];
        if (before % LOCKS == 0) {
            Thread.yield();
        }
        COUNTERS[number] = before + 1;
        STEPS.incrementAndGet();
    }

    /** Reads all that the beans tell, each second, while that is wanted. */
    private static void readBeans() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName fibers = new ObjectName("dev.weft:type=Fibers");
            while (!isOver) {
                Thread.sleep(1_000);
                if (isRead) {
                    for (MBeanAttributeInfo each : server.getMBeanInfo(fibers).getAttributes()) {
                        server.getAttribute(fibers, each.getName());
                    }
                    ManagementFactory.getThreadMXBean().getThreadCount();
                }
            }
        } catch (JMException | InterruptedException e) {
            System.out.println("no beans: " + e);
        }
    }

    private static void stress() throws InterruptedException {
        STARTED.incrementAndGet();
        while (!isOver) {
            step(ThreadLocalRandom.current().nextInt(LOCKS));
        }
    }

    /** Takes {@code parked} or {@code stress}, and the number of threads. */
    public static void main(String[] args) throws IOException, InterruptedException {
        for (int i = 0; i < LOCKS; i++) {
            REENTRANT[i] = new ReentrantLock();
            MONITORS[i] = new Object();
        }
        boolean isStress = args[0].equals("stress");
        Thread[] threads = new Thread[Integer.parseInt(args[1])];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] =
                    isStress ? ThreadMaker.makeBlocking(Observed::stress) : ThreadMaker.make(() -> hold(DEPTH, number));
            threads[i].start();
        }
        while (STARTED.get() < threads.length) {
            Thread.sleep(1);
        }
        if (isStress) {
            Thread reader = new Thread(Observed::readBeans);
            reader.setDaemon(true);
            reader.start();
        }
        System.out.println("ready, with " + Footprint.usedHeap() / (1 << 20) + " MB in the heap");
        for (int read = System.in.read(); read >= 0; read = System.in.read()) {
            if (read == 'j') {
                isRead = !isRead;
            } else {
                System.out.println(STEPS.get());
            }
        }
        isOver = true;
        for (Thread each : threads) {
            LockSupport.unpark(each);
        }
        for (Thread each : threads) {
            each.join();
        }
        long sum = 0;
        for (long each : COUNTERS) {
            sum += each;
        }
        System.out.println(sum == STEPS.get() ? "right" : "wrong: " + sum + " and " + STEPS.get());
    }
}
