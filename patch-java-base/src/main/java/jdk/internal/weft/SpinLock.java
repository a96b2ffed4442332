package jdk.internal.weft;

import jdk.internal.misc.Unsafe;

/**
 * A lock for a few instructions at a time. No monitor: a fiber whose carrier waits here must not look as if it were
 * blocked. Not reentrant. What was done before {@link #unlock} happens-before what is done after the next
 * {@link #lock}.
 */
public final class SpinLock {
    private static final int SPINS = 64;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long HELD = U.objectFieldOffset(SpinLock.class, "held");

    private volatile int held;

    /** A lock that nobody holds. */
    public SpinLock() {}

    /** Waits until nobody holds the lock, and takes it. */
    public void lock() {
        for (int tries = 1; held != 0 || !U.compareAndSetInt(this, HELD, 0, 1); tries++) {
            if (tries % SPINS == 0) {
                // its holder may have lost the processor
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Takes the lock if nobody holds it. */
    public boolean tryLock() {
        return held == 0 && U.compareAndSetInt(this, HELD, 0, 1);
    }

    /** Gives the lock back. */
    public void unlock() {
        held = 0;
    }

    /** Gives the lock back without a fence: what the caller does next may be seen to come before. */
    public void unlockLate() {
        U.putIntRelease(this, HELD, 0);
    }
}
