package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long MILLI = 1_000_000;

    private final Patience patience = new Patience(MILLI);

    @Test
    void allThatRunAreReplacedAfterAShortTime() {
        assertFalse(patience.isOver(false, 0, MILLI - 1, MILLI - 1));
        assertTrue(patience.isOver(false, 0, MILLI, 0));
        assertEquals(Patience.MAX_COMPUTING, patience.most(false, 0, true));
    }

    @Test
    void thoseThatHaveUsedUpASliceAreReplacedBefore() {
        assertEquals(Patience.MAX_PROMPT, patience.most(false, 0, false));
    }

    @Test
    void whereManyComputeOthersWaitLonger() {
        assertTrue(patience.isOver(false, 63, MILLI, 0));
        assertFalse(patience.isOver(false, 64, 50 * MILLI - 1, 50 * MILLI - 1));
        assertTrue(patience.isOver(false, 64, 50 * MILLI, 0));
    }

    @Test
    void besideCompilersOnlyProcessorTimeCountsForLong() {
        assertFalse(patience.isOver(true, 0, 249 * MILLI, 50 * MILLI - 1));
        assertTrue(patience.isOver(true, 0, 50 * MILLI, 50 * MILLI));
    }

    @Test
    void besideCompilersNobodyWaitsForEverOnABusyMachine() {
        assertTrue(patience.isOver(true, 0, 250 * MILLI, 0));
    }

    @Test
    void thoseThatTakeTurnsHaveNoOthersBesideThemSooner() {
        assertFalse(patience.isOverWithOne(false, 50 * MILLI - 1, 0));
        assertTrue(patience.isOverWithOne(false, 50 * MILLI, 0));
        assertFalse(patience.isOverWithOne(true, 249 * MILLI, 50 * MILLI - 1));
        assertTrue(patience.isOverWithOne(true, 250 * MILLI, 0));
    }

    @Test
    void besideCompilersOneIsAddedAtATime() {
        assertEquals(3, patience.most(true, 3, false));
        assertEquals(4, patience.most(true, 3, true));
        assertEquals(Patience.MAX_COMPUTING, patience.most(true, Patience.MAX_COMPUTING, true));
    }
}
