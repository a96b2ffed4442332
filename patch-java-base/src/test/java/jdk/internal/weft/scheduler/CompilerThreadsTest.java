package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the compilers have work, in a folder that is made like the kernel's. */
class CompilerThreadsTest {
    private static final long SECOND = 1_000_000_000;

    /** After so long the kernel is asked again. */
    private static final long AGAIN = 5_000_000;

    @TempDir
    private Path tasks;

    private CompilerThreads threads;

    @BeforeEach
    void make() {
        threads = new CompilerThreads(new KernelThread(), tasks.toFile());
    }

    private void is(int id, String name, char state) throws IOException {
        Files.createDirectories(tasks.resolve("" + id));
        Files.writeString(
                tasks.resolve(id + "/stat"), id + " (" + name + ") " + state + " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    }

    @Test
    void theyAreBusyWhereOneRunsOrWaitsForAProcessor() throws IOException {
        is(12, "java", 'R');
        is(13, "C2 CompilerThre", 'S');
        is(14, "C1 CompilerThre", 'S');
        assertFalse(threads.areBusy(0));
        is(14, "C1 CompilerThre", 'R');
        assertTrue(threads.areBusy(AGAIN));
        is(14, "C1 CompilerThre", 'D');
        assertFalse(threads.areBusy(2 * AGAIN));
        is(13, "C2 CompilerThre", 'R');
        assertTrue(threads.areBusy(3 * AGAIN));
    }

    @Test
    void theKernelIsNotAskedAgainAtOnce() throws IOException {
        is(13, "C2 CompilerThre", 'S');
        assertFalse(threads.areBusy(SECOND));
        is(13, "C2 CompilerThre", 'R');
        assertFalse(threads.areBusy(SECOND + AGAIN - 1));
        assertTrue(threads.areBusy(SECOND + AGAIN));
    }

    @Test
    void otherThreadsDoNotCount() throws IOException {
        is(12, "x (C2 CompilerT", 'R');
        is(13, "weft-carrier-0", 'R');
        assertFalse(threads.areBusy(0));
    }

    @Test
    void whoCameIsSeenAfterAWhileAndWhoHasEndedIsNotBusy() throws IOException {
        assertFalse(threads.areBusy(SECOND));
        is(13, "C2 CompilerThre", 'R');
        assertFalse(threads.areBusy(10 * SECOND));
        assertTrue(threads.areBusy(11 * SECOND));
        Files.delete(tasks.resolve("13/stat"));
        assertFalse(threads.areBusy(12 * SECOND));
    }

    @Test
    void whereTheKernelTellsNothingTheyAreNotBusy() throws IOException {
        Files.delete(tasks);
        assertFalse(threads.areBusy(0));
        Files.createDirectories(tasks);
    }
}
