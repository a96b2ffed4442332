package jdk.internal.weft.fiber;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.group.Stripes;

/** How many fibers were started and have ended, counted by each carrier for itself. Thread-safe. */
public final class FiberCounts {
    /** Longs per carrier: two cache lines, since processors fetch pairs. */
    private static final int STRIDE = 16;

    private static final int STARTED = 0;
    private static final int ENDED = 1;

    /** Kinds of threads, by where their counts begin: those that keep the VM from exiting. */
    private static final int NON_DAEMONS = 0;

    /** Daemons, but for: */
    private static final int DAEMONS = 2;

    /** Threads made by the API of JEP 444 as virtual ones, which are daemons. */
    private static final int VIRTUAL = 4;

    /** How many that are no daemons have not only been counted as ended, but show it: {@code isAlive} is false. */
    private static final int GONE = 6;

    /** The peak is looked for at each of a carrier's first starts, and then at one of eight. */
    private static final int ALWAYS = 1024;

    private static final Unsafe U = Unsafe.getUnsafe();

    /** Not an AtomicLongArray, whose VarHandle would cost each start a millisecond. */
    private static final long[] COUNTS = new long[Stripes.COUNT * STRIDE];

    private static volatile long peak;
    private static volatile long peakOfListed;

    private FiberCounts() {}

    /** To be called before the fiber can run. */
    public static void started(Thread thread, boolean isDaemon) {
        long number = U.getAndAddLong(COUNTS, place(thread, isDaemon) + STARTED * Long.BYTES, 1) + 1;
        if (number < ALWAYS || number % 8 == 0) {
            long listed = liveListed();
            long live = listed + live(VIRTUAL);
            if (live > peak) {
                peak = live;
            }
            if (listed > peakOfListed) {
                peakOfListed = listed;
            }
        }
    }

    /** To be called before the thread shows that it has ended: who has joined it does not find it counted as live. */
    static void ended(Thread thread, boolean isDaemon) {
        U.getAndAddLong(COUNTS, place(thread, isDaemon) + ENDED * Long.BYTES, 1);
    }

    /**
     * To be called after {@link #ended}, and after the thread shows that it has, for one that is no daemon. What the
     * caller did before is seen by who reads a sum that contains this.
     */
    static void gone() {
        U.getAndAddLong(COUNTS, offset(Stripes.own() * STRIDE + GONE), 1);
    }

    private static long place(Thread thread, boolean isDaemon) {
        int kind = VirtualRules.isMadeByApi(thread) ? VIRTUAL : isDaemon ? DAEMONS : NON_DAEMONS;
        return offset(Stripes.own() * STRIDE + kind);
    }

    private static long offset(int index) {
        return Unsafe.ARRAY_LONG_BASE_OFFSET + (long) index * Long.BYTES;
    }

    private static long sum(int which) {
        long sum = 0;
        for (int i = 0; i < Stripes.COUNT; i++) {
            sum += U.getLongVolatile(COUNTS, offset(i * STRIDE + which));
        }
        return sum;
    }

    /** How many were started so far. */
    public static long started() {
        return startedListed() + sum(VIRTUAL + STARTED);
    }

    /** How many of these are no virtual threads: the threads that their groups and {@code ThreadMXBean} list. */
    static long startedListed() {
        return sum(NON_DAEMONS + STARTED) + sum(DAEMONS + STARTED);
    }

    /** How many of these are no daemons. */
    static long nonDaemonsStarted() {
        return sum(NON_DAEMONS + STARTED);
    }

    /** How many were started and have not ended. */
    static long live() {
        return liveListed() + live(VIRTUAL);
    }

    /** How many of those that are no virtual threads. */
    static long liveListed() {
        return liveNonDaemons() + live(DAEMONS);
    }

    /** How many of those that are no daemons. */
    static long liveNonDaemons() {
        return live(NON_DAEMONS);
    }

    /**
     * Whether some that are no daemons were started and are not {@linkplain #gone gone}. If not, there was none at some
     * moment during the call: those that are gone are counted first, and no count ever falls.
     */
    static boolean keepVm() {
        long gone = sum(GONE);
        return sum(NON_DAEMONS + STARTED) > gone;
    }

    private static long live(int kind) {
        long ended = sum(kind + ENDED);
        return sum(kind + STARTED) - ended;
    }

    /** Most that were live at once; may be too low by a few per processor. */
    static long peak() {
        return Math.max(peak, live());
    }

    /** Most of those that are no virtual threads; likewise. */
    static long peakOfListed() {
        return Math.max(peakOfListed, liveListed());
    }

    /** Sets {@link #peak} and {@link #peakOfListed} to the present numbers. */
    static void resetPeak() {
        peak = live();
        peakOfListed = liveListed();
    }
}
