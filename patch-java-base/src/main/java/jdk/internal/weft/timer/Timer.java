package jdk.internal.weft.timer;

/** A wake-up that can be cancelled; see {@link TimerQueue}. */
public final class Timer {
    final long deadline;

    /** Null once cancelled or fired. Who fires may still see one that was just cancelled. */
    Sleeper sleeper;

    /** The next one in its chain, or null; itself once it is in none. Guarded by the queue's lock. */
    Timer next;

    /** A timer that is in no queue yet; the deadline by {@link Timers#now}. */
    public Timer(Sleeper sleeper, long deadline) {
        this.sleeper = sleeper;
        this.deadline = deadline;
    }

    /** Whether it was cancelled, or has fired. */
    public boolean isCancelled() {
        return sleeper == null;
    }

    /** Does nothing if the time is over already. */
    public void cancel() {
        sleeper = null;
    }
}
