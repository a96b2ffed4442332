package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Carriers that are ordered count as running, so that none has to be made. */
class IdleWorkersTest {
    private final IdleWorkers workers = new IdleWorkers(4);

    private void run(int count) {
        for (int i = 0; i < count; i++) {
            workers.queued(true);
            workers.endSearch();
        }
    }

    private int ordered() {
        int ordered = 0;
        while (workers.takeOrder()) {
            ordered++;
        }
        return ordered;
    }

    @Test
    void asManyAreCalledAsAreToRun() {
        run(4);
        assertTrue(workers.isFull());
        workers.queued(true);
        assertEquals(4, ordered());
    }

    @Test
    void whatIsLentIsNotCalled() {
        workers.lend(1);
        assertEquals(3, workers.limit());
        run(3);
        assertTrue(workers.isFull());
        workers.queued(true);
        assertEquals(3, ordered());
        assertEquals(4, workers.parallelism());
    }

    @Test
    void thoseThatRunAreTooManyWhereSomeAreLentAndAreNotWhenTheseComeBack() {
        run(4);
        assertFalse(workers.isCrowded());
        workers.lend(2);
        assertTrue(workers.isCrowded());
        workers.lend(0);
        assertFalse(workers.isCrowded());
    }

    @Test
    void oneIsNeverLent() {
        workers.lend(9);
        assertEquals(1, workers.limit());
        workers.setParallelism(1);
        assertEquals(1, workers.limit());
        workers.lend(1);
        assertEquals(1, workers.limit());
    }

    @Test
    void theBackgroundDoesNotGetWhatIsKept() {
        assertEquals(4, workers.backgroundLimit());
        workers.keep(1);
        assertEquals(3, workers.backgroundLimit());
        assertEquals(4, workers.limit());
        workers.lend(1);
        assertEquals(2, workers.backgroundLimit());
        workers.keep(0);
        assertEquals(3, workers.backgroundLimit());
    }

    @Test
    void theBackgroundHasOneAtLeast() {
        workers.keep(9);
        assertEquals(1, workers.backgroundLimit());
        workers.lend(9);
        assertEquals(1, workers.backgroundLimit());
        workers.setParallelism(1);
        assertEquals(1, workers.backgroundLimit());
    }
}
