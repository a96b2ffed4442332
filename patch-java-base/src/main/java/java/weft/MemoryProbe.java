package java.weft;

/**
 * Fails early where hardly any memory is left. The VM calls the agents from within the definition of a class; where
 * there is memory for the definition, but not for that call, or for the weaving, {@code java.lang.instrument} loads the
 * class as it is. Thread-safe. Has no initializer, as the stack may be about to end.
 */
public final class MemoryProbe {
    /** With more than this nothing is looked for. */
    private static final int PLENTY_BYTES = 1 << 22;

    /** Not so large that a collector would treat it in a special way. */
    private static final int CHUNK_BYTES = 1 << 16;

    /** Enough to weave most classes: 1 MB; in heaps up to 64 MB a part of them. */
    private static final int CHUNKS = 16;

    private static final int PARTS = 64;

    /** So often weaving is tried again, in the first tenth of a second. */
    private static final int MAX_TRIES = 6;

    private MemoryProbe() {}

    /**
     * Called when a class is defined.
     *
     * @throws OutOfMemoryError if there may be no memory to weave it
     */
    public static void beforeDefinition() {
        Runtime runtime = Runtime.getRuntime();
        long max = runtime.maxMemory();
        if (runtime.freeMemory() + max - runtime.totalMemory() < PLENTY_BYTES) {
            probe((int) Math.min(CHUNKS, max / PARTS / CHUNK_BYTES));
        }
    }

    private static void probe(int chunks) {
        for (; ; ) {
            try {
                byte[][] all = new byte[chunks][];
                for (int i = 0; i < chunks; i++) {
                    all[i] = new byte[CHUNK_BYTES];
                }
                return;
            } catch (OutOfMemoryError e) {
                if (!Initializers.haveRunFirst() || !Reserve.spendForResumer()) {
                    throw e;
                }
            }
        }
    }

    /**
     * There was no memory to weave a class. Gives the reserve away, or lets others give some back.
     *
     * @param tries how often that was so
     * @return false if it makes no sense to try again
     */
    public static boolean helpWeaving(OutOfMemoryError error, int tries) {
        if (tries >= MAX_TRIES || !SuspensionPoint.isOfHeap(error)) {
            return false;
        }
        if (!Reserve.spendForResumer()) {
            Reserve.await(tries);
        }
        return true;
    }
}
