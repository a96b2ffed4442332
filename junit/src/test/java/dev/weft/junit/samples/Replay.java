package dev.weft.junit.samples;

import dev.weft.junit.DeterministicFibers;

/** A test that fails with each seed, which are chosen. */
public class Replay {
    @DeterministicFibers(seed = {17, 18})
    void fails() {
        throw new IllegalStateException("as ever");
    }

    @DeterministicFibers(seeds = 0)
    void noSeeds() {}
}
