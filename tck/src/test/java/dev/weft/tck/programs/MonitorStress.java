package dev.weft.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that suspend again and again in one monitor, as one does that reads line by line, on few monitors that others
 * want as well: others like themselves, and platform threads. So what a carrier keeps of a monitor for the next time is
 * met by all others that may meet it. Takes the number of threads, the seconds, and a seed, and perhaps "broken": then
 * monitors are not shared. Those named "plain" are meant to be platform threads.
 *
 * <p>Exit code 3, and a stack trace, if a thread does not end; 4 if two were in one monitor; 0 if all is well.
 */
public final class MonitorStress {
    private static final int MONITORS = 4;

    private final Object[] monitors = new Object[MONITORS];
    private final int[] guarded = new int[MONITORS];
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final long seed;
    private final boolean isBroken;
    private volatile boolean over;

    private MonitorStress(long seed, boolean isBroken) {
        this.seed = seed;
        this.isBroken = isBroken;
        for (int i = 0; i < MONITORS; i++) {
            monitors[i] = new Object();
        }
    }

    private void live(Random random) {
        Object own = new Object();
        try {
            while (!over) {
                int i = random.nextInt(MONITORS);
                for (int left = random.nextInt(6); left >= 0; left--) {
                    step(random, isBroken ? own : monitors[i], i);
                    if (random.nextInt(8) == 0) {
                        pause(random);
                    }
                }
            }
        } catch (InterruptedException | IllegalMonitorStateException e) {
            failed.incrementAndGet();
        }
    }

    private void step(Random random, Object monitor, int i) throws InterruptedException {
        synchronized (monitor) {
            int before = guarded[i];
            if (random.nextBoolean()) {
                nested(random, monitor);
            } else {
                pause(random);
            }
            guarded[i] = before + 1;
            steps.incrementAndGet();
            switch (random.nextInt(16)) {
                case 0 -> monitor.notify();
                case 1 -> monitor.notifyAll();
                case 2 -> monitor.wait(1);
                case 3 -> {
                    if (!Thread.holdsLock(monitor)) {
                        failed.incrementAndGet();
                    }
                }
                default -> {
                    // most only come back
                }
            }
        }
    }

    private void nested(Random random, Object monitor) {
        synchronized (monitor) {
            pause(random);
        }
    }

    private static void pause(Random random) {
        if (random.nextBoolean()) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(1 + random.nextInt(20_000));
        }
    }

    private int run(int count, int seconds) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Random random = new Random(seed + i);
            threads.add(new Thread(() -> live(random), i % 8 == 0 ? "plain" : "fiber " + i));
        }
        boolean haveAllEnded = Endings.after(seconds, threads, () -> over = true);
        long sum = 0;
        for (int each : guarded) {
            sum += each;
        }
        System.out.println("steps: " + steps + ", counted in monitors: " + sum + ", failed: " + failed);
        return !haveAllEnded ? 3 : sum != steps.get() || failed.get() > 0 ? 4 : 0;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        System.out.println("seed: " + seed);
        boolean isBroken = args.length > 3 && args[3].equals("broken");
        System.exit(new MonitorStress(seed, isBroken).run(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
    }
}
