package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.AskedInMonitors;
import dev.weft.tck.programs.BesideLight;
import dev.weft.tck.programs.BlockedCarriers;
import dev.weft.tck.programs.BlockedInMonitors;
import dev.weft.tck.programs.BlockedReaders;
import dev.weft.tck.programs.Hogs;
import dev.weft.tck.programs.MonitorsLeaveNothing;
import dev.weft.tck.programs.Preempted;
import dev.weft.tck.programs.Sleepers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fibers are many where kernel threads are few. */
@Tag("alone")
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

    /** More than there may be carriers that compute. */
    @ParameterizedTest
    @ValueSource(strings = {"class", "fifo"})
    void carriersThatAreBlockedInTheKernelOrByTheVmAreReplacedWithoutALimit(String kind) {
        for (Launch launch : List.of(Launch.IMAGE, Launch.PLAIN)) {
            Jvm.Result result =
                    Jvm.run(Jvm.command(launch, List.of(), BlockedCarriers.class.getName(), kind, "600"), 120);
            assertEquals("done: 600\n", result.out(), result.toString());
        }
    }

    /**
     * Where those that compute were served in turn with all others, they yielded several times as often as there are of
     * them.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aThreadThatSleepsIsNotKeptWaitingByAllThatCompute(int carriers) {
        List<String> options = List.of("-Dweft.parallelism=" + carriers);
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, Hogs.class.getName(), "16", "30"), 120);
        int yields = Integer.parseInt(result.out().replace("yields: ", "").strip());
        assertTrue(yields < 16 * 30 / 2, result.toString());
    }

    /** In the middle of steps, with results of all kinds; {@code off} shows that the count can be 0. */
    @ParameterizedTest
    @ValueSource(strings = {"always", "off"})
    void whoNeitherParksNorYieldsIsMadeToLeaveBehindACall(String preemption) {
        List<String> options = List.of("-Dweft.parallelism=1", "-Dweft.preemption=" + preemption);
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, Preempted.class.getName(), "steps", "50"), 120);
        assertEquals("preempted: " + preemption.equals("always") + "\n", result.out(), result.toString());
    }

    /** Each round returns 2 x + 4 of its number x: 100 are 2 * 4950 + 400. */
    @Test
    void whoMayNotLeaveWhenItIsAskedToLeavesWhereItParks() {
        List<String> options = List.of("-Dweft.parallelism=1", "-Dweft.preemption=always");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, AskedInMonitors.class.getName()), 120);
        assertEquals("sum: 10300 held: false\npreempted: true pinned: 0\n", result.out(), result.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void threadsThatComputeTakeTurns(int carriers) {
        List<String> options = List.of("-Dweft.parallelism=" + carriers);
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, Preempted.class.getName(), "hogs", "8", "50"), 120);
        assertTrue(result.out().startsWith("preempted: "), result.toString());
    }

    /** Nobody starves: neither who computes, while processors are kept for the light ones, nor these. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5})
    void threadsThatComputeAndLightOnesGoOnBesideEachOther(int computing) {
        List<String> options = List.of("-Dweft.parallelism=2");
        Jvm.Result result = Jvm.run(
                Jvm.command(Launch.IMAGE, options, BesideLight.class.getName(), String.valueOf(computing)), 120);
        assertEquals("all went on\n", result.out(), result.toString());
    }

    /** Their carriers were blocked when the watchdog looked, and nobody waits from then on. */
    @Test
    void threadsThatWereBlockedBeforeTheyComputeTakeTurnsToo() {
        List<String> options = List.of("-Dweft.parallelism=2");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, Preempted.class.getName(), "late", "8", "50"), 60);
        assertTrue(result.out().startsWith("preempted: "), result.toString());
    }

    @Test
    void withoutPreemptionTheyDoNot() {
        List<String> options = List.of("-Dweft.preemption=off");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, Preempted.class.getName(), "hogs", "8", "0"), 120);
        assertEquals("preempted: 0\n", result.out(), result.toString());
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

    /** Two carriers; each way with so many threads that a kernel thread for each would show. */
    @ParameterizedTest
    @ValueSource(strings = {"park", "wait", "timedWait", "enter"})
    void tenThousandBlockedInMonitorsNeedFewKernelThreads(String way) {
        List<String> options = List.of("-Xmx400m", "-Dweft.parallelism=2");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, BlockedInMonitors.class.getName(), way, "10000"), 120);
        assertTrue(result.out().endsWith("another goes on, while there are done: 0\ndone: 10000\n"), result.toString());
        assertTrue(kernelThreads(result.out()) <= MOST_KERNEL_THREADS, result.out());
    }

    @Test
    void onThePlainJdkAHundredBlockedInMonitorsNeedAHundredKernelThreads() {
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.PLAIN, List.of(), BlockedInMonitors.class.getName(), "park", "100"), 60);
        assertTrue(result.out().endsWith("done: 100\n"), result.toString());
        assertTrue(kernelThreads(result.out()) > 100, result.toString());
    }

    /** The long form: {@code -Dtck.suspensions=10000000}. */
    @Test
    void suspensionsInsideMonitorsLeaveNothingBehind() {
        String count = System.getProperty("tck.suspensions", "1000000");
        List<String> options = List.of("-Xmx32m", "--add-exports=java.base/jdk.internal.weft.monitor=ALL-UNNAMED");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, MonitorsLeaveNothing.class.getName(), count), 600);
        assertEquals("suspensions: " + count + ", few entries left: true\n", result.out(), result.err());
    }
}
