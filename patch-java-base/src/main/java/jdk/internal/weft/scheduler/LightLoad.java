package jdk.internal.weft.scheduler;

/**
 * How many processors are kept for carriers that never come to rest with light fibers, where few others compute.
 * Threads of the plain JDK in the place of those fibers would sleep now and then, so that the kernel prefers them; a
 * carrier that runs all of them would have to take turns with those that compute (docs/decisions/0075). Not
 * thread-safe.
 */
final class LightLoad {
    private static final int ONE = 1 << 8;

    /** The mean is one of so many looks. */
    private static final int LOOKS = 16;

    /** A carrier that rests in fewer than one look of five counts as one that never does. */
    private static final int ROUND = ONE / 5;

    /**
     * Where more compute, for each processor, none is kept: they would get too little, and light fibers are not late
     * beside them.
     */
    private static final int MAX_COMPUTING = 2;

    private int mean;

    /** How many looks ago some computed: they may sleep, and are to find what is kept when they come back. */
    private int looksSince = LOOKS;

    /**
     * Called at each look of the {@link Watchdog}.
     *
     * @param running how many carriers run, and do not compute
     * @param computing how many fibers compute, whether they have a carrier or wait for one
     * @param processors how many carriers should run
     * @return how many processors those that compute are not to have; one at least they have
     */
    int kept(int running, int computing, int processors) {
        mean += (running * ONE - mean) / LOOKS;
        looksSince = computing > 0 ? 0 : Math.min(looksSince + 1, LOOKS);
        boolean areFew = looksSince < LOOKS && computing <= MAX_COMPUTING * processors;
        return areFew ? Math.min((mean + ROUND) / ONE, processors - 1) : 0;
    }
}
