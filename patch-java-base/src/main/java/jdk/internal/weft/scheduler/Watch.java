package jdk.internal.weft.scheduler;

import jdk.internal.weft.fiber.LoudMethods;

/** What the {@link Watchdog} has seen of one carrier, when it last looked. */
final class Watch {
    private long mounts;
    private long since;
    private boolean looksBlocked;
    private long nanos;
    private long nanosBefore;
    private boolean isMeasured;
    private final LastQuestion asked = new LastQuestion();

    /** Files of the kernel that tell of the carrier's thread; null until its id is known. */
    private KernelFile stat;

    private KernelFile schedstat;

    /** Looks at a carrier that runs; returns for how many nanoseconds it has had the same fiber, at least. */
    long look(Worker carrier, long now) {
        long seen = carrier.mounts();
        if (seen != mounts || since == 0) {
            mounts = seen;
            since = now;
            isMeasured = false;
            looksBlocked = false;
        }
        return now - since;
    }

    /**
     * Asks the fiber of a carrier that computes to leave, unless it has computed for a short time only since that was
     * done. After a longer one it has not come to a place where it can, or holds a monitor.
     *
     * @return whether it was asked
     */
    boolean ask(Worker carrier, long now) {
        long seen = carrier.mounts();
        boolean asks = asked.isAnotherDue(seen, now, nanos);
        if (asks) {
            if (asked.isOf(seen)) {
                LoudMethods.computes(carrier.mounted());
            }
            asked.ask(seen, now, nanos);
            carrier.ask();
        }
        return asks;
    }

    /** The carrier does not run: what was seen is over. */
    void forget() {
        since = 0;
    }

    /**
     * Whether the thread is blocked, by what the kernel says; by what the VM says, if the kernel does not.
     *
     * @return true if it was at the last look too, and has used no processor time since
     */
    boolean isBlocked(Worker carrier, KernelThread kernel) {
        boolean knows = knowsFiles(carrier.kernelId()) && kernel.look(stat, schedstat);
        boolean was = looksBlocked && (!knows || kernel.nanos() == nanos);
        looksBlocked = knows ? kernel.isBlocked() : carrier.thread().getState() != Thread.State.RUNNABLE;
        nanos = knows ? kernel.nanos() : 0;
        nanosBefore = isMeasured ? nanosBefore : nanos;
        isMeasured = true;
        return was && looksBlocked;
    }

    private boolean knowsFiles(int id) {
        if (schedstat == null && id != 0) {
            try {
                stat = KernelThread.stat(id);
                schedstat = KernelThread.schedstat(id);
            } catch (OutOfMemoryError e) {
                // others may be blocked, and have what gives memory back
                return false;
            }
        }
        return schedstat != null;
    }

    /** Gives descriptors back: the thread is looked at seldom from now on, or no more. */
    void closeFiles(KernelThread kernel) {
        if (schedstat != null) {
            kernel.close(stat);
            kernel.close(schedstat);
        }
    }

    /**
     * Processor time of the thread between the first time that {@link #isBlocked} was asked with its fiber and the
     * last, in nanoseconds; -1 if the kernel does not tell.
     */
    long used() {
        return !isMeasured ? 0 : nanos == 0 ? -1 : nanos - nanosBefore;
    }

    /** The same, or that value if the kernel does not tell. */
    long usedOr(long otherwise) {
        long used = used();
        return used < 0 ? otherwise : used;
    }

    /** Whether {@link #isBlocked} was asked since the carrier has its fiber. */
    boolean hasMeasured(Worker carrier) {
        return isMeasured && carrier.mounts() == mounts;
    }

    /** Whether the thread was blocked at the last look; one look may be deceived. */
    boolean looksBlocked() {
        return looksBlocked;
    }
}
