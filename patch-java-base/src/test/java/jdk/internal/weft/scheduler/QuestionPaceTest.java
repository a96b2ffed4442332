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
    void eachNewPlaceIsHalfASecond() {
        ask(64, 0);
        assertEquals(1_000, next(69, 2) - 64);
        ask(1_064, 2);
        assertEquals(1_500, next(1_069, 5) - 1_064);
        ask(2_564, 5);
        assertEquals(500, next(2_569, 6) - 2_564);
    }

    @Test
    void manyPlacesThatAreNewDoubleThePause() {
        long at = 64;
        int places = 0;
        for (long pause : new long[] {5_000, 10_000, 16_000, 16_000}) {
            ask(at, places);
            places += 10;
            long next = next(at + 5, places);
            assertEquals(pause, next - at, "after " + at);
            at = next;
        }
    }

    @Test
    void thePauseShrinksWhereNoPlaceIsNew() {
        ask(64, 0);
        ask(next(70, 2), 2);
        long after = 64 + 1_000;
        for (long pause : new long[] {500, 250, 125}) {
            assertEquals(pause, next(after + 5, 2) - after);
            after += pause;
            ask(after, 2);
        }
        ask(next(after + 5, 2), 2);
        assertTrue(next(after + 5, 2) < after + 200, "no pause at all");
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
    void noneIsAskedForAWhileAfterTheCompilersWereBehind() {
        ask(100, 50);
        assertTrue(allows(105, 50), "no pause any more");
        pace.postpone(105 * MILLI);
        assertFalse(allows(168, 50));
        ask(169, 50);
        assertTrue(allows(174, 50), "no pause again");
    }
}
