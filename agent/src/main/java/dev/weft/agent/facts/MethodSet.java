package dev.weft.agent.facts;

import java.util.Arrays;

/** Some of a class's methods, told by their places in its class file, from 0 on. Immutable. */
public final class MethodSet {
    /** None. */
    public static final MethodSet NONE = new MethodSet(new byte[0]);

    private final byte[] bits;

    private MethodSet(byte[] bits) {
        this.bits = bits;
    }

    /** A set from what {@link #bits()} has given. */
    public static MethodSet of(byte[] bits) {
        int end = bits.length;
        while (end > 0 && bits[end - 1] == 0) {
            end--;
        }
        return end == 0 ? NONE : new MethodSet(Arrays.copyOf(bits, end));
    }

    /** Whether the method at that place is in it. */
    public boolean has(int place) {
        return place >> 3 < bits.length && (bits[place >> 3] & 1 << (place & 7)) != 0;
    }

    /** A number above all places in it. */
    public int end() {
        return bits.length * Byte.SIZE;
    }

    /** Whether it has no method. */
    public boolean isEmpty() {
        return bits.length == 0;
    }

    /** This one and the method at that place. */
    public MethodSet with(int place) {
        byte[] all = Arrays.copyOf(bits, Math.max(bits.length, (place >> 3) + 1));
        all[place >> 3] = (byte) (all[place >> 3] | 1 << (place & 7));
        return new MethodSet(all);
    }

    /** Those that are in this one or the other. */
    public MethodSet or(MethodSet other) {
        byte[] all = Arrays.copyOf(bits, Math.max(bits.length, other.bits.length));
        for (int i = 0; i < other.bits.length; i++) {
            all[i] |= other.bits[i];
        }
        return of(all);
    }

    /** Those that are in both. */
    public MethodSet and(MethodSet other) {
        return without(without(other));
    }

    /** Those of this one that are not in the other. */
    public MethodSet without(MethodSet other) {
        byte[] all = bits.clone();
        for (int i = 0; i < Math.min(all.length, other.bits.length); i++) {
            all[i] = (byte) (all[i] & ~other.bits[i]);
        }
        return of(all);
    }

    /** A bit for each method, eight in a byte, the lowest first; no zeros at the end. To be read only. */
    public byte[] bits() {
        return bits;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MethodSet && Arrays.equals(bits, ((MethodSet) other).bits);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bits);
    }
}
