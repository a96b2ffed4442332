package jdk.internal.weft.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.internal.weft.JdkAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel says of threads, in a folder that is made like its own; and which files stay open meanwhile. */
class KernelThreadTest {
    /** One thread's files. */
    private static final int MOST_OPEN = 2;

    @TempDir
    private Path tasks;

    private final KernelThread kernel = new KernelThread(MOST_OPEN);

    private KernelFile file(int id, String name) {
        return new KernelFile(tasks.resolve(id + name).toString());
    }

    private void is(int id, char state, long nanos) throws IOException {
        Files.writeString(tasks.resolve(id + "stat"), id + " (a) b) " + state + " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
        Files.writeString(tasks.resolve(id + "schedstat"), nanos + " 1 2");
    }

    @AfterEach
    void allIsClosed() {
        assertEquals(0, JdkAccess.countOpen());
    }

    @Test
    void eachLookReadsFromTheBeginning() throws IOException {
        KernelFile stat = file(7, "stat");
        KernelFile schedstat = file(7, "schedstat");
        for (int i = 0; i < 3; i++) {
            is(7, i == 1 ? 'S' : 'R', 1_000_000 + i);
            assertTrue(kernel.look(stat, schedstat));
            assertEquals(i == 1, kernel.isBlocked());
            assertEquals(1_000_000 + i, kernel.nanos());
            assertEquals(MOST_OPEN, JdkAccess.countOpen());
        }
        kernel.close(stat);
        kernel.close(schedstat);
    }

    @Test
    void noMoreFilesStayOpenThanMay() throws IOException {
        KernelFile[] stats = {file(1, "stat"), file(2, "stat"), file(3, "stat")};
        KernelFile[] times = {file(1, "schedstat"), file(2, "schedstat"), file(3, "schedstat")};
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3; i++) {
                is(i + 1, 'R', 10 * i + round);
                assertTrue(kernel.look(stats[i], times[i]));
                assertEquals(10 * i + round, kernel.nanos());
                assertEquals(MOST_OPEN, JdkAccess.countOpen());
            }
        }
        kernel.close(stats[0]);
        kernel.close(times[0]);
        assertEquals(0, JdkAccess.countOpen());
        assertTrue(kernel.look(stats[2], times[2]));
        assertEquals(MOST_OPEN, JdkAccess.countOpen());
        kernel.close(stats[2]);
        kernel.close(times[2]);
        kernel.close(times[2]);
    }

    @Test
    void whatTellsNothingMoreIsClosed() throws IOException {
        KernelFile stat = file(4, "stat");
        KernelFile schedstat = file(4, "schedstat");
        is(4, 'R', 5);
        assertTrue(kernel.look(stat, schedstat));
        Files.writeString(tasks.resolve("4stat"), "");
        assertFalse(kernel.look(stat, schedstat));
        assertEquals(1, JdkAccess.countOpen());
        kernel.close(schedstat);
        Files.delete(tasks.resolve("4stat"));
        assertFalse(kernel.look(stat, schedstat));
    }
}
