package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.FullHeapStress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A hundred threads whose heap is full now and then end, and give back what they hold: {@code -Dtck.heap.runs=100}
 * times for each collector.
 */
@Tag("long")
@ExtendWith(Jvm.class)
class FullHeapTest {
    private static final int RUNS = Integer.getInteger("tck.heap.runs", 1);
    private static final long SEED = Long.getLong("tck.stress.seed", System.nanoTime());

    private static Jvm.Result run(Launch launch, String collector, long seed, String... more) {
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(seed), "3"));
        arguments.addAll(List.of(more));
        return Jvm.run(
                Jvm.command(
                        launch,
                        List.of("-Xmx48m", "-XX:+Use" + collector + "GC"),
                        FullHeapStress.class.getName(),
                        arguments.toArray(new String[0])),
                200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"G1", "Parallel", "Serial"})
    void fibersEndAndHoldNothing(String collector) {
        for (int i = 0; i < RUNS; i++) {
            long seed = SEED + 1_000L * i;
            Jvm.Result result = run(Launch.IMAGE, collector, seed);
            assertTrue(
                    result.out().matches("errors: (some|none), left: 0, held: false, wrong: 0\n"),
                    () -> collector + ", seed " + seed + ": " + result);
        }
    }

    @Test
    void whoEndsWithTheLockIsFound() {
        Jvm.Result result = run(Launch.PLAIN, "Serial", SEED, "drop");
        assertTrue(result.out().contains("held: true"), result.toString());
    }
}
