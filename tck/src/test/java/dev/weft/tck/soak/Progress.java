package dev.weft.tck.soak;

import java.util.concurrent.TimeUnit;

/**
 * Lines for charts, by the thread that waits anyway: every ten seconds while threads work, and after each round.
 *
 * <pre>
 * 40 s, working: live threads 100001, descriptors 389, .., heap 734003200, .., resident MB 1893
 * 75 s: live threads 0, descriptors 12, .., heap 9437184, .., resident MB 1712; bytes of files 12345, ..
 * </pre>
 */
final class Progress {
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Invariants invariants;
    private final long start = System.nanoTime();
    private long next = start + EVERY_NANOS;

    Progress(Invariants invariants) {
        this.invariants = invariants;
    }

    /** Tells what is left after a round, and what was done so far. */
    void round(Ledger ledger) {
        System.out.println(seconds() + " s: " + invariants.line() + "; " + ledger);
    }

    void sleep(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, untilNext()));
        }
    }

    /** True if the thread has ended, at the latest at that time. */
    boolean join(Thread thread, long end) throws InterruptedException {
        while (thread.isAlive() && end - System.nanoTime() > 0) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(Math.min(end - System.nanoTime(), untilNext()))));
        }
        return !thread.isAlive();
    }

    private long untilNext() {
        if (next - System.nanoTime() <= 0) {
            System.out.println(seconds() + " s, working: " + invariants.line());
            next = System.nanoTime() + EVERY_NANOS;
        }
        return next - System.nanoTime();
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    }
}
