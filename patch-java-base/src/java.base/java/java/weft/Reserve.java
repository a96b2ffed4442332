package java.weft;

/**
 * Memory for moments in which there is none left and something must not be left half done. It is given to the collector then,
 * and put back when there is plenty again. Thread-safe.
 *
 * <ul>
 *   <li>A heap frame while a fiber unwinds: at first it just goes on, since another thread may have taken the memory, which is
 *       then given back. When that help is used up, the unwinding goes on, and the fiber gets the error where it was to suspend.
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

    private static volatile byte[][] firstForFrames;
    private static volatile byte[] forFrames = new byte[FRAME_BYTES];
    private static volatile byte[][] forResumers;

    private Reserve() {}

    /**
     * Gives a reserve of frames away. If it is the last one, the error will be thrown into the mounted fiber when it has
     * unwound.
     */
    public static void spend(Cont cont, OutOfMemoryError error) {
        if (firstForFrames != null) {
            firstForFrames = null;
            return;
        }
        forFrames = null;
        cont.error = error;
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
        long free = runtime.freeMemory() + runtime.maxMemory() - runtime.totalMemory();
        if (free < PLENTY_BYTES) {
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
