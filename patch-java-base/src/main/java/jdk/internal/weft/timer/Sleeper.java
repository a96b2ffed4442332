package jdk.internal.weft.timer;

/** Who is to be told that a time is over. */
public interface Sleeper {
    /** The time is over; or it was cancelled a moment ago. Does not throw. */
    void timeIsOver();
}
