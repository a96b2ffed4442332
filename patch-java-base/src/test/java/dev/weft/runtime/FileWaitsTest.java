package dev.weft.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which calls for files are expected to wait, on the plain JVM. */
class FileWaitsTest {
    private static final int READS = 1;
    private static final int FORCES = 3;
    private static final int EXPECTED = 16;
    private static final long SHORT_NANOS = 5_000;
    private static final long LONG_NANOS = 200_000;

    private URLClassLoader loader;
    private Class<?> waits;
    private Object subject;

    @BeforeEach
    void load() throws Exception {
        URL classes = Path.of("target/classes").toUri().toURL();
        loader = new URLClassLoader(new URL[] {classes}, null);
        waits = loader.loadClass("jdk.internal.weft.scheduler.FileWaits");
        Constructor<?> constructor = waits.getDeclaredConstructor();
        constructor.setAccessible(true);
        subject = constructor.newInstance();
    }

    @AfterEach
    void close() throws Exception {
        loader.close();
    }

    private Object call(String name, Class<?>[] types, Object... arguments) throws Exception {
        Method method = waits.getDeclaredMethod(name, types);
        method.setAccessible(true);
        return method.invoke(subject, arguments);
    }

    private boolean areExpected(int kind) throws Exception {
        return (Boolean) call("areExpected", new Class<?>[] {int.class}, kind);
    }

    private void hasTaken(int kind, long nanos) throws Exception {
        call("hasTaken", new Class<?>[] {int.class, long.class}, kind, nanos);
    }

    @Test
    void readsAreFastUntilOneHasBeenSeenToWait() throws Exception {
        assertFalse(areExpected(READS));
        call("hasWaited", new Class<?>[] {int.class}, READS);
        assertTrue(areExpected(READS));
    }

    @Test
    void forcingIsSlowFromTheFirstOneOn() throws Exception {
        assertTrue(areExpected(FORCES));
    }

    @Test
    void manyShortCallsInARowEndTheExpectation() throws Exception {
        call("hasWaited", new Class<?>[] {int.class}, READS);
        int shortCalls = 0;
        while (areExpected(READS)) {
            hasTaken(READS, SHORT_NANOS);
            shortCalls++;
        }
        assertEquals(EXPECTED, shortCalls);
        hasTaken(READS, SHORT_NANOS);
        assertFalse(areExpected(READS));
    }

    @Test
    void aLongOneBeginsItAnew() throws Exception {
        call("hasWaited", new Class<?>[] {int.class}, READS);
        for (int i = 1; i < EXPECTED; i++) {
            hasTaken(READS, SHORT_NANOS);
        }
        hasTaken(READS, LONG_NANOS);
        for (int i = 1; i < EXPECTED; i++) {
            hasTaken(READS, SHORT_NANOS);
            assertTrue(areExpected(READS));
        }
        assertTrue(areExpected(FORCES));
    }
}
