package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContentHashTest {
    private static final int LENGTH = 77;

    @Test
    void equalBytesHaveEqualHashes() {
        byte[] bytes = new byte[1000];
        new Random(1).nextBytes(bytes);
        assertEquals(ContentHash.of(bytes).first, ContentHash.of(bytes.clone()).first);
        assertEquals(ContentHash.of(bytes).second, ContentHash.of(bytes.clone()).second);
    }

    /**
     * Both halves, for each bit of each byte, in all lanes and in the rest, and for all pairs of neighbouring words.
     */
    @Test
    void hashesOfSimilarBytesDiffer() {
        byte[] bytes = new byte[LENGTH];
        Set<Long> firsts = new HashSet<>();
        Set<Long> seconds = new HashSet<>();
        int tried = add(bytes, firsts, seconds);
        for (int bit = 0; bit < 8 * LENGTH; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            tried += add(bytes, firsts, seconds);
            for (int other = bit + 1; other < 8 * LENGTH; other++) {
                bytes[other / 8] ^= (byte) (1 << other % 8);
                tried += add(bytes, firsts, seconds);
                bytes[other / 8] ^= (byte) (1 << other % 8);
            }
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertEquals(tried, firsts.size());
        assertEquals(tried, seconds.size());
    }

    @Test
    void zerosOfAllLengthsDiffer() {
        Set<Long> firsts = new HashSet<>();
        Set<Long> seconds = new HashSet<>();
        for (int length = 0; length < 300; length++) {
            add(new byte[length], firsts, seconds);
        }
        assertTrue(firsts.size() == 300 && seconds.size() == 300);
    }

    private static int add(byte[] bytes, Set<Long> firsts, Set<Long> seconds) {
        ContentHash hash = ContentHash.of(bytes);
        firsts.add(hash.first);
        seconds.add(hash.second);
        return 1;
    }
}
