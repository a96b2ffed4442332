package jdk.internal.weft.scheduler;

import java.weft.Blocker;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.timer.Sleeper;

/**
 * A thread that waits for its turn in a {@link Simulation}: to draw, or to go on with the fiber that blocks it.
 * Thread-safe.
 */
final class Turn implements Sleeper {
    /** Set once, before others see the object. */
    Thread thread;

    /** What the fiber waits for, or null. */
    final Blocker.Park park;

    /** Whether that is the fiber of a daemon. */
    final boolean isDaemon;

    /** Set by who had the turn. */
    volatile boolean isGiven;

    private volatile boolean isTimeOver;

    Turn(Blocker.Park park, boolean isDaemon) {
        this.park = park;
        this.isDaemon = isDaemon;
    }

    /** Whether what the fiber waits for has come. */
    boolean isOver() {
        return park != null && (isTimeOver || park.hasEnded());
    }

    @Override
    public void timeIsOver() {
        isTimeOver = true;
    }

    /** Lets the thread go on. */
    void give() {
        isGiven = true;
        Unsafe.getUnsafe().unpark(thread);
    }
}
