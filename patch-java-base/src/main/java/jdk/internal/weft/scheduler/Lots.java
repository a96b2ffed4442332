package jdk.internal.weft.scheduler;

/**
 * The lots that a {@link Simulation} draws, all from one seed, by the generator SplitMix64 (Steele, Lea, Flood: Fast
 * splittable pseudorandom number generators, 2014). Not thread-safe: who has the turn draws.
 */
final class Lots {
    /** At most one of so many places is where another fiber comes first, as a power of two. */
    private static final int RATES = 5;

    private long state;
    private final int rate;

    Lots(long seed) {
        state = seed;
        rate = 1 << below(RATES);
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** From 0 to the bound, which is positive and not among them. */
    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Whether another one comes first at this place; how often, the seed has decided as well. */
    boolean isSwitch() {
        return below(rate) == 0;
    }

    /** What has not been drawn yet depends on it. */
    long state() {
        return state;
    }
}
