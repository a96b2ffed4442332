package dev.weft.bench.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GuardTest {
    private static final Path RECORDED = Path.of("guard.json");

    /** Far outside the noise of a machine that does other things as well. */
    private static final double FACTOR = 3;

    private static final String MILLIS = "400";

    @Tag("long")
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void noRatioIsFarAboveTheRecordedOne() throws IOException, InterruptedException {
        Map<String, Double> measured = measure();
        if (Boolean.getBoolean("guard.record")) {
            Files.writeString(RECORDED, Guard.json(measured));
        }
        Map<String, Double> recorded = Guard.parse(Files.readString(RECORDED));
        List<String> complaints = Guard.complaints(recorded, measured, FACTOR);
        if (!complaints.isEmpty()) {
            // a machine that was busy for some seconds is not a regression: only what is seen twice is
            Map<String, Double> again = measure();
            Map<String, Double> better = new TreeMap<>(measured);
            again.forEach((name, ratio) -> better.merge(name, ratio, Math::min));
            complaints = Guard.complaints(recorded, better, FACTOR);
            measured = better;
        }
        assertEquals(List.of(), complaints, () -> "slower than in " + RECORDED.toAbsolutePath());

        // the control: the same figures, one of them worse
        for (String name : recorded.keySet()) {
            Map<String, Double> worse = new TreeMap<>(measured);
            worse.put(name, recorded.get(name) * FACTOR * 1.01);
            assertEquals(1, Guard.complaints(recorded, worse, FACTOR).size(), name);
        }
    }

    @Test
    void aRatioBeyondTheFactorIsComplainedOf() {
        Map<String, Double> recorded = Map.of("a", 0.5, "b", 2.0);
        assertEquals(List.of(), Guard.complaints(recorded, Map.of("a", 1.5, "b", 0.1), 3));
        List<String> complaints = Guard.complaints(recorded, Map.of("a", 1.51, "b", 2.0), 3);
        assertEquals(List.of("a: ratio 1.51, recorded 0.500, 3.0 times as much"), complaints);
    }

    @Test
    void whatOnlyOneSideHasIsComplainedOf() {
        assertEquals(List.of("a was not measured"), Guard.complaints(Map.of("a", 1.0), Map.of(), 3));
        assertEquals(List.of("a is not recorded"), Guard.complaints(Map.of(), Map.of("a", 1.0), 3));
        assertEquals(
                1,
                Guard.complaints(Map.of("a", 1.0), Map.of("a", Double.NaN), 3).size());
    }

    @Test
    void aRatioIsToTheSameCodeOrToTheYardstick() {
        String plain = "code hash_map=200\ncode regex=10\n";
        String weft = "hand-over=100\ncode hash_map=300\ncode regex=20\n";
        Map<String, Double> ratios = Guard.ratios(weft, plain);
        assertEquals(Map.of("hand-over", 0.5, "code hash_map", 1.5, "code regex", 2.0), ratios);
        assertEquals(ratios, Guard.parse(Guard.json(ratios)));
    }

    private static Map<String, Double> measure() throws IOException, InterruptedException {
        String weft = run(ChildJvm.On.WEFT, "fibers", "-Dweft.parallelism=1");
        String plain = run(ChildJvm.On.PLAIN, "plain");
        return Guard.ratios(weft, plain);
    }

    private static String run(ChildJvm.On on, String kind, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(
                List.of("-Xms512m", "-Xmx512m", "-cp", "target/classes", "dev.weft.bench.GuardBodies", MILLIS, kind));
        ChildJvm.Result result = ChildJvm.run(on, Duration.ofMinutes(4), arguments);
        assertEquals(0, result.exit(), result::toString);
        assertTrue(result.out().contains("code hash_map="), result::toString);
        return result.out();
    }
}
