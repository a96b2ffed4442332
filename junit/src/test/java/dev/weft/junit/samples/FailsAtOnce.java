package dev.weft.junit.samples;

import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.junit.DeterministicFibers;

/** A test whose instance cannot be made. */
public class FailsAtOnce {
    FailsAtOnce() {
        fail("done");
    }

    @DeterministicFibers(seeds = 50)
    void doesNothing() {}
}
