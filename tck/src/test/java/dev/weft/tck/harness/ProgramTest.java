package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.continuations.BusyTraces;
import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.AccountedThreads;
import dev.weft.tck.programs.BadThenGood;
import dev.weft.tck.programs.BlockedAtEntry;
import dev.weft.tck.programs.BlockingTraces;
import dev.weft.tck.programs.ClosesWhereNothingHasCome;
import dev.weft.tck.programs.CollectedMembers;
import dev.weft.tck.programs.CompiledWeaver;
import dev.weft.tck.programs.CountedEnds;
import dev.weft.tck.programs.CountedPins;
import dev.weft.tck.programs.DeepComputation;
import dev.weft.tck.programs.DeepTraces;
import dev.weft.tck.programs.DefinedTwice;
import dev.weft.tck.programs.DroppedLoaders;
import dev.weft.tck.programs.DumpedLambdas;
import dev.weft.tck.programs.EndedThreads;
import dev.weft.tck.programs.EqualLoaders;
import dev.weft.tck.programs.EqualThreads;
import dev.weft.tck.programs.Exits;
import dev.weft.tck.programs.FibersBeanValues;
import dev.weft.tck.programs.FirstTrace;
import dev.weft.tck.programs.ForcedFiles;
import dev.weft.tck.programs.GeneratedAccessors;
import dev.weft.tck.programs.IdleConnections;
import dev.weft.tck.programs.InheritedClone;
import dev.weft.tck.programs.InitializerCrowd;
import dev.weft.tck.programs.InterruptsAll;
import dev.weft.tck.programs.JoinedThreads;
import dev.weft.tck.programs.KeptReferences;
import dev.weft.tck.programs.LastThread;
import dev.weft.tck.programs.LateDaemons;
import dev.weft.tck.programs.Lineless;
import dev.weft.tck.programs.LiveFrames;
import dev.weft.tck.programs.LoadingStream;
import dev.weft.tck.programs.LongPins;
import dev.weft.tck.programs.LongTwin;
import dev.weft.tck.programs.Managed;
import dev.weft.tck.programs.ManagedWalks;
import dev.weft.tck.programs.ManagerAtStart;
import dev.weft.tck.programs.ManyLoops;
import dev.weft.tck.programs.Messages;
import dev.weft.tck.programs.NamedCarriers;
import dev.weft.tck.programs.NarrowLoader;
import dev.weft.tck.programs.NoMemoryTraces;
import dev.weft.tck.programs.OtherInterfaces;
import dev.weft.tck.programs.Permissions;
import dev.weft.tck.programs.PinnedAtMonitor;
import dev.weft.tck.programs.PipePieces;
import dev.weft.tck.programs.Prints;
import dev.weft.tck.programs.ReadBeforeClose;
import dev.weft.tck.programs.ReadConstants;
import dev.weft.tck.programs.ReflectedInterface;
import dev.weft.tck.programs.RefusedGroups;
import dev.weft.tck.programs.RefusedReflection;
import dev.weft.tck.programs.Relay;
import dev.weft.tck.programs.ReplacedError;
import dev.weft.tck.programs.ResourceReads;
import dev.weft.tck.programs.Restricted;
import dev.weft.tck.programs.SampledResumes;
import dev.weft.tck.programs.SeenOnce;
import dev.weft.tck.programs.SharedTasks;
import dev.weft.tck.programs.StarvedWaiters;
import dev.weft.tck.programs.UnseenTypes;
import dev.weft.tck.programs.WhereAmI;
import dev.weft.tck.programs.WovenBefore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole programs in child JVMs: how they begin and how they end.
 *
 * <p>The class stays whole because it is a list: one test for each program.
 */
@ExtendWith(Jvm.class)
class ProgramTest {
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void theProgramRunsInTheJvmThatWasAskedFor(Launch launch) {
        Jvm.Result result = Jvm.run(launch, WhereAmI.class, "a b", "*", "");
        List<String> lines = result.out().lines().toList();
        assertEquals(
                launch == Launch.IMAGE, !lines.get(0).equals("home: " + System.getProperty("java.home")), result.out());
        assertEquals(
                List.of("arguments: a b,*,", "fiber: " + (launch != Launch.PLAIN), "fibers left: 0"),
                lines.subList(1, 4));
        assertEquals(0, result.exit());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aStartSaysNothingOfItsOwn(Launch launch) {
        new KnownDifferences()
                .check(
                        "a start says nothing of its own",
                        launch.name(),
                        () -> assertEquals("", Jvm.run(launch, WhereAmI.class).err()));
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void theJvmWaitsForTheLastThreadThatIsNoDaemonAndNotForDaemons(Launch launch) {
        Jvm.Result result = Jvm.run(launch, LastThread.class);
        boolean isFiber = launch != Launch.PLAIN;
        assertEquals("main ends\nlast ends\nchild ends, fiber: " + isFiber + "\nhook\n", result.out(), result.err());
        assertEquals(0, result.exit());
    }

    /** A carrier that has left for a file stays away until its fiber parks, so the fiber itself can tell. */
    @Test
    void aFileIsForcedBesideTheCarriersThatRunUntilThatIsSeenToBeQuick() {
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, List.of("-Dweft.parallelism=1"), ForcedFiles.class.getName()), 300);
        assertEquals("before: false\nfirst: true\nin the end: false\n", result.out(), result.err());
    }

    /** Without C1 there is nothing to be told: what C2 must not compile would be interpreted. */
    @ParameterizedTest
    @CsvSource({
        "PLAIN, -XX:+TieredCompilation, false",
        "IMAGE, -XX:+TieredCompilation, true",
        "IMAGE, -XX:-TieredCompilation, false"
    })
    void aRunThatWeavesManyClassesTellsTheCompilers(Launch launch, String compilation, boolean expected) {
        List<String> options = List.of(compilation, "-Dweft.cache=off");
        String[] arguments = expected ? new String[] {"await"} : new String[0];
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, CompiledWeaver.class.getName(), arguments), 300);
        assertEquals("loaded: 100\ntold: " + expected + "\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void carriersAreNamedAfterWhatTheyRunIfThatIsAskedFor(Launch launch) {
        List<String> options = List.of("-Dweft.parallelism=1", "-Dweft.carrierNames=on");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, NamedCarriers.class.getName()), 120);
        // another one takes over where the first has kept a thread for long, as on a busy machine
        String carrier = "weft-carrier-N";
        assertEquals(
                """
                first: %1$s [worker]
                after a wait: %1$s [worker]
                renamed: %1$s [worker]
                after another wait: %1$s [renamed]
                another thread: %1$s [other]
                at rest: %1$s
                """
                        .formatted(carrier),
                result.out().replaceAll("carrier-[0-9]+", "carrier-N"),
                result.err());
    }

    @Test
    void carriersAreNotNamedAfterWhatTheyRunUnlessThatIsAskedFor() {
        List<String> options = List.of("-Dweft.parallelism=1");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, NamedCarriers.class.getName()), 120);
        assertFalse(result.out().contains("["), result.out());
        assertEquals(6, result.out().lines().count(), result.err());
    }

    @EachLaunch(
            value = {Launch.PLAIN, Launch.IMAGE, Launch.CHAOS},
            nightly = {Launch.PATCH})
    void whoWantsALockGetsItThoughAnotherTakesItAgainAtOnceAndWaitsInIt(Launch launch) {
        List<String> options = launch == Launch.PLAIN ? List.of() : List.of("-Dweft.parallelism=1");
        // in chaos mode nobody comes far in a short time
        String[] args = launch == Launch.CHAOS ? new String[0] : new String[] {"timed"};
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, StarvedWaiters.class.getName(), args), 120);
        List<String> all = new ArrayList<>(
                List.of("lock", "monitor", "nested monitor", "queue", "semaphore", "stamped lock", "write lock"));
        all.addAll(6, args.length == 0 ? List.of() : List.of("timed lock"));
        assertEquals(
                all.stream().map(each -> each + ": true\n").collect(Collectors.joining()), result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void aLongWriteToAnEmptyPipeIsOneCallOfTheKernel(Launch launch) {
        Jvm.Result result = Jvm.run(launch, PipePieces.class);
        assertEquals("right: true, at once: true\n0\n", result.out(), result.err());
    }

    @EachLaunch(
            value = {Launch.IMAGE, Launch.CHAOS},
            nightly = {Launch.PATCH})
    void whatHasComeForAFiberIsItsOwnThoughAnotherClosesBeforeItRuns(Launch launch) {
        List<String> options = List.of("-Dweft.parallelism=1", "-Djava.net.preferIPv4Stack=true");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ReadBeforeClose.class.getName()), 120);
        // three bytes each of twenty times
        String kinds =
                "accept, accept with timeout, accept of a channel, pipe, read, read with timeout, read of a channel,"
                        + " receive, receive with timeout, receive of a channel";
        assertEquals(
                Arrays.stream(kinds.split(", ")).map(each -> each + ": 60\n").collect(Collectors.joining()),
                result.out(),
                result.err());
    }

    /** The descriptor's number is given to another file meanwhile, as the JDK does. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void whereNothingHasComeAPortIsFreeBeforeTheFiberRuns(Launch launch) {
        List<String> options = List.of("-Dweft.parallelism=1", "-Dweft.preemption=off");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ClosesWhereNothingHasCome.class.getName()), 120);
        assertEquals("taken again: 80, mostly before: true\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void whatIsWrittenAtOnceToADatagramSocketIsOneMessage(Launch launch) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            ProcessBuilder builder = Jvm.command(launch, List.of("-Xmx200m"), Messages.class.getName());
            List<String> command = new ArrayList<>(List.of("bash", "-c"));
            // a file of bash's, not of the system's
            command.add("exec \"$@\" >/dev/udp/127.0.0.1/" + socket.getLocalPort());
            command.add("bash");
            command.addAll(builder.command());
            Jvm.Result result = Jvm.run(builder.command(command), 120);
            assertEquals(0, result.exit(), result.err());
            socket.setSoTimeout(10_000);
            for (int size : new int[] {10_000, 4097, 3}) {
                DatagramPacket packet = new DatagramPacket(new byte[20_000], 20_000);
                socket.receive(packet);
                assertEquals(size, packet.getLength());
            }
        }
    }

    /** The manager is the program's code, which no call of the program's has led to there. */
    @Test
    void noThreadOfTheAgentAsksASecurityManagerAboutTheCompilers() {
        String manager = "-Djava.security.manager=".concat(CompiledWeaver.Strict.class.getName());
        List<String> options = List.of(manager, "-Dweft.cache=off");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, CompiledWeaver.class.getName()), 300);
        assertEquals("loaded: 100\ntold: false\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aSecurityManagerThatIsNamedAtTheStartIsAskedInEachThread(Launch launch) {
        List<String> options = List.of(
                "-Djava.security.manager=".concat(ManagerAtStart.Manager.class.getName()), "-Dweft.threads=all");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ManagerAtStart.class.getName()), 120);
        assertEquals("not with 7\n", result.out(), result.err());
        assertEquals(0, result.exit());
        assertEquals(launch != Launch.PLAIN, result.err().contains("no thread is a fiber in this run"), result.err());
    }

    /** So many that the frames of fibers are used again. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void threadsFindTheirLocalsHoweverOftenTheyParked(Launch launch) {
        int threads = launch == Launch.PLAIN ? 200 : 6000;
        long seed = System.nanoTime() & 0xFFFF;
        System.out.println("seed of ManyLoops: " + seed);
        String[] arguments = {String.valueOf(threads), "60", String.valueOf(seed)};
        List<String> options = List.of("-Xmx300m", "-Xmn20m");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ManyLoops.class.getName(), arguments), 300);
        assertEquals(threads + " threads are right\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void theJdksInternalWalksWithValuesShowTheAuthorsNames(Launch launch) {
        List<String> options = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, LiveFrames.class.getName()), 300);
        assertEquals("walk print lambda$main$0 run\n", result.out(), result.err());
    }

    /** A class initializer cannot be left by a fiber: each blocks a carrier, which others replace. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void threeHundredInitializersThatWaitForEachOthersThreadsGoOnOnOneCarrier(Launch launch) {
        List<String> options =
                launch == Launch.PLAIN ? List.of("-Xmx200m") : List.of("-Xmx200m", "-Dweft.parallelism=1");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, InitializerCrowd.class.getName(), "300"), 300);
        assertEquals(
                "for all others: 300\nfor the one behind: 300\nin a monitor: 300\nin pairs: 300\n"
                        + "for one initializer: 1\n",
                result.out(),
                result.err());
    }

    /** The control: where nothing takes the place of a thread that a fiber blocks, two such initializers hang. */
    @Tag("long")
    @Test
    void initializersThatWaitForEachOtherHangWhereNothingReplacesTheirThread() {
        List<String> options = List.of("-Dweft.scheduler=dev.weft.tck.schedulers.OnEventThread");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, InitializerCrowd.class.getName(), "2"), 10);
        assertEquals(-1, result.exit(), result.toString());
    }

    @EachLaunch(
            value = {Launch.IMAGE, Launch.CHAOS},
            nightly = {Launch.PLAIN, Launch.PATCH})
    void whatAThreadWasWhileItLivedDecidesWhenTheJvmExits(Launch launch) {
        for (String daemons : List.of("true", "false")) {
            Jvm.Result result = Jvm.run(launch, LateDaemons.class, daemons);
            assertEquals("main ends\nlast ends\n", result.out(), result.err());
            assertEquals(0, result.exit());
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void theJvmDoesNotExitWhileThreadsHandOverToEachOther(Launch launch) {
        Jvm.Result result = Jvm.run(launch, Relay.class);
        assertEquals("last ends\nhook\n", result.out(), result.err());
        assertEquals(0, result.exit());
    }

    @ParameterizedTest
    @CsvSource({
        "return, 0, 'returning\nhook\n'",
        "exit, 7, 'hook\n'",
        "halt, 8, ''",
        "throw, 1, 'hook\n'",
        "throwInThread, 0, 'hook\n'"
    })
    void theExitCodeIsThatOfTheProgram(String way, int code, String out) {
        for (Launch launch : Launch.values()) {
            Jvm.Result result = Jvm.run(launch, Exits.class, way);
            assertEquals(code, result.exit(), launch + ": " + result);
            assertEquals(out, result.out(), launch + ": " + result);
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void anUncaughtExceptionIsPrintedWithItsThread(Launch launch) {
        String main = Jvm.run(launch, Exits.class, "throw").err();
        assertTrue(main.contains("Exception in thread \"main\" java.lang.IllegalStateException: meant\n\tat "), main);
        String thread = Jvm.run(launch, Exits.class, "throwInThread").err();
        assertTrue(
                thread.contains("Exception in thread \"failing\" java.lang.IllegalStateException: meant\n\tat "),
                thread);
        assertFalse(
                thread.contains("$weft") || thread.contains(".internal.weft") || thread.contains("java.weft"), thread);
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void theFirstStackTraceOfAProgramMayBeThatOfAReflectiveCall(Launch launch, @TempDir Path folder)
            throws IOException {
        Path log = folder.resolve("loads");
        List<String> options = List.of("-Xlog:class+load:file=" + log);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, FirstTrace.class.getName()), 120);
        assertEquals(Jvm.run(Launch.PLAIN, FirstTrace.class).out(), result.out(), result.err());
        assertFalse(Files.readString(log).contains("GeneratedMethodAccessor"), "called again and again");
        assertTrue(result.out().contains("FirstTrace.fail"), result.out());
        assertTrue(result.out().contains("java.lang.reflect.Method.invoke"), result.out());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void theFirstStackTraceOfAProgramMayBeThatOfAPrivilegedAction(Launch launch, @TempDir Path folder)
            throws IOException {
        Path log = folder.resolve("exceptions");
        List<String> options = List.of("-Xlog:exceptions=info:file=" + log);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, FirstTrace.class.getName(), "privileged"), 120);
        Jvm.Result plain = Jvm.run(Jvm.command(Launch.PLAIN, List.of(), FirstTrace.class.getName(), "privileged"), 120);
        assertEquals(plain.out(), result.out(), result.err());
        long thrown = Files.readAllLines(log).stream()
                .filter(each -> each.contains("<a 'java/security/PrivilegedActionException'"))
                .count();
        assertTrue(thrown < 10, "called again and again: " + thrown);
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void codeWithoutLineNumbersHasAllItsFrames(Launch launch) {
        Jvm.Result result = Jvm.run(launch, Lineless.class);
        assertEquals(Jvm.run(Launch.PLAIN, Lineless.class).out(), result.out(), result.err());
        assertEquals("", result.err());
    }

    @ParameterizedTest
    @CsvSource({"PLAIN, 20", "IMAGE, 20", "PLAIN, 4000", "IMAGE, 4000", "CHAOS, 4000", "PLAIN, 0", "IMAGE, 0"})
    void stackTracesAreAsDeepAsTheVmWasTold(Launch launch, int depth) {
        List<String> options = List.of("-XX:MaxJavaStackTraceDepth=" + depth);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, DeepTraces.class.getName()), 120);
        int expected = depth == 20 ? 20 : 3_000;
        assertEquals(expected + " running\n" + expected + " parked\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void theVmHasNothingToSayOfUsesOfJni(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of("-Xcheck:jni"), NoMemoryTraces.class.getName()), 120);
        assertEquals("inner\nmiddle\nrun\nrun\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void aFileOfTheJdkThatIsNoClassFileIsNotCopied(Launch launch) {
        String out = Jvm.run(launch, ResourceReads.class).out();
        assertEquals("is large: true\nis copied: false\n", out);
    }

    /** An initializer that fails in a full heap would be lost to the program. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void whoReadsAStackInitializesNoBeans(Launch launch) {
        List<String> options = List.of("-Xlog:class+load", "-Dweft.experience=on");
        String out = Jvm.run(Jvm.command(launch, options, DeepComputation.class.getName(), "10"), 120)
                .out();
        assertEquals(launch != Launch.PLAIN, out.contains("java.lang.management.ThreadInfo"), out);
        assertFalse(out.contains("sun.management.ManagementFactoryHelper"), out);
    }

    /** Twice: what a first run has seen makes others look in the next. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void nobodyReadsADeepStackThatNobodyHasAskedFor(Launch launch) {
        List<String> options = List.of("-Xmx64m", "-Xss32m", "-Dweft.experience=on");
        for (int i = 0; i < 2; i++) {
            Jvm.Result result = Jvm.run(Jvm.command(launch, options, DeepComputation.class.getName(), "200000"), 120);
            assertTrue(result.out().startsWith("came back from 200000 frames\n"), result.toString());
            long kilobytes = Long.parseLong(result.out().replaceAll("(?s).* at most (\\d+)\n", "$1"));
            assertTrue(kilobytes < 600_000, result.toString());
        }
    }

    /** One class for each of the two members, though their objects are collected fifty times. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void reflectiveCallsOfObjectsThatAreCollectedDoNotFillTheMetaspace(Launch launch) {
        List<String> options = List.of("-Xmx40m", "-XX:SoftRefLRUPolicyMSPerMB=0", "-Xlog:class+load");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, CollectedMembers.class.getName()), 120);
        String invoker = CollectedMembers.class.getName() + "$weft$I";
        assertEquals(
                2, result.out().lines().filter(line -> line.contains(invoker)).count(), result.err());
        assertTrue(result.out().contains("the last is 98\n"), result.out());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.CHAOS})
    void threadsMayBeEqualAndHaveNoHashCode(Launch launch) {
        Jvm.Result result = Jvm.run(launch, EqualThreads.class);
        assertEquals("listed 5\ndumped 5\ndeadlocked 2\nproxy true\nhook\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whoIsBlockedAtTheEntryOfAMethodIsInItsFirstLine(Launch launch) {
        for (String threads : List.of("all", "none")) {
            List<String> options = List.of("-Dweft.threads=" + threads);
            Jvm.Result result = Jvm.run(Jvm.command(launch, options, BlockedAtEntry.class.getName()), 60);
            assertEquals("ofClass 12\nofObject 20\n".repeat(2), result.out(), threads + ": " + result.err());
        }
    }

    /** The JDK's accessor for it is no valid class, which does not matter: the VM does not verify it. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aStaticMethodOfAnInterfaceIsCalledByReflectionOftenAndNothingIsSaid(Launch launch) {
        Jvm.Result result = Jvm.run(launch, ReflectedInterface.class);
        assertEquals("4950\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aTraceOfWhatSuspendsAllTheTimeEndsWithTheOutermostFrame(Launch launch) {
        Jvm.Result result = Jvm.run(launch, BusyTraces.class);
        assertEquals("generator: 0\nyields: 0\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void aClassFileThatTheVmRefusesDoesNotSpoilTheNextOfItsName(Launch launch) {
        Jvm.Result result = Jvm.run(launch, BadThenGood.class);
        assertEquals("refused\nin its thread\n", result.out(), result.err());
        assertEquals(launch == Launch.PLAIN ? 0 : 1, result.err().lines().count(), result.err());
    }

    /** What a class was woven to does not change when another one cannot be. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatWasWovenBeforeIsResumedAsItWas(Launch launch) {
        Jvm.Result result = Jvm.run(launch, WovenBefore.class);
        assertEquals("refused\n1. first. other. other.\n", result.out(), result.err());
        assertEquals(launch == Launch.PLAIN ? 0 : 1, result.err().lines().count(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void anInterfaceInheritsAMethodThatIsProtectedInObject(Launch launch) {
        Jvm.Result result = Jvm.run(launch, InheritedClone.class);
        assertEquals("copies 3\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whoIsPinnedInFrontOfAMonitorHasNoFrameOfTheWait(Launch launch) {
        List<String> options = launch == Launch.PLAIN ? List.of() : List.of("-Dweft.pinned=off");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, PinnedAtMonitor.class.getName()), 60);
        assertEquals("enters enter\n".repeat(3) + "waits wait wait comeBack\n".repeat(3), result.out(), result.err());
        assertEquals("", result.err());
    }

    /** A carrier's frames are its fiber's. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatAThreadRunsIsFoundInOneThread(Launch launch) {
        List<String> options = launch == Launch.PLAIN ? List.of() : List.of("-Dweft.pinned=off");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, SeenOnce.class.getName()), 60);
        assertEquals("spin: 1, 1, 1\ninitialize: 1, 1, 1\ninitialized: true\n", result.out(), result.err());
    }

    /** As in the interpreter, which runs what is called once. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aWaitingMethodKeepsWhatItRefersTo(Launch launch) {
        Jvm.Result result = Jvm.run(launch, KeptReferences.class);
        assertEquals("kept\n".repeat(9), result.out(), result.err());
    }

    /** Many fibers share frames that have no value but their thread or its task: each goes on with its own. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void threadsThatShareFramesGoOnWithTheirOwnTasks(Launch launch) {
        Jvm.Result result = Jvm.run(launch, SharedTasks.class, "6000");
        assertEquals("missing: 0\n", result.out(), result.err());
    }

    /** As on the JDK, where the VM counts a thread as ended before {@code join} comes back. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void whoHasEndedIsNotCountedAsLive(Launch launch) {
        Jvm.Result result = Jvm.run(launch, CountedEnds.class, "50000");
        assertEquals("ended and counted as live: 0\n", result.out(), result.err());
    }

    /** What the agent says may be the first that is printed, and the stream may load classes for it. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void classesThatAStreamOfTheProgramsLoadsWhileOneIsWovenHaveTwins(Launch launch) {
        Jvm.Result result = Jvm.run(launch, LoadingStream.class);
        assertEquals("refused\ntook first\ntook second\n", result.out(), result.err());
        assertEquals(launch == Launch.IMAGE, result.err().startsWith("weft: cannot weave class "), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.CHAOS})
    void loadersMayBeEqualAndChangeTheirHashCodes(Launch launch) {
        Jvm.Result result = Jvm.run(launch, EqualLoaders.class);
        assertEquals("slept\nslept\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatSleepWaitAndJoinThrowHasTheirFrames(Launch launch) {
        Jvm.Result result = Jvm.run(launch, BlockingTraces.class);
        assertEquals(Jvm.run(Launch.PLAIN, BlockingTraces.class).out(), result.out(), result.err());
        assertTrue(result.out().contains("java.lang.Thread.sleep (native)"), result.out());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void theTraceOfAThreadWhoseClassesAreWovenShowsNothingOfTheGenerator(Launch launch, @TempDir Path empty) {
        Jvm.Result result = Jvm.run(launch, SampledResumes.class, empty.toString());
        assertEquals("[]\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aSignalEndsTheProgramAfterItsHooksAndShowsInTheExitCode(Launch launch) throws Exception {
        Process process =
                Jvm.command(launch, List.of(), Exits.class.getName(), "signal").start();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            assertEquals("ready", lines.readLine());
            new ProcessBuilder("kill", "-TERM", "" + process.pid()).start().waitFor();
            assertEquals("hook", lines.readLine());
            assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it ends");
            assertEquals(128 + 15, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aWaitThatIsTriedAgainIsOnePinAtMostAndKeepsItsState() {
        ProcessBuilder command = Jvm.command(Launch.IMAGE, List.of("-Xmx200m"), CountedPins.class.getName());
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -n 150; exec \"$@\"", "sh"));
        limited.addAll(command.command());
        Jvm.Result result = Jvm.run(command.command(limited), 120);
        assertEquals(
                "connect: [RUNNABLE], pins: 0\nconnect below toString: [RUNNABLE], pins: 1\n"
                        + "remove: [WAITING], pins: 0\nread without descriptors: [RUNNABLE], pins: 1\n",
                result.out(),
                result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.CHAOS})
    void whatAHandlerThrowsIsSaidByStandardErrorItselfNotByWhatIsInItsPlace(Launch launch) {
        Jvm.Result result = Jvm.run(launch, ReplacedError.class);
        assertEquals("asked: false, uncaught: 0\n", result.out(), result.err());
        String said =
                "\nException: java.lang.IllegalStateException thrown from the UncaughtExceptionHandler in thread ";
        assertEquals(said + "\"first\"\n" + said + "\"second\"\n", result.err());
    }

    @Tag("long")
    @Test
    void aPinIsToldAlsoAfterWhatIsInThePlaceOfStandardErrorHasThrown() {
        Jvm.Result result = Jvm.run(Launch.IMAGE, ReplacedError.class, "pins");
        assertEquals("asked: true, uncaught: 0\n", result.out(), result.err());
        assertTrue(result.err().startsWith("weft: thread \"second\" has blocked its carrier"), result.err());
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "'', 'first,other,reader,holder'",
        "-Dweft.pinned=all, 'first,second,other,reader,holder'",
        "-Dweft.pinned=off, ''"
    })
    void pinsOfASecondAreToldOnceForEachPlaceUnlessAskedOtherwise(String option, String told) {
        List<String> options = option.isEmpty() ? List.of() : List.of(option);
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, LongPins.class.getName(), told), 300);
        String threads = result.err()
                .lines()
                .map(line -> line.replaceFirst(
                        "weft: thread \"(\\w+)\" has blocked its carrier for a second, pinned by "
                                + "(.*LongPins.*\\), a (class initializer|frame without a twin)|"
                                + "a monitor that cannot be left, in \\S*LongPins\\.held\\(LongPins\\.java:\\d+\\))"
                                + ": docs/limits.md .*",
                        "$1"))
                // who has gone on when it was to be told, is pinned once more
                .distinct()
                .collect(Collectors.joining(","));
        assertEquals(told, threads, result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void thePlatformsBeansKnowTheFibers(Launch launch) {
        List<String> options = List.of("-Dweft.parallelism=3", "-Djava.security.manager=allow");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, FibersBeanValues.class.getName()), 60);
        assertEquals(
                launch == Launch.PLAIN
                        ? "there is none\n"
                        : "live 7, started 7, peak 7, parallelism 3\nsound: true\nwaiting 7\ndumped 7\ntrue\n"
                                + "there is such a file\nno format: false\n"
                                + "the path of the file must be absolute, unlike dump.txt\nlive 0\nqueued 0\n"
                                + "3 by frame without a twin java.base/java.lang.String.valueOf(String.java)\n"
                                + "1 by class initializer " + FibersBeanValues.class.getName()
                                + "$Initialized.<clinit>(FibersBeanValues.java)\n"
                                + "2 sites by a proxy, the first with 3\npolled 2\npolled 0\n"
                                + "parallelism 1\nparallelism 4\nparallelism 2\n"
                                + "fewer carriers, as many mounts: true\n"
                                + "Parallelism can be set to 1 up to 32767, not to 0\n"
                                + "Parallelism can be set to 1 up to 32767, not to 32768\n",
                result.out().replaceAll("java:\\d+", "java"),
                result.err());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void accountsOfFibersAreKeptIfTheyAreAskedFor(Launch launch) {
        List<String> options = List.of("-Dweft.accounting=on", "-Dweft.parallelism=2");
        Jvm.Result kept = Jvm.run(Jvm.command(launch, options, AccountedThreads.class.getName(), "kept"), 120);
        assertEquals(
                "computed: true\nothers have not: true\nallocated: true\nothers have not: true\n"
                        + "waited: true\nwaited pinned: true\nwaited pinned: true\nended: true\nwas blocked: true\n"
                        + "was blocked: true\ngrows: true\nno fiber: true\n",
                kept.out(),
                kept.err());
        Jvm.Result none = Jvm.run(Jvm.command(launch, List.of(), AccountedThreads.class.getName()), 120);
        assertEquals("-1 -1 0 -1 0 -1\n", none.out(), none.err());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aFiberKnowsWhatItUsesFromTheTimeOnAtWhichItAsks(Launch launch) {
        List<String> options = List.of("-Dweft.parallelism=2");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, AccountedThreads.class.getName(), "themselves"), 120);
        assertEquals(
                "allocated: true\nnothing: true\ncomputed: true\nin the program: true\n"
                        + "others know what it has used: true\n-1 -1 0 -1\n",
                result.out(),
                result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.CHAOS})
    void beansAnswerWhereASecurityManagerRefusesReflection(Launch launch) {
        List<String> options = List.of("-Djava.security.manager=allow");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, RefusedReflection.class.getName()), 60);
        String answers = "info: true\ninfos: true\ndump: true\ndeadlocked: false\nallocated: true\nprocessor: true\n"
                + "user: true\ncontrol: AccessControlException\n";
        assertEquals(answers + answers, result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void whoInterruptsAllThreadsMakesNoneBusy(Launch launch) {
        Jvm.Result result = Jvm.run(launch, InterruptsAll.class);
        assertEquals(
                "seen of the runtime: false, in its group: " + (launch != Launch.PLAIN) + "\nidle: true\nended\n",
                result.out(),
                result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aSecurityManagerAsksTheSuspendedCallersToo(Launch launch) {
        List<String> options = List.of("-Djava.security.manager=allow");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, Permissions.class.getName()), 60);
        assertEquals(
                "by trusted code: allowed\nby untrusted code: refused\nprivileged: allowed\n"
                        + "by untrusted code that has just gone on: refused\n"
                        + "by a thread that untrusted code has made: refused\n"
                        + "untrusted code runs threads that wait: true\nand blocks while it does: true\n",
                result.out(),
                result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void underASecurityManagerFromTheStartThreadsMayDoWhatTheyMayOnThePlainJdk(Launch launch) {
        List<String> options = List.of("-Djava.security.manager");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, Restricted.class.getName()), 60);
        String expected = IntStream.range(0, 20)
                .mapToObj(i -> "thread " + i + ": denied\n")
                .collect(Collectors.joining());
        assertEquals(expected, result.out(), result.err());
    }

    /** Twice, since the second run finds what the first has woven. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aClassFileMayBeAHiddenClassAndAnOrdinaryOne(Launch launch) {
        for (int i = 0; i < 2; i++) {
            Jvm.Result result = Jvm.run(launch, DefinedTwice.class);
            assertEquals("early early\nlate late\n", result.out(), result.err());
        }
    }

    /** Twice, since a second run finds its classes in the cache and comes to read the JDK's later. */
    @Tag("long")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aSecurityManagerThatRefusesMuchDoesNotStopFibers(Launch launch) {
        String expected = "[lambda, exact, adapted, arguments, reflection, Late, taken, null, exchanged, all]\n";
        for (int i = 0; i < 2; i++) {
            List<String> refusing = List.of("-Djava.security.manager=allow");
            Jvm.Result own = Jvm.run(Jvm.command(launch, refusing, Managed.class.getName(), "own"), 60);
            assertEquals(expected, own.out(), own.err());
            List<String> byDefault = List.of("-Djava.security.manager");
            Jvm.Result restricted = Jvm.run(Jvm.command(launch, byDefault, Managed.class.getName()), 60);
            assertEquals(expected, restricted.out(), restricted.err());
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aSecurityManagerThatRefusesGroupsDoesNotStopFibers(Launch launch) {
        List<String> options = List.of("-Djava.security.manager=allow", "-Dweft.parallelism=2");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, RefusedGroups.class.getName()), 60);
        assertEquals("x\n41\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aWalkerThatWasMadeNeedsNoPermissionAnyMore(Launch launch) {
        List<String> options = List.of("-Djava.security.manager=allow");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ManagedWalks.class.getName()), 60);
        String once =
                "caller: class " + ManagedWalks.class.getName() + "\ntypes: [false]\nclasses: [false]\nread: Read\n";
        assertEquals(once.repeat(4) + "[ended]\n", result.out(), result.err());
    }

    /** Interpreted frames keep what compiled ones have forgotten. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatHasEndedIsGarbageThoughNothingElseRuns(Launch launch) {
        for (List<String> options : List.of(List.<String>of(), List.of("-Xint"))) {
            Jvm.Result result = Jvm.run(Jvm.command(launch, options, EndedThreads.class.getName()), 120);
            assertEquals("0 are reachable\n", result.out(), result.err());
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void whatHasEndedIsGarbageThoughTheDescriptorThatItWaitedForIsOpen(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(), IdleConnections.class.getName()), 120);
        assertEquals("10 threads, 0 are reachable\n", result.out(), result.err());
    }

    @EachLaunch
    void aThreadThatWasJoinedIsGarbageWhileWhoJoinedIsPinned(Launch launch) {
        assertEquals("gone\n", Jvm.run(launch, JoinedThreads.class).out());
    }

    @Test
    void aJoinedThreadThatIsKeptIsFound() {
        assertEquals(
                "kept\n", Jvm.run(Launch.IMAGE, JoinedThreads.class, "keep").out());
    }

    @Test
    void whatIsKeptIsFound() {
        String out = Jvm.run(Launch.IMAGE, EndedThreads.class, "keep").out();
        assertTrue(out.endsWith(", one is kept\n") && !out.startsWith("0"), out);
    }

    @Tag("long")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void threadsOfTheRuntimeKeepNoLoader(Launch launch) {
        for (String work : List.of("subject", "own", "charset")) {
            assertEquals("gone\n", Jvm.run(launch, DroppedLoaders.class, work).out(), work);
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void archivesWithNamesInALoadersCharsetKeepNoLoader(Launch launch, @TempDir Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("java.nio.charset.spi.CharsetProvider"), DroppedLoaders.Charsets.class.getName());
        List<String> options = List.of("-Dtck.classes=" + folder);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, DroppedLoaders.class.getName(), "archive"), 60);
        assertEquals("gone\n", result.out(), result.err());
    }

    /** Libraries that find the types of a lambda's parameters do so. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void constantPoolsNameNoTwins(Launch launch) {
        List<String> opened = List.of(
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "--add-opens",
                "java.base/jdk.internal.reflect=ALL-UNNAMED");
        String plain = Jvm.run(Jvm.command(Launch.PLAIN, opened, ReadConstants.class.getName()), 60)
                .out();
        assertTrue(plain.contains("lengthOf(java.lang.String)"), plain);
        Jvm.Result result = Jvm.run(Jvm.command(launch, opened, ReadConstants.class.getName()), 120);
        assertEquals(plain, result.out(), result.err());
    }

    @Test
    void aLoaderThatIsKeptIsFound() {
        assertEquals(
                "kept\n",
                Jvm.run(Launch.IMAGE, DroppedLoaders.class, "own", "keep").out());
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void theAgentsJarIsNotSearchedForItsEntry(Launch launch) {
        List<String> options = List.of("-Xlog:class+load");
        String out = Jvm.run(Jvm.command(launch, options, WhereAmI.class.getName()), 60)
                .out();
        List<String> entry =
                out.lines().filter(line -> line.contains("dev.weft.premain.")).toList();
        assertEquals(2, entry.size(), out);
        assertTrue(entry.stream().noneMatch(line -> line.contains("weft-agent.jar")), out);
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void classesOfLoadersThatDelegateOnlyJavaBlockInEachWay(Launch launch) {
        Jvm.Result result = Jvm.run(launch, NarrowLoader.class);
        assertEquals("slept\nwaited\ninvoked\nmade\nprivileged\nproxied\nentered\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void aFiberHandsOnObjectsOfClassesThatItsLoaderDoesNotFind(Launch launch) {
        Jvm.Result result = Jvm.run(launch, UnseenTypes.class);
        String ends = " operand array\nlocal ";
        StringBuilder expected = new StringBuilder();
        for (int round = 0; round < 6; round++) {
            expected.append("local 7" + ends + 13 * (round % 3 + 1) + " passed array\ntime 0\nthrown: local \n");
        }
        assertEquals(expected.toString(), result.out(), result.err());
        assertEquals("", result.err());
    }

    /** C1, and C2: neither compiles them, whatever the size of the methods that they compile. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
    void resumersThatCastNothingAreForTheInterpreter(String compiler) {
        List<String> options = List.of(
                "-XX:-DontCompileHugeMethods",
                compiler,
                "-Xbatch",
                "-XX:CompileThresholdScaling=0.05",
                "-XX:+PrintCompilation");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, UnseenTypes.class.getName(), "1500"), 120);
        assertTrue(result.out().contains("local 19500 passed array"), result.toString());
        List<String> compiled = compilations(result.out(), "\\$weft\\$R.*::resume");
        List<String> refused = result.out()
                .lines()
                .filter(line -> line.contains("COMPILE SKIPPED"))
                .map(line -> line.strip().split(" +")[1])
                .toList();
        compiled.removeIf(line -> refused.contains(line.strip().split(" +")[1]));
        assertTrue(compiled.stream().anyMatch(line -> line.contains("Ends$weft$R")), result.toString());
        assertEquals(
                List.of(),
                compiled.stream()
                        .filter(line -> line.contains("Between$weft$R00"))
                        .toList());
    }

    /** A compiled method's line: the milliseconds, the compilation's number, flags, the level, the method, its size. */
    private static List<String> compilations(String out, String method) {
        return out.lines()
                .filter(line -> line.matches(" *\\d+ +\\d+ .*" + method + " \\(\\d+ bytes\\)"))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void theTwinsOfLongMethodsAreCompiled(Launch launch) {
        String name = LongTwin.class.getName();
        List<String> options = List.of("-Xbatch", "-XX:+PrintCompilation");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, name), 60);
        assertEquals("", result.err());
        String sum = Jvm.run(Launch.PLAIN, LongTwin.class).out().strip();
        assertTrue(result.out().lines().anyMatch(sum::equals), result.out());
        for (String method : List.of("mix", "repeat")) {
            List<String> compiled = compilations(result.out(), "LongTwin::" + method + "\\$weft");
            assertFalse(compiled.isEmpty(), result.out());
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void anObjectIsKeptThatDoesNotImplementTheInterfaceThatItsUserWasCompiledWith(Launch launch) {
        Jvm.Result result = Jvm.run(launch, OtherInterfaces.class);
        assertEquals("7\n7\nit has no run\n", result.out(), result.err());
        assertEquals("", result.err());
    }

    @ParameterizedTest
    @CsvSource({"IMAGE, true", "IMAGE, false", "CHAOS, true"})
    void aWalkShowsReflectiveCallsWhoseAccessorsTheJdkGenerates(Launch launch, boolean isAtOnce) {
        List<String> options = List.of("-Dsun.reflect.noInflation=" + isAtOnce);
        String name = GeneratedAccessors.class.getName();
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, name), 60);
        Jvm.Result plain = Jvm.run(Jvm.command(Launch.PLAIN, options, name), 60);
        assertEquals(plain.out(), result.out(), result.err());
        assertEquals("", result.err());
        assertEquals(isAtOnce, plain.out().contains("GeneratedConstructorAccessor"), plain.out());
    }

    /** A child process may get the options of its parent's JVM besides those of the launcher. */
    @Test
    void anAgentThatIsNamedTwiceStartsOnce() {
        String home =
                Jvm.run(Launch.IMAGE, WhereAmI.class).out().lines().findFirst().orElseThrow();
        String agent = Path.of(home.substring("home: ".length()))
                .resolveSibling("weft-agent.jar")
                .toString();
        List<String> options = List.of("-javaagent:" + agent);
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, WhereAmI.class.getName()), 60);
        assertEquals("", result.err());
        assertTrue(result.out().contains("fiber: true\n"), result.out());
    }

    /** What it would take to wait for the reader is initialized only when there is more than a pipe takes anyway. */
    @ParameterizedTest
    @CsvSource({"IMAGE, 20, false", "PATCH, 20, false", "IMAGE, 100, true", "PATCH, 100, true"})
    void aProgramThatPrintsLittleStartsNoPoller(Launch launch, int lines, boolean isStarted, @TempDir Path temp)
            throws IOException {
        Path log = temp.resolve("classes");
        List<String> options = List.of("-Xlog:class+load:file=" + log);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, Prints.class.getName(), "" + lines), 60);
        String expected = IntStream.range(0, lines)
                .mapToObj(i -> ("" + i % 10).repeat(100) + "\n")
                .collect(Collectors.joining());
        assertEquals(expected, result.out(), result.err());
        String classes = Files.readString(log);
        assertTrue(classes.contains("sun.nio.ch.WeftFiles "), classes);
        assertEquals(isStarted, classes.contains("sun.nio.ch.WeftEpoll "), classes);
    }

    /** What loads classes is pinned, and reads files that never wait. */
    @Test
    void aFiberThatLoadsClassesFromFilesStartsNoPoller(@TempDir Path temp) throws IOException {
        Path log = temp.resolve("classes");
        List<String> options = List.of("-Dweft.main=fiber", "-Xlog:class+load:file=" + log);
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, Prints.class.getName(), "1"), 60);
        assertEquals(0, result.exit(), result.err());
        String classes = Files.readString(log);
        assertTrue(classes.contains("Prints source: file:"), classes);
        assertFalse(classes.contains("sun.nio.ch.WeftEpoll "), classes);
    }

    /**
     * A class path that nobody has had yet: the first run makes its classes and resumers, the second only loads them.
     */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aSecondRunMakesNoResumersAndNoLambdasAnew(Launch launch, @TempDir Path unique) {
        // whoever is asked to leave does so at another point in each run
        List<String> options = List.of("-Dtck.classes=" + unique, "-Xlog:class+load", "-Dweft.preemption=off");
        ProcessBuilder command = Jvm.command(launch, options, LastThread.class.getName());
        String first = Jvm.run(command, 120).out();
        String second = Jvm.run(command, 120).out();
        String resumer = LastThread.class.getName() + "$weft$R";
        assertTrue(first.contains(resumer) && second.contains(resumer), second);
        for (String generator : List.of("resume.ResumerGenerator ", "twin.ForwarderWeaver ")) {
            assertTrue(first.contains("dev.weft.agent." + generator), first);
            assertFalse(second.contains("dev.weft.agent." + generator), second);
        }
    }

    /** Each class has a file of its own. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void theJdkWritesTheClassesOfLambdasToFiles(Launch launch, @TempDir Path folder) throws IOException {
        List<String> options = List.of("-Djdk.internal.lambda.dumpProxyClasses=" + folder);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, DumpedLambdas.class.getName()), 120);
        assertEquals("41\n", result.out(), result.err());
        try (Stream<Path> files = Files.walk(folder)) {
            long written = files.filter(file -> file.toString().contains("DumpedLambdas$$Lambda$"))
                    .count();
            assertTrue(written >= 3, () -> written + " files");
        }
    }

    /** Classes are woven by what the VM has started from. The program has a class path that nobody has had yet. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aProgramMayBeToldAnotherHome(Launch launch, @TempDir Path unique) {
        List<String> options = List.of("-Dtck.classes=" + unique, "-Djava.home=" + unique.resolve("none"));
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, LastThread.class.getName()), 120);
        assertEquals(new Jvm.Result(0, "main ends\nlast ends\nchild ends, fiber: true\nhook\n", ""), result);
    }
}
