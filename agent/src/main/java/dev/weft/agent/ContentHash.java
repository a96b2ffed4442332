package dev.weft.agent;

import java.nio.ByteBuffer;

/**
 * A hash of 128 bits of some bytes, by which class files are told apart; no defence against who makes collisions on
 * purpose, whose classes run anyway. Four lanes take eight bytes each at a time, so that a processor has four
 * multiplications under way. It belongs to what a start runs before anything is compiled, and so needs no other class
 * than a buffer.
 */
final class ContentHash {
    private static final long FIRST = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xC2B2AE3D27D4EB4FL;
    private static final long THIRD = 0xFF51AFD7ED558CCDL;
    private static final long FOURTH = 0xC4CEB9FE1A85EC53L;
    private static final int STEP = 4 * Long.BYTES;

    /** One half. */
    final long first;

    /** The other half. */
    final long second;

    private ContentHash(long first, long second) {
        this.first = first;
        this.second = second;
    }

    /** The hash of all of them, and of how many they are. */
    static ContentHash of(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long a = bytes.length;
        long b = FIRST;
        long c = SECOND;
        long d = THIRD;
        int i = 0;
        for (int last = bytes.length - STEP; i <= last; i += STEP) {
            a = mix(a ^ in.getLong(i), FIRST);
            b = mix(b ^ in.getLong(i + 8), SECOND);
            c = mix(c ^ in.getLong(i + 16), THIRD);
            d = mix(d ^ in.getLong(i + 24), FOURTH);
        }
        for (; i + Long.BYTES <= bytes.length; i += Long.BYTES) {
            a = mix(a ^ in.getLong(i), FIRST);
        }
        for (; i < bytes.length; i++) {
            b = mix(b ^ bytes[i], SECOND);
        }
        long first = mix(mix(mix(mix(a, THIRD) ^ b, FOURTH) ^ c, FIRST) ^ d, SECOND);
        long second = mix(mix(mix(mix(d, FIRST) ^ c, SECOND) ^ b, THIRD) ^ a, FOURTH);
        return new ContentHash(first, second);
    }

    /** Whether that is the same hash. */
    boolean isSame(ContentHash other) {
        return first == other.first && second == other.second;
    }

    /** The hash of the same bytes made into something else, which that number tells. */
    ContentHash with(long number) {
        return new ContentHash(mix(first ^ number, THIRD), mix(second ^ number, FIRST));
    }

    /** One bijection for each factor. */
    private static long mix(long x, long factor) {
        long h = x * factor;
        h = (h ^ h >>> 33) * FOURTH;
        return h ^ h >>> 29;
    }
}
