package dev.weft.junit.samples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.junit.DeterministicFibers;
import org.junit.jupiter.api.AfterEach;

/** A test of which it shows afterwards that it has failed. */
public class CheckedAfter {
    private boolean isDone;

    @DeterministicFibers(seeds = 50)
    void doesNothing() {}

    @AfterEach
    void check() {
        assertTrue(isDone, "done");
    }
}
