package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LastQuestionTest {
    private static final long MILLI = 1_000_000;
    private static final long MOUNT = 7;

    private final LastQuestion last = new LastQuestion();

    @Test
    void eachMountIsAskedOnceAtLeast() {
        assertTrue(last.isAnotherDue(MOUNT, 0, MILLI));
        last.ask(MOUNT, 0, MILLI);
        assertFalse(last.isAnotherDue(MOUNT, 0, MILLI));
        assertTrue(last.isAnotherDue(MOUNT + 1, 0, MILLI));
        assertTrue(last.isOf(MOUNT));
        assertFalse(last.isOf(MOUNT + 1));
    }

    @Test
    void timeWithoutAProcessorDoesNotCount() {
        last.ask(MOUNT, 0, 5 * MILLI);
        assertFalse(last.isAnotherDue(MOUNT, 1_000 * MILLI, 25 * MILLI - 1));
        assertTrue(last.isAnotherDue(MOUNT, 1_000 * MILLI, 25 * MILLI));
    }

    @Test
    void allTimeCountsWhereTheKernelTellsNoOther() {
        last.ask(MOUNT, MILLI, 0);
        assertFalse(last.isAnotherDue(MOUNT, 21 * MILLI - 1, 0));
        assertTrue(last.isAnotherDue(MOUNT, 21 * MILLI, 0));
    }
}
