package jdk.internal.weft.timer;

/**
 * A clock that costs a load to read: it shows the time that the scheduler has read for its own purposes. A state word
 * keeps it in the bits that it has left, so that dumps can tell since when a fiber is in its state.
 *
 * <p>Overview. A field for the time would make each parked fiber larger, and a clock reading each park slower by a
 * third. The watchdog reads the clock in each of its looks, at least every 50 ms while there are carriers that run or
 * have just run. Before it goes to sleep it {@linkplain #stop stops} the clock, so that whatever a platform thread
 * wakes in an idle program has no time rather than a wrong one; the carrier that comes back sets the clock again.
 *
 * <p>Units are those of {@code System.nanoTime} divided by 2<sup>30</sup>, hence about seconds, and 24 bits of them:
 * the times of more than 208 days ago are told 208 days too late. All accesses are racy: who sees an older time tells
 * that.
 */
public final class CoarseClock {
    /** The bits of a state word that have the time; none if it is not known. */
    public static final int BITS = 0xffff_ff00;

    private static final int UNIT = 30;
    private static final int PLACE = 8;

    private static int now;

    private CoarseClock() {}

    /** The time, in {@link #BITS}; 0 if it is not known. */
    public static int now() {
        return now;
    }

    /** It is so late, by {@code System.nanoTime}. */
    public static void set(long nanos) {
        int wanted = at(nanos);
        // mostly it is: then the cache line stays where it is
        if (now != wanted) {
            now = wanted;
        }
    }

    /** Nobody will set it for a while. */
    public static void stop() {
        now = 0;
    }

    private static int at(long nanos) {
        return (int) (nanos >> UNIT) << PLACE;
    }

    /** How many seconds before that time the one in a state word was; -1 if that is not known. */
    public static long secondsSince(int word, long nanos) {
        int then = word & BITS;
        return then == 0 ? -1 : (long) (at(nanos) - then >>> PLACE) * (1L << UNIT) / 1_000_000_000;
    }
}
