package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LightLoadTest {
    private static final int LOOKS = 1_000;

    private final LightLoad load = new LightLoad();

    /** What is kept of that many processors at each of the looks after the first ones. */
    private IntStream kept(IntUnaryOperator running, int computing, int processors) {
        return IntStream.range(0, LOOKS)
                .map(i -> load.kept(running.applyAsInt(i), computing, processors))
                .skip(LOOKS / 10);
    }

    private int keptAtLast(int running, int computing, int processors) {
        return kept(i -> running, computing, processors).reduce(0, (a, b) -> b);
    }

    @Test
    void forEachThatRunsAtEachLookOneIsKept() {
        assertEquals(0, load.kept(2, 8, 8));
        assertEquals(2, keptAtLast(2, 8, 8));
    }

    @Test
    void theLoadOfAWhileAgoIsForgotten() {
        keptAtLast(2, 8, 8);
        assertEquals(0, keptAtLast(0, 8, 8));
    }

    @Test
    void thoseThatComputeHaveOneAtLeast() {
        assertEquals(1, keptAtLast(2, 2, 2));
        assertEquals(0, keptAtLast(2, 2, 1));
    }

    @Test
    void nothingIsKeptWhereManyComputeOrNobody() {
        assertEquals(1, keptAtLast(1, 4, 2));
        assertEquals(0, keptAtLast(1, 5, 2));
        assertEquals(0, keptAtLast(1, 0, 2));
    }

    @Test
    void whileThoseThatComputeSleepItIsKeptForThem() {
        keptAtLast(1, 2, 2);
        assertEquals(1, load.kept(1, 0, 2));
        assertEquals(0, keptAtLast(1, 0, 2));
    }

    @Test
    void whoRestsNowAndThenCountsAndWhoRestsOftenDoesNot() {
        assertEquals(1, kept(i -> i % 10 == 0 ? 0 : 1, 2, 2).min().getAsInt());
        assertEquals(0, kept(i -> i % 2, 2, 2).max().getAsInt());
    }
}
