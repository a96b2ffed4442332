package dev.weft.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Does a fiber that was suspended in a monitor publish all that it wrote inside, before and after the suspension,
 * possibly on two carriers, to the next one that enters? The two writes must be seen together. Its broken sibling has
 * no monitor.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Read before.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Read after.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Half of the writes was seen.")
@State
public class DetachVisibility {
    private final Object lock = new Object();
    private int x;
    private int y;

    /** Writes one half, is suspended, writes the other. */
    @Actor
    public void write() {
        synchronized (lock) {
            x = 1;
            Thread.yield();
            y = 1;
        }
    }

    /** Reads both. */
    @Actor
    public void read(II_Result r) {
        synchronized (lock) {
            r.r1 = x;
            r.r2 = y;
        }
    }
}
