package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.LongEntryQueue;
import dev.weft.tck.programs.StartedBesideLoops;
import dev.weft.tck.programs.YieldLoops;
import dev.weft.tck.schedulers.Deterministic;
import dev.weft.tck.schedulers.Dropped;
import dev.weft.tck.schedulers.Schedulers;
import dev.weft.tck.schedulers.Unfit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedulers that programs bring, in child JVMs. The cases of the suite run under three as well: see Configuration. */
@ExtendWith(Jvm.class)
class SchedulerTest {
    /** By its name: the JVM that runs this has no {@code FiberScheduler}. */
    private static final String WAKES_UNTIL_THE_STACK_ENDS = "dev.weft.tck.schedulers.WakesUntilTheStackEnds";

    private static final String ON_THREAD_POOL = "dev.weft.tck.schedulers.OnThreadPool";

    /** A stack that overflows makes the VM print hundreds of warnings. */
    private static final List<String> QUIET = List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings");

    private static final String PROMISES =
            """
            allRunsAreTheSchedulers
            aFiberChangesItsScheduler
            unparkChangesTheScheduler
            aStartThatIsRefused
            aContinuationThatIsRefused
            aMoveThatIsRefused
            aTaskThatIsRunTooOften
            aTaskIsHandedOn
            whoeverWantsToRunsTasks
            aCacheInUseIsNotShared
            aSchedulerThatRunsWhereItIsTold
            aSchedulerThatCallsItself
            aSchedulerThatBlocks
            threadsOfASchedulerArePlatformThreads
            whoMayNotLeaveStays
            badArguments
            anEventLoop
            anEventLoopThatIsClosed
            pinnedFibersStayOnTheirCarriers
            aTaskThatIsRunTwiceEndsNoCarrier
            aFiberKeepsItsTask
            boundCarriersHaveOneProcessor
            live: 0
            """;

    @ParameterizedTest
    @CsvSource({
        "IMAGE,-Dweft.parallelism=1",
        "IMAGE,-Dweft.parallelism=2",
        "IMAGE,-Dweft.preemption=always",
        "PATCH,-Dweft.parallelism=2",
        "CHAOS,'-Dweft.chaos=5,2'"
    })
    void whatIsPromised(Launch launch, String option) {
        List<String> options = new ArrayList<>(QUIET);
        options.addAll(List.of(option, "-Dweft.processorLocal=field:" + Schedulers.class.getName() + ".CACHE"));
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, Schedulers.class.getName()), 120);
        assertEquals(PROMISES, result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
        String refused = "^weft: the scheduler .* could not be told of thread \".*\" \\(.*\\)"
                + ": it goes on under the default scheduler$";
        // two pools that were shut down, and one that runs tasks where it is told
        assertEquals(
                3, result.err().lines().filter(each -> each.matches(refused)).count(), result.err());
    }

    /**
     * If one of them entered in each round of the carrier, it would be some 500 in each run. The kernel may stop a
     * carrier, which is replaced then; who runs on the other one enters meanwhile, up to some 200 times. So it is the
     * least of a few runs that tells.
     */
    @ParameterizedTest
    @CsvSource({"1000000,100", "64,100"})
    void whoHasWaitedForLongAtAMonitorRunsFirst(String yields, int limit) {
        List<String> options = List.of("-Dweft.parallelism=1");
        List<Integer> entries = new ArrayList<>();
        do {
            entries.add(most(
                    Jvm.run(Jvm.command(Launch.IMAGE, options, LongEntryQueue.class.getName(), "500", yields), 60)));
        } while (Collections.min(entries) > limit && entries.size() < 5);
        assertTrue(Collections.min(entries) >= 1 && Collections.min(entries) <= limit, "entered " + entries + " times");
    }

    /** If one of them ran after each 64 others, it would be up to 80,000; a share of 33 makes 2,500. */
    @Test
    void whatIsStartedFromOutsideRunsBesideLoops() {
        List<String> options = List.of("-Dweft.parallelism=1");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, StartedBesideLoops.class.getName(), "5000"), 60);
        int most = most(result);
        assertTrue(most <= 5_000, "yielded " + most + " times");
    }

    private static int most(Jvm.Result result) {
        assertEquals(0, result.exit(), result.err());
        assertTrue(result.out().startsWith("most: "), result.out() + result.err());
        return Integer.parseInt(result.out().strip().substring("most: ".length()));
    }

    /** The depth of the stack differs by the compiler. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"-XX:TieredStopAtLevel=1,", "-Xint,", "-XX:TieredStopAtLevel=1,change", "-Xint,change"})
    void noWakeUpIsLostWhereTheStackEnds(String option, String change) {
        List<String> options = new ArrayList<>(QUIET);
        options.add(option);
        Jvm.Result result = Jvm.run(
                Jvm.command(
                        Launch.IMAGE,
                        options,
                        WAKES_UNTIL_THE_STACK_ENDS,
                        change == null ? new String[0] : new String[] {change}),
                200);
        assertEquals("the runtime has encoded: false\n" + "asleep: 0\n".repeat(5), result.out(), result.err());
    }

    /** The system refuses to bind: said in one line, and the scheduler works all the same. */
    @Test
    void carriersThatCannotBeBoundAreSaid(@TempDir Path folder) throws IOException {
        Path refusing = folder.resolve("taskset");
        Files.writeString(refusing, "#!/bin/sh\necho 'pid is bound to 0-1'; echo 'not permitted' >&2; exit 1\n");
        Files.setPosixFilePermissions(refusing, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder command = Jvm.command(Launch.IMAGE, QUIET, Schedulers.class.getName());
        command.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        Jvm.Result result = Jvm.run(command, 120);
        assertEquals(PROMISES, result.out(), result.err());
        String line = "weft: the carriers of a pinned scheduler are not bound: not permitted";
        assertEquals(1, result.err().lines().filter(line::equals).count(), result.err());
    }

    /** The program waits for a thread that its scheduler has dropped, unless it is a daemon. */
    @ParameterizedTest
    @CsvSource({"IMAGE,daemon,''", "IMAGE,late,'main has ended\nit has run\n'"})
    void whatIsDroppedIsAliveAsLongAsTheProgram(Launch launch, String argument, String afterwards) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(), Dropped.class.getName(), argument), 60);
        assertEquals("RUNNABLE, live: 1\n" + afterwards, result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
    }

    private static final String DETERMINISTIC =
            """
            theSameSeedGivesTheSameOrder
            aRaceIsFound
            aLostNotifyIsFound
            aDeadlockIsFound
            aDeadlockSaysWhoWaits
            aSleepForEverIsADeadlock
            aDeadlockBesideDaemonsIsFound
            aMinuteTakesNoTime
            allWaitsHaveThatTime
            futuresHaveThatTimeToo
            allClocksAreThatOne
            loopsForATimeEnd
            timePassesBesideThoseWhoAreNeverIdle
            whoCallsOnlyWhatThrowsMakesWay
            whoIsPinnedMakesWayToo
            whoIsPinnedWithAMonitor
            inputIsNoDeadlock
            theEndsOfProcessesAreNoDeadlock
            timeDoesNotPassInputBy
            pinnedInputFromOutsideIsNoDeadlock
            platformThreadsAreNoDeadlock
            workersOfForkJoinAreNoDeadlock
            threadsOfOtherSchedulersAreNoDeadlock
            theEndOfAThreadOutsideIsNoDeadlock
            whoWaitsBehindThatEndIsADeadlock
            whoHasLeftIsNoDeadlock
            whoIsTakenAwayIsNoDeadlock
            theBodyMayLeave
            anInterruptOfTheCallerIsKept
            daemonsGoOn
            whatTheBodyThrows
            whatIsStartedInsideIsInside
            badUse
            """;

    @Tag("long")
    @Test
    void whatADeterministicOnePromises() {
        whatADeterministicOnePromises(Launch.IMAGE, "-Dweft.threads=virtual");
    }

    @Test
    @Tag("nightly")
    void whatADeterministicOnePromisesWithoutPreemption() {
        whatADeterministicOnePromises(Launch.PATCH, "-Dweft.preemption=off");
    }

    private static void whatADeterministicOnePromises(Launch launch, String option) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(option), Deterministic.class.getName()), 240);
        assertEquals(DETERMINISTIC, result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
    }

    /** Neither how warm a JVM is, nor its compilers, collector and hash codes, make a difference. */
    @Test
    void theSameSeedGivesTheSameOrderInEachJvm() {
        String expected = traces(Launch.IMAGE, "-Dweft.parallelism=2");
        assertEquals(20, expected.lines().count(), expected);
        assertEquals(expected, traces(Launch.IMAGE, "-Xint"));
        assertEquals(expected, traces(Launch.IMAGE, "-XX:hashCode=2", "-XX:+UnlockExperimentalVMOptions"));
        assertEquals(expected, traces(Launch.IMAGE, "-XX:+UseParallelGC", "-Dweft.parallelism=1"));
        assertEquals(expected, traces(Launch.PATCH, "-Dweft.preemption=off"));
    }

    private static String traces(Launch launch, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        Collections.reverse(all);
        Jvm.Result result = Jvm.run(Jvm.command(launch, all, Deterministic.class.getName(), "20"), 240);
        assertEquals(0, result.exit(), result.err());
        return result.out();
    }

    @Test
    void aDeterministicOneNeedsFibers() {
        List<String> options = List.of("-Dweft.threads=none");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, Deterministic.class.getName()), 60);
        assertEquals("", result.out());
        assertTrue(result.err().contains("no thread can be a fiber: weft.threads is none"), result.err());
    }

    @Test
    void whoYieldsInALoopMakesWayAtOnce() {
        List<String> options = List.of("-Dweft.parallelism=1", "-Dweft.preemption=off");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, YieldLoops.class.getName()), 60);
        assertEquals("right\n", result.out(), result.err());
    }

    @Test
    void whoYieldsTooSeldomIsFound() {
        List<String> options = List.of("-Dweft.parallelism=1", "-Dweft.preemption=off");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, YieldLoops.class.getName(), "seldom"), 60);
        assertTrue(result.out().startsWith("wrong: "), result.toString());
    }

    /** Compiled with {@code weft javac}: JDK 17's compiler does not know the builder. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "IMAGE,-Dweft.parallelism=1,",
        "IMAGE,-Dweft.threads=virtual,",
        "PATCH,-Dweft.parallelism=2,",
        "CHAOS,'-Dweft.chaos=5,2',",
        "IMAGE,-Dweft.threads=none,none"
    })
    void whatABuilderWithASchedulerPromises(Launch launch, String option, String argument) {
        String main = "dev.weft.tck.schedulers.VirtualThreads";
        Path classes = Path.of("target", "woven-classes").toAbsolutePath();
        String suite = Path.of("target", "test-classes").toAbsolutePath().toString();
        String source = "src/test/woven/" + main.replace('.', '/') + ".java";
        List<String> javac = List.of("javac", "-Xlint:all", "-Werror", "-cp", suite, "-d", classes.toString(), source);
        Jvm.Result compiled = Jvm.run(Jvm.builder(Launch.IMAGE, javac), 120);
        assertEquals(0, compiled.exit(), compiled.toString());
        List<String> options = List.of(option, "-Dtck.classes=" + classes);
        String[] arguments = argument == null ? new String[0] : new String[] {argument};
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, main, arguments), 120);
        String expected = argument == null
                ? "allThreadsOfABuilder\nnobodyElse\naStartThatIsRefused\nnoScheduler\n"
                : "withoutFibers\nnoScheduler\n";
        assertEquals(expected, result.out(), result.err());
        assertEquals(0, result.exit(), result.err());
    }

    /** One line, before the program has begun. */
    @ParameterizedTest
    @ValueSource(
            strings = {"Missing", "Unfit$Abstract", "Unfit$Hidden", "Unfit$Throws", "Unfit", "Unfit$Uninitialized"})
    void aClassThatIsNoScheduler(String name) {
        String type = Unfit.class.getPackageName() + "." + name;
        Jvm.Result result =
                Jvm.run(Jvm.command(Launch.IMAGE, List.of("-Dweft.scheduler=" + type), Schedulers.class.getName()), 60);
        assertEquals("", result.out());
        assertEquals(2, result.exit(), result.toString());
        assertTrue(result.err().startsWith("weft: -Dweft.scheduler=" + type + ": "), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
    }

    @Test
    void whatIsNamedIsTheSchedulerOfAll() {
        List<String> options = List.of("-Dweft.scheduler=" + ON_THREAD_POOL);
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, Unfit.class.getName()), 60);
        assertEquals(ON_THREAD_POOL + "\n", result.out(), result.toString());
    }
}
