package jdk.internal.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * What the VM keeps in an object's header: whether a collection has moved the object, and the identity hash of a locked
 * one. Asking for that hash by {@code System.identityHashCode} is a call into the VM, and inflates the monitor of an
 * object that has none. An object without a hash was never in a table.
 *
 * <p>The layout is that of HotSpot's {@code markWord} in JDK 17, 64 bits: the two lowest bits say where the word proper
 * is. 01: here; 00: at the address, in the stack of the owner; 10: at the address, in an {@code ObjectMonitor}. Of the
 * word proper bits 8 to 38 are the hash, 0 if there is none, and bits 3 to 6 how many young collections the object has
 * survived, where the collector counts them. Other VMs are not asked. What differs between releases is in
 * {@link MarkWordLayout}.
 */
public final class MarkWord {
    /** The word does not say: the monitor is being inflated, or the VM is an unknown one. */
    public static final int UNKNOWN = -1;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final boolean IS_KNOWN = isKnown(
            VM.getSavedProperty("java.vm.specification.version"),
            VM.getSavedProperty("java.vm.name"),
            Unsafe.ADDRESS_SIZE);

    private static final int TAG = 3;
    private static final int NEUTRAL = 1;
    private static final int BIASED = MarkWordLayout.biased();
    private static final int HASH_SHIFT = MarkWordLayout.hashShift();
    private static final long AGE = MarkWordLayout.age();

    private MarkWord() {}

    static boolean isKnown(String release, String vm, int addressSize) {
        return addressSize == 8
                && MarkWordLayout.release().equals(release)
                && vm != null
                && (vm.startsWith("OpenJDK 64-Bit") || vm.startsWith("Java HotSpot(TM) 64-Bit"));
    }

    /** Whether the object, which nobody has locked, has survived a young collection; false where that is not known. */
    public static boolean hasAged(Object object) {
        return IS_KNOWN && (U.getLong(object, 0L) & AGE) != 0;
    }

    /**
     * The identity hash of an object, 0 if it has none, or {@link #UNKNOWN}.
     *
     * @param object its monitor is really held by the calling kernel thread: so no other may take away what its word
     *     points to
     */
    public static int hashOfHeld(Object object) {
        if (!IS_KNOWN) {
            return UNKNOWN;
        }
        long word = U.getLong(object, 0L);
        if ((word & 1) == 0) {
            long address = word & ~TAG;
            if (address == 0) {
                return UNKNOWN;
            }
            word = U.getLong(address);
            if (word >>> HASH_SHIFT == 0) {
                return 0;
            }
        }
        int tag = (int) word & 7;
        if (tag == NEUTRAL) {
            return (int) (word >>> HASH_SHIFT) & Integer.MAX_VALUE;
        }
        return tag == BIASED ? 0 : UNKNOWN;
    }
}
