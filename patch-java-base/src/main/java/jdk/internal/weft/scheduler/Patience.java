package jdk.internal.weft.scheduler;

/**
 * How long carriers may keep their fibers, while others wait, until the {@link Watchdog} has more of them run, and how
 * many: the kernel then shares the processors between those that compute and those that take their places. Immutable.
 *
 * <p>But each of these takes a share of the processors from the compilers, too, and what is not compiled computes for
 * long. So while compilers have work one carrier is added at a time, when all that run have computed for long
 * (docs/decisions/0065).
 */
final class Patience {
    /** How long a fiber computes at least before others do in its place, when many compute. */
    static final long OF_MANY_NANOS = 50_000_000;

    /** How long all have their fibers, whatever processor time they get, before one is added beside the compilers. */
    private static final long BESIDE_COMPILERS_NANOS = 250_000_000;

    /** So many that compute are replaced as soon as may be, and so many at all. */
    static final int MAX_PROMPT = 64;

    static final int MAX_COMPUTING = 256;

    private final long prompt;

    /** With that time, in nanoseconds, after which those that run are replaced as a rule. */
    Patience(long prompt) {
        this.prompt = prompt;
    }

    /**
     * Whether it is over with all carriers that run.
     *
     * @param isCompiling whether compilers have work
     * @param computing how many carriers have been replaced, and compute
     * @param had for how many nanoseconds each of those that run has had its fiber, at least
     * @param used how much processor time each has had for it, at least
     */
    boolean isOver(boolean isCompiling, int computing, long had, long used) {
        return !isCompiling && computing < MAX_PROMPT ? had >= prompt : isOverWithOne(isCompiling, had, used);
    }

    /** Whether it is over with one that takes turns with others, or is one of many. */
    boolean isOverWithOne(boolean isCompiling, long had, long used) {
        return isCompiling ? used >= OF_MANY_NANOS || had >= BESIDE_COMPILERS_NANOS : had >= OF_MANY_NANOS;
    }

    /**
     * Up to how many carriers may be replaced, and compute.
     *
     * @param isOver whether it {@link #isOver}; else only those are meant that have used up a slice
     */
    int most(boolean isCompiling, int computing, boolean isOver) {
        if (isCompiling) {
            return isOver ? Math.min(computing + 1, MAX_COMPUTING) : computing;
        }
        return isOver ? MAX_COMPUTING : MAX_PROMPT;
    }
}
