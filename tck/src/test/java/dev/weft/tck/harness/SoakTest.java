package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.soak.Soak;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The short form of {@link Soak}: some seconds, and a control for each invariant; the long one is {@code tck/soak}. */
@Tag("alone")
@Tag("long")
@ExtendWith(Jvm.class)
class SoakTest {
    private static final List<String> OPTIONS =
            List.of("-Xmx512m", "--add-exports=java.base/jdk.internal.weft.monitor=ALL-UNNAMED");
    private static final long SEED = Long.getLong("tck.stress.seed", System.nanoTime());

    private static void run(Launch launch, List<String> options, String... arguments) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, Soak.class.getName(), arguments), 300);
        assertEquals(0, result.exit(), result::toString);
    }

    @Test
    void everythingAtOnceLeavesNothingBehind() {
        run(Launch.IMAGE, OPTIONS, "seconds=4", "threads=300", "round=2", "seed=" + SEED);
    }

    @Test
    void eachBrokenInvariantIsFound() {
        run(Launch.IMAGE, OPTIONS, "controls");
    }

    /** What the invariants ask is not too much. */
    @Test
    void thePlainJdkLeavesNothingBehindEither() {
        run(Launch.PLAIN, List.of("-Xmx512m"), "seconds=2", "threads=50", "round=1", "seed=" + SEED);
    }
}
