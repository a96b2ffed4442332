package jdk.internal.weft.monitor;

import jdk.internal.misc.Unsafe;

/**
 * The classes of which some instance was ever in the table: a set that only grows, and may say yes too often, never no.
 *
 * <p>It spares the identity hash of most objects, which is dear: hashing a locked object inflates its monitor. A set of
 * bits rather than of classes, so that no class is kept from unloading.
 *
 * <p>Memory effects: the bit is set before the monitor of the object is left, so whoever enters it later reads it
 * plainly.
 */
final class ClassFilter {
    private static final int BITS = 1 << 13;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long[] SEEN = new long[BITS >> 6];

    private ClassFilter() {}

    /** False only if no instance of the object's class was ever noted. */
    static boolean mayContain(Object object) {
        int hash = System.identityHashCode(object.getClass()) & BITS - 1;
        return (SEEN[hash >> 6] >>> hash & 1) != 0;
    }

    /** Notes the object's class. */
    static void add(Object object) {
        int hash = System.identityHashCode(object.getClass()) & BITS - 1;
        long bit = 1L << hash;
        long at = Unsafe.ARRAY_LONG_BASE_OFFSET + (long) (hash >> 6) * Unsafe.ARRAY_LONG_INDEX_SCALE;
        long seen = SEEN[hash >> 6];
        while ((seen & bit) == 0 && !U.compareAndSetLong(SEEN, at, seen, seen | bit)) {
            seen = U.getLongVolatile(SEEN, at);
        }
    }
}
