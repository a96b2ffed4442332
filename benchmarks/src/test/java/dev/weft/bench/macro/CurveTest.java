package dev.weft.bench.macro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CurveTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    @Test
    void aUnitThatTookLongIsSpreadOverItsWindows() {
        Curve curve = new Curve(4, HOUR);
        long before = System.nanoTime();
        curve.begin();
        long slack = System.nanoTime() - before;
        curve.add(before + HOUR / 2, before + 3 * HOUR / 2, 10);
        double tolerance = 20.0 * slack / HOUR + 1e-9;
        assertArrayEquals(new double[] {5, 5, 0, 0}, curve.units(), tolerance);
        assertEquals(10, curve.total());
    }

    @Test
    void whatIsDoneAfterTheEndCountsForTheTotalOnly() {
        Curve curve = new Curve(2, HOUR);
        curve.begin();
        long now = System.nanoTime();
        curve.add(now + 5 * HOUR, now + 6 * HOUR, 3);
        curve.add(1);
        assertArrayEquals(new double[] {1, 0}, curve.units());
        assertEquals(4, curve.total());
    }

    @Test
    void theBeginningForgetsWhatWasDoneBefore() {
        Curve curve = new Curve(2, HOUR);
        curve.add(7);
        curve.begin();
        assertEquals(0, curve.total());
        assertArrayEquals(new double[] {0, 0}, curve.units());
    }
}
