package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.BlockedReaders;
import dev.weft.tck.programs.Sleepers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fibers are many where kernel threads are few. */
@ExtendWith(Jvm.class)
class ManyThreadsTest {
    private static final int MOST_KERNEL_THREADS = 40;

    private static long kernelThreads(String out) {
        return out.lines()
                .filter(line -> line.startsWith("kernel threads: "))
                .mapToLong(line -> Long.parseLong(line.substring("kernel threads: ".length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(out));
    }

    private static int openFilesLimit() throws Exception {
        String line = Files.readAllLines(Path.of("/proc/self/limits")).stream()
                .filter(each -> each.startsWith("Max open files"))
                .findFirst()
                .orElseThrow();
        String hard = line.trim().split("\\s+")[4];
        return hard.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(hard);
    }

    /** Each connection has two ends in the one process. */
    @Test
    void thousandsBlockedInReadLineNeedFewKernelThreads() throws Exception {
        int count = Math.min(4_000, (openFilesLimit() - 200) / 2);
        Jvm.Result result = Jvm.run(
                Jvm.command(Launch.IMAGE, List.of("-Xmx400m"), BlockedReaders.class.getName(), "" + count), 120);
        assertTrue(result.out().endsWith("served: " + count + "\n"), result.toString());
        assertTrue(kernelThreads(result.out()) <= MOST_KERNEL_THREADS, result.out());
    }

    /** The count of kernel threads can show what it is to show. */
    @Test
    void onThePlainJdkAHundredBlockedInReadLineNeedAHundredKernelThreads() {
        Jvm.Result result = Jvm.run(Jvm.command(Launch.PLAIN, List.of(), BlockedReaders.class.getName(), "100"), 60);
        assertTrue(kernelThreads(result.out()) > 100, result.toString());
    }

    @Test
    void aHundredThousandSleepAtTheSameTime() {
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, List.of("-Xmx500m"), Sleepers.class.getName(), "100000"), 120);
        assertTrue(result.out().endsWith("too early: 0\n"), result.toString());
        assertTrue(kernelThreads(result.out()) <= MOST_KERNEL_THREADS, result.out());
        assertEquals(0, result.exit());
    }
}
