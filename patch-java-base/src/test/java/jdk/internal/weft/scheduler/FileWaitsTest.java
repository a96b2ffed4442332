package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which calls for files are expected to wait, on the plain JVM. */
class FileWaitsTest {
    private static final int READS = 1;
    private static final int FORCES = 3;
    private static final int EXPECTED = 16;
    private static final long SHORT_NANOS = 5_000;
    private static final long LONG_NANOS = 200_000;

    private final FileWaits waits = new FileWaits();

    @Test
    void readsAreFastUntilOneHasBeenSeenToWait() {
        assertFalse(waits.areExpected(READS));
        waits.hasWaited(READS);
        assertTrue(waits.areExpected(READS));
    }

    @Test
    void forcingIsSlowFromTheFirstOneOn() {
        assertTrue(waits.areExpected(FORCES));
    }

    @Test
    void manyShortCallsInARowEndTheExpectation() {
        waits.hasWaited(READS);
        int shortCalls = 0;
        while (waits.areExpected(READS)) {
            waits.hasTaken(READS, SHORT_NANOS);
            shortCalls++;
        }
        assertEquals(EXPECTED, shortCalls);
        waits.hasTaken(READS, SHORT_NANOS);
        assertFalse(waits.areExpected(READS));
    }

    @Test
    void aLongOneBeginsItAnew() {
        waits.hasWaited(READS);
        for (int i = 1; i < EXPECTED; i++) {
            waits.hasTaken(READS, SHORT_NANOS);
        }
        waits.hasTaken(READS, LONG_NANOS);
        for (int i = 1; i < EXPECTED; i++) {
            waits.hasTaken(READS, SHORT_NANOS);
            assertTrue(waits.areExpected(READS));
        }
        assertTrue(waits.areExpected(FORCES));
    }
}
