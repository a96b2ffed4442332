package dev.weft.tck.cases;

import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** An element of a delay queue, due at a value of {@code System.nanoTime}. */
record Due(long nanoTime) implements Delayed {
    /** Gives an element that is due so many milliseconds from now. */
    static Due in(long millis) {
        return new Due(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(nanoTime - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.signum(nanoTime - ((Due) other).nanoTime);
    }
}
