package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How often fibers that compute are asked to leave, on the plain JVM. */
class QuestionPaceTest {
    private static final long MILLI = 1_000_000;

    private final QuestionPace pace = new QuestionPace(0);

    private boolean allows(long millis, int places) {
        return pace.allows(millis * MILLI, places);
    }

    private void ask(long millis, int places) {
        assertTrue(allows(millis, places), "at " + millis);
        pace.asked(millis * MILLI, places);
    }

    /** The first millisecond from that one on at which one may be asked. */
    private long next(long from, int places) {
        for (long millis = from; millis < from + 60_000; millis++) {
            if (allows(millis, places)) {
                return millis;
            }
        }
        throw new AssertionError("none is asked from " + from + " on");
    }

    @Test
    void programsThatStartAreNotAsked() {
        assertFalse(allows(63, 0));
        assertTrue(allows(64, 1000), "places of the start do not count");
    }

    @Test
    void whoLeavesAtKnownPlacesIsAskedWithoutAPause() {
        ask(100, 50);
        assertFalse(allows(101, 50), "one at a time, as long as it is not known what that makes");
        ask(105, 50);
        ask(106, 50);
        ask(106, 50);
        ask(120, 50);
    }

    @Test
    void placesThatAreNewDoubleThePause() {
        long at = 64;
        int places = 0;
        for (long pause = 128; pause <= 16_384; pause *= 2) {
            ask(at, places);
            places += 10;
            long next = next(at + 5, places);
            assertEquals(Math.min(pause, 16_000), next - at, "after " + at);
            at = next;
        }
    }

    @Test
    void thePauseShrinksWhereNoPlaceIsNew() {
        ask(64, 0);
        ask(next(70, 10), 10);
        ask(next(200, 20), 20);
        long before = next(460, 30);
        ask(before, 30);
        // 512 were due after the third new place; halved until none is left
        assertEquals(256, next(before + 5, 30) - before);
        ask(before + 256, 30);
        assertEquals(128, next(before + 261, 30) - before - 256);
    }

    @Test
    void someNewPlacesKeepThePause() {
        long at = 64;
        for (int places = 0; places < 40; places += 4) {
            ask(at, places);
            long next = next(at + 5, places + 4);
            assertEquals(64, next - at);
            at = next;
        }
        ask(at, 40);
        assertTrue(allows(at + 5, 40), "all are known");
    }

    @Test
    void oneNewPlaceAmongManyQuestionsIsFew() {
        ask(64, 0);
        for (int i = 0; i < 8; i++) {
            ask(70, 0);
        }
        assertTrue(allows(76, 2), "2 of 8");
        for (int i = 0; i < 8; i++) {
            ask(80, 2);
        }
        assertFalse(allows(86, 5), "3 of 8");
    }

    @Test
    void whereManyPlacesAreNewThePauseCanBeginOnceMore() {
        ask(64, 0);
        assertFalse(pace.isDear());
        assertEquals(128, next(69, 10) - 64);
        assertTrue(pace.isDear());
        pace.postpone(192 * MILLI);
        assertEquals(128, next(193, 10) - 192);
    }
}
