package jdk.internal.weft.fiber;

import jdk.internal.weft.JdkAccess;

/**
 * What may be chosen for a single thread before it starts; as bytes, which fit into a gap of {@code Thread}'s fields.
 */
public final class Choice {
    /** Nothing: the settings decide. */
    public static final byte NONE = 0;

    /** To be a platform thread. */
    public static final byte PLATFORM = 1;

    /** To be a fiber. */
    public static final byte FIBER = 2;

    /** Made by the API of JEP 444: a fiber with that API's restrictions. */
    public static final byte VIRTUAL = 3;

    /** The bits that hold one of the above. */
    private static final int CHOICES = 3;

    /** A bit: the thread was a daemon when it was started as a fiber. */
    private static final int DAEMON = 4;

    /** A bit: the thread runs a scheduler's own code. */
    private static final int SCHEDULES = 8;

    /** What was chosen. */
    public static byte of(Thread thread) {
        return (byte) (JdkAccess.choice(thread) & CHOICES);
    }

    /** Notes, before the fiber can run, as what it is counted. */
    public static void count(Thread thread, boolean isDaemon) {
        JdkAccess.choice(thread, (byte) (of(thread) | (isDaemon ? DAEMON : 0)));
    }

    /**
     * As what a started fiber is counted, whatever {@code setDaemon} does as soon as its thread is not alive any more.
     */
    static boolean isCountedAsDaemon(Thread thread) {
        return (JdkAccess.choice(thread) & DAEMON) != 0;
    }

    /** Notes that the calling thread runs a scheduler's own code, or that it does not; returns what was so before. */
    public static boolean schedules(Thread thread, boolean value) {
        int bits = JdkAccess.choice(thread);
        JdkAccess.choice(thread, (byte) (value ? bits | SCHEDULES : bits & ~SCHEDULES));
        return (bits & SCHEDULES) != 0;
    }

    /** Whether the thread runs a scheduler's own code; the caller is that thread. */
    public static boolean schedules(Thread thread) {
        return (JdkAccess.choice(thread) & SCHEDULES) != 0;
    }

    private Choice() {}
}
