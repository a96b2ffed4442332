package jdk.internal.weft;

/**
 * Fails early where the stack is about to end. The VM calls the agents from within the definition of a class; where
 * there is stack for the definition, but not for that call, {@code java.lang.instrument} loads the class as it is.
 */
public final class StackProbe {
    /** Some 10 KB of compiled frames, 20 KB of interpreted ones; hardly any, if the compilers have inlined them. */
    private static final int LEVELS = 200;

    /** Some 20 KB, however they are compiled. */
    private static final int WIDE_LEVELS = 160;

    private StackProbe() {}

    /**
     * Called first of all when a class is defined, and when the first carrier is started.
     *
     * @throws StackOverflowError if the definition may not be able to call the agents, or these to start a thread
     */
    public static void beforeDefinition() {
        dive(WIDE_LEVELS, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /**
     * Called before what may initialize classes of the generators' or of the runtime's: twice as much.
     *
     * @throws StackOverflowError if their initializers may not have enough of the stack, and would have failed for ever
     */
    public static void beforeInitialization() {
        dive(2 * LEVELS);
    }

    /**
     * Called before what loads native libraries and initializes classes of the JDK's with them: interpreted, however
     * small the probe's own frames have been compiled.
     *
     * @throws StackOverflowError if the initializers may not have enough of the stack
     */
    public static void beforeLibraries() {
        dive(8 * LEVELS);
    }

    private static int dive(int levels) {
        return levels == 0 ? 0 : dive(levels - 1) + 1;
    }

    /** Each frame keeps its arguments until the next one has returned. */
    private static long dive(int levels, long a, long b, long c, long d, long e, long f, long g, long h) {
        if (levels == 0) {
            return a;
        }
        long deeper = dive(levels - 1, b, c, d, e, f, g, h, a);
        return (((deeper + a) * b ^ c) + d) * (deeper ^ e) + (deeper * f ^ g) + h;
    }
}
