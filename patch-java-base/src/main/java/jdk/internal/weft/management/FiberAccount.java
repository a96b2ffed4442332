package jdk.internal.weft.management;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;

/** What one fiber has used, and how it has waited: written by its carriers, one after the other, read by others. */
final class FiberAccount {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** So often it is read while it changes. */
    private static final int MOST_READINGS = 64;

    /** What it has used on the carriers that it has left. */
    private final long[] used = new long[KernelFigures.COUNT];

    /** The carrier, or null, and what it had used when it got the fiber. */
    private Thread carrier;

    private final long[] ofCarrier = new long[KernelFigures.COUNT];

    /** What of it is kept: a bit for each. */
    private volatile int kept;

    /** Odd while the carrier writes the fields above; who reads them reads this before and after. */
    private volatile int version;

    private long told;

    /** When the wait has begun; 0 if there is none. */
    private volatile long waitsSince;

    private boolean isBlocked;
    private long blockedCount;
    private long blockedNanos;
    private long waitedCount;
    private long waitedNanos;

    /** The argument is what is kept from the beginning: a bit for each. */
    FiberAccount(int kept) {
        this.kept = kept;
    }

    /** That much; of processor time what was told before, if that is more: it never falls. */
    private long told(int what, long now) {
        return what == KernelFigures.PROCESSOR ? toldProcessor(now) : now;
    }

    private synchronized long toldProcessor(long now) {
        told = Math.max(told, now);
        return told;
    }

    boolean has(int what) {
        return KernelFigures.isIn(what, kept);
    }

    /** It has the calling carrier from now on. */
    void begins(KernelFigures figures) {
        moves(figures, kept, Thread.currentThread());
    }

    /** It leaves the carrier. */
    void left(KernelFigures figures) {
        // null if there was no memory to note what the carrier had used
        if (carrier != null) {
            moves(figures, kept, null);
        }
    }

    /**
     * It comes to the calling carrier, or leaves it; or, on a carrier that it has, asks for something the first time.
     *
     * @param asked which figures change, a bit for each
     * @param next the carrier that it has from now on; null if it leaves
     */
    private void moves(KernelFigures figures, int asked, Thread next) {
        // what may fail comes first
        long processor = figures.ofCaller(KernelFigures.PROCESSOR, asked);
        long allocated = figures.ofCaller(KernelFigures.ALLOCATED, asked);
        long user = figures.ofCaller(KernelFigures.USER, asked);
        int before = version;
        version = before + 1;
        Unsafe.getUnsafe().storeFence();
        carrier = next;
        note(KernelFigures.PROCESSOR, asked, processor);
        note(KernelFigures.ALLOCATED, asked, allocated);
        note(KernelFigures.USER, asked, user);
        version = before + 2;
    }

    private void note(int what, int asked, long now) {
        if (KernelFigures.isIn(what, asked)) {
            used[what] += carrier == null ? now - ofCarrier[what] : 0;
            ofCarrier[what] = now;
        }
    }

    /** What the fiber, which calls, has used: since its beginning, or since it has first asked. */
    long usedByCaller(KernelFigures figures, int what) {
        if (carrier != Thread.currentThread()) {
            // nobody was told that it has this carrier
            moves(figures, kept | 1 << what, Thread.currentThread());
        } else if (!has(what)) {
            moves(figures, 1 << what, carrier);
        }
        if (!has(what)) {
            kept |= 1 << what;
        }
        return told(what, used[what] + figures.of(what, 0) - ofCarrier[what]);
    }

    /** What it has used, for anybody. */
    long used(KernelFigures figures, int what) {
        for (int i = 0; i < MOST_READINGS; i++) {
            int seen = version;
            long before = used[what];
            long begun = ofCarrier[what];
            Thread current = carrier;
            long now = current == null ? begun : figures.of(what, JdkAccess.tid(current));
            Unsafe.getUnsafe().loadFence();
            if ((seen & 1) == 0 && version == seen) {
                return told(what, before + Math.max(0, now - begun));
            }
        }
        // it comes and goes all the time: then the last step is short
        return told(what, used[what]);
    }

    /** It is about to wait. */
    void waits(boolean toEnter) {
        isBlocked = toEnter;
        blockedCount += isBlocked ? 1 : 0;
        waitedCount += isBlocked ? 0 : 1;
        waitsSince = System.nanoTime();
    }

    /** It goes on, if it has waited. */
    void hasWaited() {
        long since = waitsSince;
        if (since != 0) {
            long nanos = System.nanoTime() - since;
            blockedNanos += isBlocked ? nanos : 0;
            waitedNanos += isBlocked ? 0 : nanos;
            waitsSince = 0;
        }
    }

    /** How often it was blocked, for how many milliseconds, and how often and how long it has waited otherwise. */
    long[] waits() {
        long since = waitsSince;
        long goesOn = since == 0 ? 0 : Math.max(0, System.nanoTime() - since);
        return new long[] {
            blockedCount,
            (blockedNanos + (isBlocked ? goesOn : 0)) / NANOS_PER_MILLI,
            waitedCount,
            (waitedNanos + (isBlocked ? 0 : goesOn)) / NANOS_PER_MILLI
        };
    }
}
