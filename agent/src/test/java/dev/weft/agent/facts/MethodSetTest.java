package dev.weft.agent.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MethodSetTest {
    private static final int PLACES = 70;

    private static MethodSet of(BitSet bits) {
        return bits.stream().boxed().reduce(MethodSet.NONE, MethodSet::with, MethodSet::or);
    }

    private static BitSet random(Random random) {
        BitSet bits = new BitSet();
        for (int i = random.nextInt(12); i > 0; i--) {
            bits.set(random.nextInt(PLACES));
        }
        return bits;
    }

    private static void check(BitSet expected, MethodSet actual) {
        assertEquals(of(expected), actual);
        assertEquals(expected.isEmpty(), actual.isEmpty());
        for (int i = 0; i < PLACES + 10; i++) {
            assertEquals(expected.get(i), actual.has(i), "place " + i);
        }
        assertTrue(actual.end() >= expected.length() && actual.end() < expected.length() + Byte.SIZE);
        assertEquals(actual, MethodSet.of(actual.bits()));
    }

    @Test
    void isASet() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            BitSet first = random(random);
            BitSet second = random(random);
            check(first, of(first));
            BitSet all = (BitSet) first.clone();
            all.or(second);
            check(all, of(first).or(of(second)));
            BitSet rest = (BitSet) first.clone();
            rest.andNot(second);
            check(rest, of(first).without(of(second)));
            BitSet both = (BitSet) first.clone();
            both.and(second);
            check(both, of(first).and(of(second)));
        }
    }

    @Test
    void zerosAtTheEndDoNotMatter() {
        assertEquals(MethodSet.NONE.with(3), MethodSet.of(new byte[] {8, 0, 0}));
        assertEquals(MethodSet.NONE, MethodSet.of(new byte[9]));
        assertFalse(MethodSet.NONE.has(0));
    }

    @Test
    void methodsHavePlacesOfTheirOwn() {
        QuietSoFar quiet = new QuietSoFar(MethodSet.NONE.with(1), 0x1234567890L);
        Set<Integer> places = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            int place = quiet.place(i);
            assertTrue(place >= 0 && place <= Short.MAX_VALUE, "place " + place);
            places.add(place);
        }
        assertTrue(places.size() > 900, "so many places: " + places.size());
    }
}
