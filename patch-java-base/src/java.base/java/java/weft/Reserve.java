package java.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.Fields;

/**
 * Memory for moments in which there is none left and something must not be left half done. It is given to the collector then,
 * and put back when there is plenty again. Thread-safe.
 *
 * <ul>
 *   <li>A heap frame while a fiber unwinds: at first it just goes on, since another thread may have taken the memory, which is
 *       then given back. When that help is used up, the unwinding goes on, and the fiber gets the error where it was to suspend,
 *       unless that is a park of the program's, which then ends early.
 *   <li>A resumer that has to be made: without it the frame could not even run its {@code finally} blocks.
 * </ul>
 */
public final class Reserve {
    /** Enough for some thousand frames. */
    private static final int FRAME_BYTES = 1 << 18;

    /** Not so large that a collector would treat it in a special way. */
    private static final int CHUNK_BYTES = 1 << 16;

    /**
     * Enough to parse a large class file, to weave it, and to make a resumer: 4 MB, but at most 1/16 of the heap. Half of that
     * is the first help for frames.
     */
    private static final int CHUNKS =
            (int) (Math.min(1L << 22, Runtime.getRuntime().maxMemory() >> 4) / CHUNK_BYTES);

    private static final long PLENTY_BYTES = 1L << 24;

    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final long PAUSE_NANOS = 1_000_000;

    private static volatile byte[][] firstForFrames;
    private static volatile byte[] forFrames = new byte[FRAME_BYTES];
    private static volatile byte[][] forResumers;

    private Reserve() {}

    /**
     * There is no memory for a heap frame of the fiber that unwinds. Gives a reserve of frames away, so that the caller can try
     * again. If it is the last one, the error will be thrown into the fiber when it has unwound, unless that is to park. When it
     * is used up, too, waits for others to leave some memory.
     *
     * @throws OutOfMemoryError that error, if there was none for {@value #PATIENCE_NANOS} ns; the frames that were saved by now
     *     are lost, and the fiber does not unwind any more
     */
    public static void spend(Cont cont, OutOfMemoryError error) {
        if (firstForFrames != null) {
            firstForFrames = null;
        } else if (cont.error == null) {
            forFrames = null;
            cont.error = error;
            cont.starvesSince = System.nanoTime();
        } else if (System.nanoTime() - cont.starvesSince < PATIENCE_NANOS) {
            Unsafe.getUnsafe().park(false, PAUSE_NANOS);
        } else {
            cont.abandonUnwinding();
            throw error;
        }
    }

    /** References of a heap frame, which a save block of the calling carrier is to fill; see {@link #spend}. */
    public static Object[] references(int length) {
        for (; ; ) {
            try {
                return new Object[length];
            } catch (OutOfMemoryError e) {
                spend(Fields.cont(Thread.currentThread()), e);
            }
        }
    }

    /** Primitive values of a heap frame, likewise. */
    public static long[] longs(int length) {
        for (; ; ) {
            try {
                return new long[length];
            } catch (OutOfMemoryError e) {
                spend(Fields.cont(Thread.currentThread()), e);
            }
        }
    }

    /** Gives the reserve of resumers away; false if there was none. */
    static boolean spendForResumer() {
        boolean isThere = forResumers != null;
        forResumers = null;
        return isThere;
    }

    /** Puts back what was spent, or was never there, if there is plenty of memory. Called now and then. */
    public static void refill() {
        if (forFrames != null && firstForFrames != null && forResumers != null) {
            return;
        }
        Runtime runtime = Runtime.getRuntime();
        if (runtime.freeMemory() + runtime.maxMemory() - runtime.totalMemory() < PLENTY_BYTES) {
            return;
        }
        try {
            if (forFrames == null) {
                forFrames = new byte[FRAME_BYTES];
            }
            if (firstForFrames == null) {
                firstForFrames = chunks(CHUNKS / 2);
            }
            if (forResumers == null) {
                forResumers = chunks(CHUNKS);
            }
        } catch (OutOfMemoryError e) {
            // somebody else was faster; it is tried again
        }
    }

    private static byte[][] chunks(int count) {
        byte[][] chunks = new byte[count][];
        for (int i = 0; i < count; i++) {
            chunks[i] = new byte[CHUNK_BYTES];
        }
        return chunks;
    }
}
