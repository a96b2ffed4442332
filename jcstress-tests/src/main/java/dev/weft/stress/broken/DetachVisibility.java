package dev.weft.stress.broken;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Writes and reads without a monitor. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Read before.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Read after.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Half of the writes was seen.")
@State
public class DetachVisibility {
    private int x;
    private int y;

    /** Writes one half, is suspended, writes the other. */
    @Actor
    public void write() {
        x = 1;
        Thread.yield();
        y = 1;
    }

    /** Reads both. */
    @Actor
    public void read(II_Result r) {
        r.r1 = x;
        r.r2 = y;
    }
}
