package dev.weft.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The clock whose time a state word has room for, on the plain JVM. */
class CoarseClockTest {
    private static final long SECOND = 1_000_000_000;

    private final Method now;
    private final Method set;
    private final Method stop;
    private final Method secondsSince;

    CoarseClockTest() throws Exception {
        URL classes = Path.of("target/classes").toUri().toURL();
        Class<?> clock = new URLClassLoader(new URL[] {classes}, null).loadClass("jdk.internal.weft.timer.CoarseClock");
        now = clock.getMethod("now");
        set = clock.getMethod("set", long.class);
        stop = clock.getMethod("stop");
        secondsSince = clock.getMethod("secondsSince", int.class, long.class);
    }

    private int wordAt(long nanos) throws Exception {
        set.invoke(null, nanos);
        return (int) now.invoke(null);
    }

    @Test
    void whatWasKeptIsToldToAboutASecond() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long then = random.nextLong() / 2;
            long passed = Math.abs(random.nextInt()) * SECOND / 256;
            int word = wordAt(then);
            assertEquals(0, word & 0xff);
            long told = (long) secondsSince.invoke(null, word | random.nextInt(256), then + passed);
            if (word != 0) {
                long late = told - passed / SECOND;
                assertTrue(late >= -2 && late <= 1, then + " + " + passed + ": " + told);
            }
        }
    }

    @Test
    void aClockThatNobodySetsHasNoTime() throws Exception {
        wordAt(5_000 * SECOND);
        stop.invoke(null);
        assertEquals(0, now.invoke(null));
        assertEquals(-1L, secondsSince.invoke(null, 0x7f, 5_000 * SECOND));
    }
}
