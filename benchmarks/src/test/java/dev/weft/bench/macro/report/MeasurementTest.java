package dev.weft.bench.macro.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.bench.macro.Measured;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private final Measurement measurement = new Measurement(Effort.QUICK, new Modes(), Path.of("."), "today");

    private static String line(String program, int round, String day) {
        Measured measured = new Measured("ff", Map.of("windowMillis", 100.0), 1, 2);
        return RunLine.of(new EarlierRun(program, Mode.PLAIN, round, day, measured));
    }

    @Test
    void roundsOfOtherDaysComeFirst() {
        List<String> earlier = List.of(line("h2", 0, "monday"), line("h2", 1, "tuesday"), line("kafka", 0, "monday"));
        assertEquals(Set.of("h2", "kafka"), measurement.addEarlier(earlier));
        assertEquals(2, measurement.results().rounds("h2"));
        assertEquals(1, measurement.results().rounds("kafka"));
        assertEquals(0, measurement.results().rounds("spring"));
        assertEquals(Map.of("monday", Set.of("h2", "kafka"), "tuesday", Set.of("h2")), measurement.days());
        assertEquals(earlier, measurement.lines());
    }

    @Test
    void aLineOfNoRunIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> measurement.addEarlier(List.of(line("h2", -1, ""))));
        assertThrows(IllegalArgumentException.class, () -> measurement.addEarlier(List.of(line("no such", 0, ""))));
        assertThrows(IllegalArgumentException.class, () -> measurement.addEarlier(List.of("{}")));
    }
}
