package dev.weft.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that wait for times: they sleep, park, poll, wait in monitors and for locks; some of the waits end before
 * their time, and in between threads compute, yield and block their carriers, so that carriers are busy, idle, blocked
 * and replaced in all mixtures. What must come of it: no wait is too short, and each ends. Takes the number of threads,
 * the seconds, and a seed, and perhaps "broken": then waits must be found too short.
 *
 * <p>Exit code 3, and a stack trace, if a thread does not end; 4 if a wait was too short; 0 if all is well.
 */
public final class TimeStress {
    private static final int MILLION = 1_000_000;

    private final BlockingQueue<Integer> never = new ArrayBlockingQueue<>(1);
    private final BlockingQueue<Integer> often = new ArrayBlockingQueue<>(8);
    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong tooShort = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private final long seed;
    private final long added;
    private volatile boolean over;

    private TimeStress(long seed, boolean isBroken) {
        this.seed = seed;
        added = isBroken ? 10L * MILLION : 0;
    }

    private void waited(long start, long nanos) {
        waits.incrementAndGet();
        if (System.nanoTime() - start < nanos + added) {
            tooShort.incrementAndGet();
        }
    }

    private void live(Random random) {
        try {
            while (!over) {
                act(random);
            }
        } catch (InterruptedException e) {
            failed.incrementAndGet();
        }
    }

    private void act(Random random) throws InterruptedException {
        long start = System.nanoTime();
        int nanos = 1 + random.nextInt(random.nextInt(8) == 0 ? 40 * MILLION : 3 * MILLION);
        switch (random.nextInt(16)) {
            case 0, 1, 2 -> {
                int millis = nanos / MILLION;
                Thread.sleep(millis);
                waited(start, millis * (long) MILLION);
            }
            case 3 -> {
                Thread.sleep(5);
                waited(start, 5 * MILLION);
            }
            case 4, 5 -> LockSupport.parkNanos(nanos);
            case 6 -> {
                never.poll(nanos, TimeUnit.NANOSECONDS);
                waited(start, nanos);
            }
            case 7, 8 -> {
                // most of these find a partner long before
                if (often.poll(10, TimeUnit.SECONDS) != null) {
                    ended.incrementAndGet();
                }
            }
            case 9, 10 -> {
                if (often.offer(1, 20, TimeUnit.MILLISECONDS)) {
                    ended.incrementAndGet();
                } else {
                    waited(start, 20 * MILLION);
                }
            }
            case 11 -> {
                synchronized (monitor) {
                    if (random.nextInt(3) == 0) {
                        monitor.notify();
                    }
                    monitor.wait(1 + nanos / MILLION);
                }
            }
            case 12 -> tryLock(random, start, nanos);
            case 13 -> compute(random.nextInt(20) == 0 ? 20 * MILLION : nanos / 20);
            case 14 -> pinned(nanos / 3, random.nextBoolean());
            default -> Thread.yield();
        }
    }

    private void tryLock(Random random, long start, int nanos) throws InterruptedException {
        if (!lock.tryLock(nanos, TimeUnit.NANOSECONDS)) {
            waited(start, nanos);
            return;
        }
        try {
            if (random.nextInt(4) == 0) {
                Thread.sleep(1);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void compute(int nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    /** Nobody can suspend below {@code toString}. */
    private void pinned(int nanos, boolean sleeps) {
        Object waits = new Object() {
            @Override
            public String toString() {
                long start = System.nanoTime();
                if (!sleeps) {
                    LockSupport.parkNanos(nanos);
                    return "parked";
                }
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    failed.incrementAndGet();
                }
                waited(start, MILLION);
                return "slept";
            }
        };
        if (String.valueOf(waits).isEmpty()) {
            throw new AssertionError(nanos);
        }
    }

    private int run(int count, int seconds) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Random random = new Random(seed + i);
            threads.add(new Thread(() -> live(random), "waits " + i));
        }
        boolean haveAllEnded = Endings.after(seconds, threads, () -> over = true);
        System.out.println(
                "waits: " + waits + ", ended before: " + ended + ", too short: " + tooShort + ", failed: " + failed);
        return !haveAllEnded ? 3 : tooShort.get() + failed.get() > 0 ? 4 : 0;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        System.out.println("seed: " + seed);
        boolean isBroken = args.length > 3 && args[3].equals("broken");
        System.exit(new TimeStress(seed, isBroken).run(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
    }
}
