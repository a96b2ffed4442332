package dev.weft.junit.samples;

import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.junit.DeterministicFibers;
import org.junit.jupiter.api.BeforeEach;

/** A test that fails before it begins. */
public class FailsBefore {
    @BeforeEach
    void prepare() {
        fail("done");
    }

    @DeterministicFibers(seeds = 50)
    void doesNothing() {}
}
