package dev.weft.tck.soak;

import java.util.Random;

/** One kind of thing that threads do; it leaves nothing behind, whatever happens. */
@FunctionalInterface
interface Work {
    /** Does it once. */
    void once(Shared shared, Random random) throws Exception;
}
