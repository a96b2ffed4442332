package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Fibers that wait, and spend some six, three and one tenth of their processor time in three methods, below callers
 * that are parked meanwhile; others that wait for ever. For each line of standard input the nanoseconds that were spent
 * in each of the three are printed, of processor time with {@code -Dweft.accounting=on}; where the input ends, the
 * program does.
 *
 * <p>Only some rounds are measured, and stand for the others: a thread that asks Linux for its processor time
 * is often made to leave the processor there, where a sampler then finds it.
 */
public final class ProfiledThreads {
    /** So many that the clock's own time, which is in what it measures, matters to none of them. */
    private static final int UNIT = 1_000_000;

    /** Of so many rounds one is measured. */
    private static final int MEASURED = 32;

    private static final AtomicInteger ROUNDS = new AtomicInteger();

    private static final AtomicLongArray SPENT = new AtomicLongArray(3);

    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private static volatile long sink;

    private static int roundsPerSleep;

    private ProfiledThreads() {}

    private static void six() {
        long x = 1;
        for (int i = 0; i < 6 * UNIT; i++) {
            x = x * 31 + (x >>> 7 ^ i);
        }
        sink = x;
    }

    private static void three() {
        long x = 2;
        for (int i = 0; i < 3 * UNIT; i++) {
            x = x * 31 + (x >>> 7 ^ i);
        }
        sink = x;
    }

    private static void one() {
        long x = 3;
        for (int i = 0; i < UNIT; i++) {
            x = x * 31 + (x >>> 7 ^ i);
        }
        sink = x;
    }

    private static long now(boolean isMeasured) {
        if (!isMeasured) {
            return 0;
        }
        long processorTime = BEAN.getCurrentThreadCpuTime();
        return processorTime < 0 ? System.nanoTime() : processorTime;
    }

    /**
     * Some of it behind a wait, so that its callers are parked. Who goes first changes from round to round: the fibers'
     * rounds come in step with each other, and with the moments at which a processor is free for who looks.
     */
    private static void inner(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            if (i == 0) {
                Thread.sleep(1);
            }
            int round = ROUNDS.getAndIncrement();
            boolean isMeasured = round % MEASURED == 0;
            int first = (round * 0x9e3779b9 >>> 16) % 3;
            for (int j = first; j < first + 3; j++) {
                long start = now(isMeasured);
                if (j % 3 == 0) {
                    six();
                } else if (j % 3 == 1) {
                    three();
                } else {
                    one();
                }
                SPENT.addAndGet(j % 3, MEASURED * (now(isMeasured) - start));
                if (j == first) {
                    Thread.yield();
                }
            }
        }
    }

    private static void middle() throws InterruptedException {
        inner(roundsPerSleep);
    }

    private static void outer() {
        try {
            for (; ; ) {
                middle();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waits() {
        for (; ; ) {
            LockSupport.park();
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Starts them, says so, and waits. The arguments are the number of those that compute, of those that wait, and how
     * many rounds of 10 milliseconds lie between two sleeps.
     */
    public static void main(String[] args) throws Exception {
        roundsPerSleep = Integer.parseInt(args[2]);
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            start(ProfiledThreads::outer);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            start(ProfiledThreads::waits);
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            System.out.println(SPENT.get(0) + " " + SPENT.get(1) + " " + SPENT.get(2));
        }
    }
}
