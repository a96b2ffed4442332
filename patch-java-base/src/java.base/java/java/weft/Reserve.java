package java.weft;

/**
 * Memory for the moment in which there is none left for a heap frame: an unwinding must not be left half done. It is given to
 * the collector then, the unwinding goes on, and the fiber gets the error where it was to suspend. Thread-safe.
 */
public final class Reserve {
    /** Enough for some thousand frames. */
    private static final int BYTES = 1 << 18;

    private static volatile byte[] reserve = new byte[BYTES];

    private Reserve() {}

    /** Gives the reserve away; the error will be thrown into the mounted fiber when it has unwound. */
    public static void spend(Cont cont, OutOfMemoryError error) {
        reserve = null;
        cont.error = error;
    }

    /** Puts a reserve back, if it was spent and there is plenty of memory again. Called now and then. */
    public static void refill() {
        if (reserve == null && Runtime.getRuntime().freeMemory() > 64L * BYTES) {
            reserve = new byte[BYTES];
        }
    }
}
