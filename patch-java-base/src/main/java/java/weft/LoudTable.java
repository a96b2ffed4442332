package java.weft;

import java.util.Arrays;

/**
 * Which methods are loud, of those that were quiet so far: a fiber has waited in them. Twins of such methods ask it at
 * each call, and call their plain copies if the answer is 0 (docs/decisions/0054). A method has a place by its hash;
 * two that share one are loud together, which costs nothing but time.
 *
 * <p>Read and written without synchronization: who reads an old value calls a plain copy once more, and a fiber that
 * waits there pins its carrier. What must not happen, a thread prevents that calls {@link #allAreLoud} before it, and
 * no other thread does for it.
 */
public final class LoudTable {
    private static final int SIZE = 1 << 15;

    /** Not 0 for those that are loud. */
    @SuppressWarnings("MutablePublicArray") // twins read it, the runtime writes it; nobody else can name it
    public static final byte[] LOUD = new byte[SIZE];

    private LoudTable() {}

    /** From now on that method is loud. */
    public static void isLoud(int place) {
        LOUD[place] = 1;
    }

    /** From now on that method is quiet again, and those that share its place. */
    public static void isQuiet(int place) {
        LOUD[place] = 0;
    }

    /** From now on all are loud. */
    public static void allAreLoud() {
        Arrays.fill(LOUD, (byte) 1);
    }
}
