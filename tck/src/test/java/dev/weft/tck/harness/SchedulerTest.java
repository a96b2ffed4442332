package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.schedulers.Schedulers;
import dev.weft.tck.schedulers.Unfit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedulers that programs bring, in child JVMs. The cases of the suite run under three as well: see Configuration. */
@ExtendWith(Jvm.class)
class SchedulerTest {
    /** By its name: the JVM that runs this has no {@code FiberScheduler}. */
    private static final String ON_THREAD_POOL = "dev.weft.tck.schedulers.OnThreadPool";

    private static final String PROMISES =
            """
            allRunsAreTheSchedulers
            aFiberChangesItsScheduler
            unparkChangesTheScheduler
            aStartThatIsRefused
            aContinuationThatIsRefused
            aTaskThatIsRunTooOften
            whoeverWantsToRunsTasks
            aCacheInUseIsNotShared
            aSchedulerThatRunsWhereItIsTold
            aSchedulerThatBlocks
            threadsOfASchedulerArePlatformThreads
            whoMayNotLeaveStays
            badArguments
            anEventLoop
            anEventLoopThatIsClosed
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
        String cache = "-Dweft.processorLocal=field:" + Schedulers.class.getName() + ".CACHE";
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(option, cache), Schedulers.class.getName()), 120);
        assertEquals(PROMISES, result.out(), result.err());
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
