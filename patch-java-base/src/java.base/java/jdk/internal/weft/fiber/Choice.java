package jdk.internal.weft.fiber;

/** What may be chosen for a single thread before it starts; as bytes, which fit into a gap of {@code Thread}'s fields. */
public final class Choice {
    /** Nothing: the settings decide. */
    public static final byte NONE = 0;

    /** To be a platform thread. */
    public static final byte PLATFORM = 1;

    /** To be a fiber. */
    public static final byte FIBER = 2;

    /** Made by the API of JEP 444: a fiber with that API's restrictions. */
    public static final byte VIRTUAL = 3;

    private Choice() {}
}
