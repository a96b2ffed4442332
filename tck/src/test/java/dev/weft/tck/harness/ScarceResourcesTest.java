package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.CastWithoutMemory;
import dev.weft.tck.programs.CatchesInAFullHeap;
import dev.weft.tck.programs.CompilesOncePrepared;
import dev.weft.tck.programs.DeepFirstUses;
import dev.weft.tck.programs.DeepLoads;
import dev.weft.tck.programs.DeepLookups;
import dev.weft.tck.programs.EndOfStack;
import dev.weft.tck.programs.EndsInAFullHeap;
import dev.weft.tck.programs.Errors;
import dev.weft.tck.programs.FillsClassSpace;
import dev.weft.tck.programs.FillsWhileAllPark;
import dev.weft.tck.programs.FirstWakes;
import dev.weft.tck.programs.FirstWithoutDescriptors;
import dev.weft.tck.programs.FullFromTheStart;
import dev.weft.tck.programs.HolderWaitsWhereTheStackEnds;
import dev.weft.tck.programs.LargeClass;
import dev.weft.tck.programs.LinksAfterTheFirstThread;
import dev.weft.tck.programs.LinksWithoutMemory;
import dev.weft.tck.programs.LocksAtEndOfStack;
import dev.weft.tck.programs.LookUpsWithoutThreads;
import dev.weft.tck.programs.NoDescriptors;
import dev.weft.tck.programs.NoMemoryForFrames;
import dev.weft.tck.programs.NoMemoryTraces;
import dev.weft.tck.programs.NoThreads;
import dev.weft.tck.programs.NotifiesWhereTheStackEnds;
import dev.weft.tck.programs.RecursesWherePinned;
import dev.weft.tck.programs.WaitsInAFullHeap;
import dev.weft.tck.programs.WaitsWhereTheStackEnds;
import dev.weft.tck.programs.WaitsWhileAResumerLacks;
import dev.weft.tck.programs.WaitsWithoutThreads;
import dev.weft.tck.programs.WakesWhereTheStackEnds;
import dev.weft.tck.programs.WhereAmI;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole programs in child JVMs that run out of memory, stack, threads, descriptors or room on the disk.
 *
 * <p>The class stays whole because it is a list: one test for each program.
 */
@ExtendWith(Jvm.class)
class ScarceResourcesTest {
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void anErrorForWantOfMemoryNamesTheCallersThatHadWaited(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of("-Xmx64m"), NoMemoryTraces.class.getName()), 120);
        assertEquals("inner\nmiddle\nrun\nrun\n", result.out(), result.err());
        String frames = result.err().replaceAll("(?m)^\tat .*\\.(\\w+)\\(.*$", "$1");
        assertTrue(
                frames.startsWith("Exception in thread \"asks\" java.lang.OutOfMemoryError: Java heap space\n"
                        + "inner\nmiddle\nrun\nrun\n"),
                result.err());
    }

    /** A small limit for files is as a full disk. */
    @Test
    void aDiskThatIsFullGivesTheNextRunNothingToSay(@TempDir Path classes) {
        List<String> options = List.of("-XX:-UsePerfData", "-Dtck.classes=" + classes);
        for (int blocks : new int[] {4, 100_000}) {
            ProcessBuilder command = Jvm.command(Launch.IMAGE, options, WhereAmI.class.getName());
            List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f " + blocks + "; exec \"$@\"", "sh"));
            limited.addAll(command.command());
            Jvm.Result result = Jvm.run(command.command(limited), 60);
            assertEquals("", result.err());
            assertEquals(0, result.exit());
        }
    }

    @EachLaunch(
            value = Launch.IMAGE,
            nightly = {Launch.PLAIN, Launch.PATCH, Launch.CHAOS})
    @Tag("nightly")
    void errorsOfTheVmReachTheHandlerOfTheirThreadAndLeaveTheOthersRunning(Launch launch) {
        Jvm.Result result = Jvm.run(launch, Errors.class);
        String expected = ("java.lang.StackOverflowError in its thread: true\nalive: false\n".repeat(2)
                                + "java.lang.OutOfMemoryError in its thread: true\nalive: false\n"
                                + "java.lang.AssertionError in its thread: true\nalive: false\n")
                        .repeat(3)
                + "the others go on\n";
        assertEquals(expected, result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
    }

    /** The limit is the shell's: the launcher starts within it. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void threadsThatFirstWaitWhileNoDescriptorIsLeftWaitAllTheSame(Launch launch) {
        ProcessBuilder command = Jvm.command(launch, List.of("-Xmx200m"), NoDescriptors.class.getName());
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -n 150; exec \"$@\"", "sh"));
        limited.addAll(command.command());
        Jvm.Result result = Jvm.run(command.command(limited), 120);
        assertEquals(
                "before: 1\nnone is left\nsocket: 2\nprocess: 3\nsocket: 4\npinned: 0\n", result.out(), result.err());
    }

    /** The plain JDK, too, has failed for ever in some of these, but for classes of its own. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"start", "interrupt", "trace", "walk", "reflect", "read"})
    void whatIsFirstDoneAtTheEndOfAStackWorksLater(String what) {
        ProcessBuilder command = Jvm.command(
                Launch.IMAGE, List.of("-Xint", "-Xss400k", "-Dweft.parallelism=2"), EndOfStack.class.getName(), what);
        Jvm.Result result = Jvm.run(command, 120);
        assertEquals(what + " works\n", result.out(), result.err());
    }

    /** Frames of the probe are smaller then than those of initializers, which are interpreted in any case. */
    @Test
    void aFileFirstReadAtTheEndOfACompiledStackIsReadLater() {
        List<String> options = List.of("-Xss400k", "-Dweft.parallelism=2");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, EndOfStack.class.getName(), "read"), 120);
        assertEquals("read works\n", result.out(), result.err());
    }

    /** What the plain JDK does without descriptors, and that all goes well later. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "read, went well",
        "accept, IOException",
        "connect, IOException",
        "datagram, went well",
        "process, IOException",
        "file, IOException",
        "lookup, went well",
        "channel, IOException",
        "adaptor, IOException",
        "pipe, went well",
        "output, went well",
        "thread, went well",
        "trace, went well"
    })
    void whatIsFirstDoneWithoutDescriptorsGoesWellLater(String what, String without) {
        ProcessBuilder command =
                Jvm.command(Launch.IMAGE, List.of("-Xmx200m"), FirstWithoutDescriptors.class.getName(), what);
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -n 150; exec \"$@\"", "sh"));
        limited.addAll(command.command());
        Jvm.Result result = Jvm.run(command.command(limited), 60);
        assertEquals(what + ": " + without + ", then went well\n", result.out(), result.err());
    }

    /** The depth of the stack differs by the compiler. */
    @ParameterizedTest
    @CsvSource({
        "interrupt,-Xint",
        "interrupt,-XX:TieredStopAtLevel=1",
        "unpark,-XX:TieredStopAtLevel=1",
        "notify,-XX:TieredStopAtLevel=1"
    })
    void whoIsWokenWhereAStackEndsGoesOn(String way, String option) {
        List<String> options =
                List.of("-Xss256k", "-Xmx200m", option, "-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, WakesWhereTheStackEnds.class.getName(), way), 200);
        assertEquals("asleep: 0\n".repeat(3), result.out(), result.err());
        assertTrue(result.err().contains("the stack has ended"), result.err());
    }

    @ParameterizedTest
    @CsvSource({"notify,-Xshare:auto", "notifyAll,-Xshare:auto", "notify,-Xint", "notifyAll,-Xint"})
    void whoIsNotifiedNearTheEndOfAStackGoesOn(String way, String option) {
        List<String> options = List.of("-Xss256k", option, "-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, NotifiesWhereTheStackEnds.class.getName(), way), 200);
        assertEquals("some thrown, asleep: 0\n", result.out(), result.err());
    }

    @ParameterizedTest
    @CsvSource({"suspended,-Xshare:auto", "suspended,-Xint", "pinned,-XX:TieredStopAtLevel=1"})
    void whoHoldsTheMonitorThatItWaitsForNearTheEndOfAStackHoldsItAgain(String way, String option) {
        List<String> options = List.of("-Xss256k", option, "-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings");
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, options, HolderWaitsWhereTheStackEnds.class.getName(), way), 300);
        assertEquals("some thrown, good: 40\n", result.out(), result.err());
    }

    @Tag("long")
    @Test
    void whoWaitsWhereItsStackEndsWaitsOrIsToldSo() {
        whoWaitsWhereItsStackEndsWaitsOrIsToldSo("-Xshare:auto");
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
    void whoWaitsWhereItsStackEndsWaitsOrIsToldSoInEachFormOfTheVm(String option) {
        whoWaitsWhereItsStackEndsWaitsOrIsToldSo(option);
    }

    private static void whoWaitsWhereItsStackEndsWaitsOrIsToldSo(String option) {
        List<String> options = List.of("-Xss256k", option, "-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, WaitsWhereTheStackEnds.class.getName()), 200);
        assertTrue(
                result.out().matches("(\\w+: (some|none) ended, (some|none) thrown, 0 wrong\n){8}"), result.toString());
        assertTrue(result.out().contains("yield: "), result.toString());
    }

    /** By the limit of the address space, which is full when the first threads are to start. */
    @EachLaunch(
            value = Launch.IMAGE,
            nightly = {Launch.PLAIN, Launch.PATCH})
    @Tag("nightly")
    void threadsThatStartAfterTheFirstCouldNotRun(Launch launch) {
        threadsStartAtTheThirdTime(launch);
    }

    /** The watchdog has a thread, and would wait for that of a carrier for ever. */
    @EachLaunch(Launch.IMAGE)
    void theFirstThreadCannotStartWhereNoCarrierCan(Launch launch) {
        threadsStartAtTheThirdTime(launch, "four");
    }

    private static void threadsStartAtTheThirdTime(Launch launch, String... arguments) {
        String stack = arguments.length > 0 ? "-Xss256m" : "-Xss1m";
        List<String> options = List.of("-Xmx64m", "-Xint", stack, "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=100g");
        ProcessBuilder command = Jvm.command(launch, options, NoThreads.class.getName(), arguments);
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -v 9000000; exec \"$@\"", "sh"));
        limited.addAll(command.command());
        Jvm.Result result = Jvm.run(command.command(limited), 120);
        for (String each : List.of("first: none", "second: none")) {
            assertTrue(result.out().contains(each + ": unable to create native thread\n"), result.toString());
        }
        assertTrue(result.out().contains("third: started\n"), result.toString());
    }

    /** By the limit of the address space. The plain JDK needs no thread for a look-up. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    @Tag("nightly")
    void aHostNameIsLookedUpThoughNoThreadCanBeMadeForIt(Launch launch) {
        // where classes must be loaded at the end, to write the cache, the VM aborts for want of memory
        List<String> options =
                List.of("-Xmx64m", "-Xint", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=100g", "-Dweft.cache=off");
        ProcessBuilder command = Jvm.command(launch, options, LookUpsWithoutThreads.class.getName());
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -v 6000000; exec \"$@\"", "sh"));
        limited.addAll(command.command());
        Jvm.Result result = Jvm.run(command.command(limited), 120);
        List<String> lines = result.out()
                .lines()
                .filter(line -> !line.startsWith("["))
                .sorted()
                .toList();
        assertEquals(
                List.of("a fiber has looked up", "a pinned fiber has looked up", "kept: true"), lines, result.err());
    }

    /** By the limit of the address space. On the plain JDK the thread that reads was started before. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    @Tag("nightly")
    void descriptorsThatAreWaitedForWhenNoThreadCanBeMadeHarmNoOthers(Launch launch) {
        List<String> options =
                List.of("-Xmx64m", "-Xint", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=100g", "-Dweft.cache=off");
        ProcessBuilder command = Jvm.command(launch, options, WaitsWithoutThreads.class.getName());
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -v 6000000; exec \"$@\"", "sh"));
        limited.addAll(command.command());
        Jvm.Result result = Jvm.run(command.command(limited), 120);
        assertEquals("before: 1\nread: 2\nstrange: 0\nkept: true\n", result.out(), result.err());
    }

    @Tag("nightly")
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void whenThereIsNoMemoryForFramesTheErrorRunsAllFinallyBlocks(Launch launch) {
        // by itself a thread that is given so large a stack stays a platform thread
        List<String> options = List.of("-Xmx32m", "-Dweft.lightweight=name:deep");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, NoMemoryForFrames.class.getName()), 300);
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= 2; i++) {
            expected.append("java.lang.OutOfMemoryError\nentered " + 21 * i + ", left " + 21 * i + "\n");
        }
        assertEquals(expected.toString(), result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
    }

    @Tag("long")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void waitingNeedsNoMemory(Launch launch) {
        List<String> options = List.of("-Xmx24m", "-XX:+UseSerialGC");
        for (String who : List.of("main", "thread")) {
            Jvm.Result result = Jvm.run(Jvm.command(launch, options, WaitsInAFullHeap.class.getName(), who), 120);
            assertEquals("failed: 0 0 0 0 0\n", result.out(), who + ": " + result);
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatIsInitializedInAFullHeapWorksLater(Launch launch) {
        // without the cache there is nothing that a fiber could go on with, unless it is made
        for (String cache : List.of("on", "off")) {
            List<String> options = List.of("-Xmx48m", "-XX:+UseSerialGC", "-Dweft.cache=" + cache);
            Jvm.Result result = Jvm.run(Jvm.command(launch, options, FullFromTheStart.class.getName()), 120);
            assertEquals("done\n", result.out(), cache + ": " + result.err());
            // the VM's own agent library says in a full heap that it is one
            assertFalse(result.err().contains("Exception in thread"), result.err());
        }
    }

    /** The first fiber that went on needed a class that was not loaded yet. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whoHasParkedGoesOnInAFullHeap(Launch launch) {
        assertParkedGoOn(launch, "-Xmx48m");
        assertParkedGoOn(launch, "-Xmx100m", "prepared");
    }

    private static void assertParkedGoOn(Launch launch, String heap, String... arguments) {
        Jvm.Result result = parkInAFullHeap(launch, heap, List.of(), arguments);
        assertTrue(result.out().endsWith("depths: 28\n"), heap + ": " + result);
    }

    private static Jvm.Result parkInAFullHeap(Launch launch, String heap, List<String> more, String... arguments) {
        List<String> options = new ArrayList<>(more);
        options.addAll(List.of(heap, "-XX:+UseSerialGC", "-Dweft.cache=off"));
        options.add("--add-exports=java.base/java.weft=ALL-UNNAMED");
        return Jvm.run(Jvm.command(launch, options, FillsWhileAllPark.class.getName(), arguments), 120);
    }

    /** What is first initialized in a full heap has failed for the life of the VM. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void whatMakesResumersIsThereWhenHalfOfTheHeapIsUsed(Launch launch) {
        Jvm.Result result = parkInAFullHeap(launch, "-Xmx100m", List.of("-Xlog:class+load"), "half");
        assertTrue(result.out().contains("\ndepths: 28\n"), result.toString());
        List<String> before =
                result.out().lines().takeWhile(line -> !line.equals("prepared")).toList();
        assertTrue(before.stream().anyMatch(line -> line.contains(".ResumerGenerator source:")), before.toString());
    }

    /** In chaos mode a fiber is suspended everywhere; otherwise it computes long enough for the watchdog to look. */
    @EachLaunch(value = Launch.IMAGE, nightly = Launch.CHAOS)
    void nothingIsInitializedOnceAFullHeapIsPreparedForButByTheProgram(Launch launch) {
        Set<String> initialized = initializedWhileCompiling(launch);
        initialized.removeAll(initializedWhileCompiling(Launch.PLAIN));
        assertEquals(Set.of(), initialized);
    }

    private static Set<String> initializedWhileCompiling(Launch launch) {
        List<String> options = new ArrayList<>(List.of("-Xmx100m", "-XX:+UseSerialGC", "-Xlog:class+init"));
        if (launch != Launch.PLAIN) {
            options.addAll(List.of("-Dweft.cache=off", "--add-exports=java.base/java.weft=ALL-UNNAMED"));
        }
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,3");
        }
        String rounds = launch == Launch.IMAGE ? "10" : "2";
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, CompilesOncePrepared.class.getName(), rounds), 120);
        assertTrue(result.out().contains("\nerrors: [1, 1"), result.toString());
        return initializedAfter("prepared", result);
    }

    /** Classes with initializers of their own. */
    private static Set<String> initializedAfter(String marker, Jvm.Result result) {
        Pattern initialization = Pattern.compile("Initializing '([^']+)' \\(0x");
        return result.out()
                .lines()
                .dropWhile(line -> !line.equals(marker))
                .map(initialization::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                // they have nothing of their own
                .filter(name -> !name.startsWith("java/lang/invoke/LambdaForm$"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Where the machine was busy, classes of the runtime's were lost in one of ten runs. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void whatMayBeLostInASmallHeapIsInitializedWithTheFirstThread(Launch launch) {
        assertNothingIsInitializedAfterwards(launch, "-Xmx48m");
        assertNothingIsInitializedAfterwards(launch, "-Xmx128m");
    }

    private static void assertNothingIsInitializedAfterwards(Launch launch, String heap) {
        Jvm.Result result = parkInAFullHeap(launch, heap, List.of("-Xlog:class+init"));
        assertTrue(result.out().contains("depths: 28\n"), result.toString());
        assertEquals(Set.of(), initializedAfter("parked", result));
    }

    /** The digits of regular expressions were lost for the life of the VM. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void noLambdaIsLinkedInTheMiddleOfWhatTheyNeed(Launch launch) {
        List<String> options = List.of("-Xmx48m", "-Dweft.cache=off", "-Xlog:exceptions=info");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, LinksAfterTheFirstThread.class.getName()), 60);
        assertTrue(result.out().contains("\ntrue\n"), result::toString);
        assertFalse(result.out().contains("BootstrapMethodError"), result::toString);
    }

    /** The JDK wraps the error where it links a lambda; the frame was dropped. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aFrameWaitsForWhatMakesItsResumerToBeLinked(Launch launch) {
        List<String> options = List.of("-Dweft.cache=off", "--add-opens=java.base/jdk.internal.weft.agent=ALL-UNNAMED");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, LinksWithoutMemory.class.getName()), 60);
        assertEquals("finally\nreturned 7\nfailures left: 0\n", result.out(), result.err());
    }

    /** They were saved with what was given away for the resumer, and needed one themselves. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void whoWaitsPinsWhileAResumerLacksMemory(Launch launch) {
        List<String> options = List.of(
                "-Dweft.cache=off",
                "--add-opens=java.base/jdk.internal.weft.agent=ALL-UNNAMED",
                "--add-exports=java.base/java.weft=ALL-UNNAMED");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, WaitsWhileAResumerLacks.class.getName()), 60);
        assertEquals("before: false, out: 100 of 100\n", result.out(), result.err());
    }

    /** It filled the heap: each wait took its frames off the stack. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aRecursionThatWaitsAboveACallerThatCannotBeLeftOverflowsItsStack(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of("-Xmx200m"), RecursesWherePinned.class.getName()), 120);
        assertTrue(
                Pattern.matches(
                        "lock: yields, (\\w+)parks, (\\w+)\ninitializer: yields, (\\w+)parks, (\\w+)\n", result.out()),
                result.toString());
    }

    /** The classes that resume frames cannot be loaded then, but for what is kept for them; later waits pin. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whoHasParkedGoesOnWhereTheSpaceForClassesIsFull(Launch launch) {
        List<String> options = List.of(
                "-XX:MaxMetaspaceSize=64m",
                "-XX:TieredStopAtLevel=1",
                "-Dweft.cache=off",
                "--add-exports=java.base/java.weft=ALL-UNNAMED");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, FillsClassSpace.class.getName()), 120);
        assertEquals(
                "before: 0\nMetaspace\nwent on: 20\nand later ones: 30\nblocks: 60\nfree\n",
                result.out(),
                result.err());
        assertFalse(result.err().contains("Exception"), result.err());
    }

    /** Except those that make resumers, which wait for memory. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void noClassOfTheRuntimeIsLoadedToWakeSomebody(Launch launch) {
        List<String> options = List.of("-Xmx48m", "-Xlog:class+load", "--add-exports=java.base/java.weft=ALL-UNNAMED");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, FirstWakes.class.getName()), 60);
        assertTrue(result.out().contains("] java.weft.Chaos source:"), result::toString);
        assertTrue(result.out().contains("\nended\n"), result::toString);
        Pattern ofRuntime = Pattern.compile("] ((java\\.weft|jdk\\.internal\\.weft)\\.\\S+) source:");
        Pattern ofGenerator = Pattern.compile(
                "jdk\\.internal\\.weft\\.(agent\\.|InvokePackage|SystemFiles|trace\\.Messages).*|.*\\$weft\\$R.*");
        List<String> loaded = result.out()
                .lines()
                .dropWhile(line -> !line.equals("waking"))
                .flatMap(line -> ofRuntime.matcher(line).results())
                .map(match -> match.group(1))
                .filter(name -> !ofGenerator.matcher(name).matches())
                .toList();
        assertEquals(List.of(), loaded);
    }

    /** The plain JDK says it once more when its handler has no memory either. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void theFirstThreadEndsInAHeapThatItHasFilled(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of("-Xmx32m"), EndsInAFullHeap.class.getName()), 30);
        assertEquals("joined\n", result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
        // the VM's own agent library has a line for each class that is loaded then
        assertTrue(result.err().lines().count() < 40, result.err());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aLoaderWithoutMemoryForWhatIsHandedOnLosesNoFrame(Launch launch) {
        String plain = Jvm.run(Launch.PLAIN, CastWithoutMemory.class).out();
        assertEquals("handed on\nthe monitor is free\nleft 1\n", plain);
        assertEquals(
                plain + "asked: true\n",
                Jvm.run(launch, CastWithoutMemory.class, "whether").out());
    }

    private static String inAFullHeap(Launch launch, String... arguments) {
        List<String> options = List.of("-Xmx40m", "-XX:+UseSerialGC", "--add-exports=java.base/java.weft=ALL-UNNAMED");
        return Jvm.run(Jvm.command(launch, options, CatchesInAFullHeap.class.getName(), arguments), 120)
                .out();
    }

    @Tag("nightly")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aHandleThatCatchesExceptionsDoesSoInAFullHeap(Launch launch) {
        for (String which : List.of("some", "all")) {
            for (String when : List.of("waits", "throws")) {
                assertEquals("left 6, caught 3\n", inAFullHeap(launch, which, when), which + ", " + when);
            }
        }
    }

    @Tag("long")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aReflectiveCallOfAFractionWaitsInAFullHeap(Launch launch) {
        assertEquals("left 6, caught 0\n", inAFullHeap(launch, "reflection", "waits"));
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void classesThatAreLoadedWhereTheStackEndsAreWoven(Launch launch) {
        List<String> options = List.of("-Dweft.cache=off");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, DeepLoads.class.getName()), 120);
        assertEquals("many were loaded: true\npinned: 0\n", result.out(), result.err());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void classesThatALookupDefinesWhereTheStackEndsAreWoven(Launch launch) {
        List<String> options = List.of("-Dweft.cache=off");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, DeepLookups.class.getName()), 120);
        assertEquals("many were defined: true\npinned: 0\n", result.out(), result.err());
        assertFalse(result.err().contains("ASSERTION FAILED"), result.err());
    }

    /**
     * A wait at a selector takes classes that load native libraries, on the plain JDK none of them. Which step of a
     * look at threads meets the end depends on the size of frames.
     */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void whatIsFirstUsedWhereTheStackEndsIsNotLost(Launch launch) {
        for (String compiler : List.of("-Xint", "-XX:TieredStopAtLevel=1")) {
            List<String> options = List.of(compiler, "-Dweft.platform=name:platform");
            for (String use : List.of("select", "info")) {
                Jvm.Result result = Jvm.run(Jvm.command(launch, options, DeepFirstUses.class.getName(), use), 120);
                assertEquals("many have worked: true\nthe end\n", result.out(), use + compiler + result.err());
            }
        }
    }

    /** To load it takes less memory than to weave it; without twins it could not run in a fiber. */
    @Tag("nightly")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aClassForWhichThereIsNoMemoryIsRefused(Launch launch, @TempDir Path temp) throws IOException {
        String methods = IntStream.range(0, 1_500)
                .mapToObj(i -> "static int m" + i + "(int a) throws Exception { for (int i = 0; i < 2; i++) {"
                        + " synchronized (Large.class) { Thread.sleep(0); a += i; }"
                        + " try { Thread.sleep(0); } finally { a *= 31; Thread.yield(); } } return a; }\n")
                .collect(Collectors.joining());
        Path source = temp.resolve("Large.java");
        Files.writeString(
                source,
                "public class Large implements Runnable { public void run() { try { System.out.println(m0(7)); }"
                        + " catch (Exception e) { System.out.println(e); } }\n" + methods + "}");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()));
        List<String> options = List.of("-Xmx16m", "-XX:+UseSerialGC", "-Dweft.cache=off");
        String file = temp.resolve("Large.class").toString();
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, LargeClass.class.getName(), file), 120);
        assertEquals(launch == Launch.PLAIN ? "6758\n" : "refused\n", result.out(), result.err());
    }

    /**
     * What notes the owner is not compiled, so that the stack often ends just there. What takes the lock is not inlined
     * into the recursion: there, the VM's reserve would be used up by the next one, as on the plain JDK.
     */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aLockThatIsTakenAtTheEndOfTheStackHasItsOwner(Launch launch) {
        List<String> options = List.of(
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=dontinline,java/util/concurrent/locks/ReentrantLock.lock",
                "-XX:CompileCommand=dontinline,java/util/concurrent/locks/ReentrantLock.lock$weft",
                "-XX:CompileCommand=exclude,java/util/concurrent/locks/AbstractOwnableSynchronizer"
                        + ".setExclusiveOwnerThread");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, LocksAtEndOfStack.class.getName()), 300);
        assertEquals("40 overflows, broken: 0\n", result.out(), result.err());
    }
}
