package dev.weft.bench.macro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredTest {
    private static Measured run(double... curve) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        numbers.put("windowMillis", 100.0);
        numbers.put("cpuHalfMillis", 400.0);
        numbers.put("cpuEndMillis", 1000.0);
        numbers.put("garbageBytes", 8000.0);
        numbers.put("pinned", -1.0);
        return new Measured("ff00", numbers, curve);
    }

    @Test
    void aNumberThatWasNotMeasuredIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> run(1).number("absent"));
    }

    @Test
    void whatIsWarmIsTheSecondHalf() {
        Measured run = run(0, 0, 10, 20);
        assertEquals(200_000.0 / 30, run.steadyMicros(), 1e-6);
        assertEquals(600_000.0 / 30, run.steadyCpuMicros(), 1e-6);
        assertEquals(1_000_000.0 / 30, run.allCpuMicros(), 1e-6);
        assertEquals(8000.0 / 30, run.garbagePerUnit(), 1e-6);
    }

    @Test
    void theTimeToThePeakEndsWithTheFirstWindowThatIsNearIt() {
        double[] curve = new double[40];
        Arrays.fill(curve, 0, 20, 50);
        Arrays.fill(curve, 20, 40, 100);
        // averages of five windows: 100 from the 22nd on, and 90 in the 22nd
        assertEquals(2200, run(curve).millisToPeak(), 100);
        Arrays.fill(curve, 100);
        assertEquals(100, run(curve).millisToPeak());
    }
}
