package com.example.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void thePercentileOfNothingIsZero() {
        assertEquals(0, new Samples().percentileMicros(99));
    }

    @Test
    void theOnlyValueIsEveryPercentile() {
        Samples samples = new Samples();
        samples.addNanos(7_999);
        assertEquals(7, samples.percentileMicros(0.001));
        assertEquals(7, samples.percentileMicros(50));
        assertEquals(7, samples.percentileMicros(100));
    }

    @Test
    void percentilesAreNearestRanksWhateverTheOrder() {
        Samples samples = new Samples();
        for (int i = 0; i < 5_000; i++) {
            samples.addNanos((1 + (i * 2_741L) % 5_000) * 1_000);
        }
        assertEquals(2_500, samples.percentileMicros(50));
        assertEquals(4_950, samples.percentileMicros(99));
        assertEquals(5_000, samples.percentileMicros(100));
        assertEquals(5_000, samples.maxMicros());
    }

    @Test
    void beyondTheLimitAUniformChoiceIsKeptAndTheMaximumIsExact() {
        Samples samples = new Samples(1_000);
        for (int i = 1; i <= 100_000; i++) {
            samples.addNanos(i * 1_000L);
        }
        assertEquals(100_000, samples.count());
        assertEquals(100_000, samples.maxMicros());
        int median = samples.percentileMicros(50);
        assertTrue(median > 40_000 && median < 60_000, "median of the choice: " + median);
    }
}
