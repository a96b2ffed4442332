package dev.weft.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
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
    private static final int DEEP = 2_000;
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

    /** Waits for a lock that the main thread has. */
    private static long await(int number) {
        STARTED.incrementAndGet();
        REENTRANT[number % LOCKS].lock();
        REENTRANT[number % LOCKS].unlock();
        return number;
    }

    /** Has a lock of its own and waits, or waits for the lock of the one before. */
    private static long pair(int number, ReentrantLock[] own) {
        ReentrantLock lock = own[number / 2];
        if (number % 2 == 0) {
            lock.lock();
            hold(DEPTH, number);
            lock.unlock();
        } else {
            STARTED.incrementAndGet();
            lock.lock();
            lock.unlock();
        }
        return number;
    }

    private static Thread waiting(String kind, int number, ReentrantLock[] own) {
        switch (kind) {
            case "locked":
                return ThreadMaker.make(() -> await(number));
            case "pairs":
                return ThreadMaker.make(() -> pair(number, own));
            case "deep":
                return ThreadMaker.make(() -> hold(DEPTH + number % DEEP, number));
            default:
                return ThreadMaker.make(() -> hold(DEPTH, number));
        }
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

    /** Starts them, and waits until all have begun. */
    private static Thread[] start(String kind, int count) throws InterruptedException {
        Thread[] threads = new Thread[count];
        ReentrantLock[] own = new ReentrantLock[kind.equals("pairs") ? (count + 1) / 2 : 0];
        Arrays.setAll(own, i -> new ReentrantLock());
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] =
                    kind.equals("stress") ? ThreadMaker.makeBlocking(Observed::stress) : waiting(kind, number, own);
            threads[i].start();
        }
        while (STARTED.get() < count) {
            Thread.sleep(1);
        }
        return threads;
    }

    private static void end(Thread[] threads) throws InterruptedException {
        isOver = true;
        for (Thread each : threads) {
            LockSupport.unpark(each);
        }
        for (Thread each : threads) {
            each.join();
        }
    }

    /** Takes what the threads do ({@code parked, locked, pairs, deep} or {@code stress}), and their number. */
    public static void main(String[] args) throws IOException, InterruptedException {
        for (int i = 0; i < LOCKS; i++) {
            REENTRANT[i] = new ReentrantLock();
            MONITORS[i] = new Object();
            REENTRANT[i].lock();
        }
        if (args[0].equals("stress")) {
            unlock();
            Thread reader = new Thread(Observed::readBeans);
            reader.setDaemon(true);
            reader.start();
        }
        Thread[] threads = start(args[0], Integer.parseInt(args[1]));
        System.out.println("ready, with " + Footprint.usedHeap() / (1 << 20) + " MB in the heap");
        for (int read = System.in.read(); read >= 0; read = System.in.read()) {
            if (read == 'j') {
                isRead = !isRead;
            } else {
                System.out.println(STEPS.get());
            }
        }
        unlock();
        end(threads);
        long sum = 0;
        for (long each : COUNTERS) {
            sum += each;
        }
        System.out.println(sum == STEPS.get() ? "right" : "wrong: " + sum + " and " + STEPS.get());
    }

    /** The locks that the main thread has. */
    private static void unlock() {
        for (ReentrantLock each : REENTRANT) {
            if (each.isHeldByCurrentThread()) {
                each.unlock();
            }
        }
    }
}
