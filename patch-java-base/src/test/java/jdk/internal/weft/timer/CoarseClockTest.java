package jdk.internal.weft.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The clock whose time a state word has room for, on the plain JVM. */
class CoarseClockTest {
    private static final long SECOND = 1_000_000_000;

    private int wordAt(long nanos) {
        CoarseClock.set(nanos);
        return CoarseClock.now();
    }

    @Test
    void whatWasKeptIsToldToAboutASecond() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long then = random.nextLong() / 2;
            long passed = Math.abs(random.nextInt()) * SECOND / 256;
            int word = wordAt(then);
            assertEquals(0, word & 0xff);
            long told = CoarseClock.secondsSince(word | random.nextInt(256), then + passed);
            if (word != 0) {
                long late = told - passed / SECOND;
                assertTrue(late >= -2 && late <= 1, then + " + " + passed + ": " + told);
            }
        }
    }

    @Test
    void aClockThatNobodySetsHasNoTime() {
        wordAt(5_000 * SECOND);
        CoarseClock.stop();
        assertEquals(0, CoarseClock.now());
        assertEquals(-1L, CoarseClock.secondsSince(0x7f, 5_000 * SECOND));
    }
}
