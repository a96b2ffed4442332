package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ForkJoinWorkers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ForkJoin's workers as platform threads and as fibers: they are and do the same. */
@Tag("long")
@ExtendWith(Jvm.class)
class ForkJoinTest {
    private static final String FIBERS = "-Dweft.forkjoin=fibers";

    private static Jvm.Result run(Launch launch, List<String> options, String question) {
        return Jvm.run(Jvm.command(launch, options, ForkJoinWorkers.class.getName(), question), 120);
    }

    /** Compares the plain JDK with each way to start Weft; on one carrier, too. */
    private static void compare(String question, String... options) {
        List<String> all = new ArrayList<>(List.of("-Xmx200m"));
        all.addAll(List.of(options));
        Jvm.Result plain = run(Launch.PLAIN, all, question);
        if (Jvm.launches().contains(Launch.PATCH)) {
            assertEquals(plain, run(Launch.IMAGE, all, question));
        }
        all.add(FIBERS);
        for (Launch launch : Jvm.launches()) {
            assertEquals(plain, run(launch, all, question), launch.name());
        }
        all.add("-Dweft.parallelism=1");
        assertEquals(plain, run(Launch.IMAGE, all, question), "on one carrier");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "common",
                "own",
                "locals",
                "blocker",
                "recursion",
                "quiescence",
                "stages",
                "shutdown",
                "failure",
                "uncaught",
                "exit"
            })
    void workersAreAndDoTheSame(String question) {
        compare(question, "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
    }

    @Test
    void theLocalsOfTheOnlyCommonWorkerAreErased() {
        compare("locals", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1");
    }

    @Test
    void threadsRunWhatTheyHaveForkedWhereTheCommonPoolHasNoWorkers() {
        compare("alone", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0");
    }

    @Test
    void threadsRunWhatTheyHaveForkedWhereAllWorkersWaitForThem() {
        compare("crossed", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
    }

    @Test
    void underASecurityManagerCommonWorkersHaveNoPermissions() {
        compare("common", "-Djava.security.manager", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
    }

    @EachLaunch
    void workersThatWaitForEachOtherNeedOneCarrier(Launch launch) {
        assertEquals(
                "8 fibers, 0 pins\n",
                run(launch, List.of(FIBERS, "-Dweft.parallelism=1"), "together").out());
        assertEquals(
                "8 fibers, 0 pins\n",
                run(launch, List.of(FIBERS, "-Dweft.threads=virtual", "-Dweft.parallelism=1"), "together")
                        .out());
    }

    /** Else a pool's workers would wait for themselves to be run. */
    @Test
    void workersThatRunTheFibersOfASchedulerAreNone() {
        List<String> options = List.of(FIBERS, "-Dweft.scheduler=dev.weft.tck.schedulers.OnForkJoinPool");
        Jvm.Result result = run(Launch.IMAGE, options, "scheduler");
        assertEquals("4000 sleeps, fibers of 4 workers: 0\n", result.out(), result.err());
    }

    /** Also the control: what differs is seen to differ. */
    @Test
    void workersAreFibersOnlyWhereThatIsChosen() {
        Jvm.Result fibers = run(Launch.IMAGE, List.of(FIBERS), "together");
        for (List<String> options : List.of(
                List.<String>of(),
                List.of("-Dweft.forkjoin=threads"),
                List.of(FIBERS, "-Dweft.threads=none"),
                List.of(FIBERS, "-Dweft.platform=name:ForkJoinPool-*"))) {
            Jvm.Result other = run(Launch.IMAGE, options, "together");
            assertEquals("0 fibers, 0 pins\n", other.out(), options.toString());
            assertNotEquals(fibers, other);
        }
    }
}
