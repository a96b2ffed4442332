package dev.weft.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Does a monitor exclude other fibers while its owner is suspended inside? The owner yields in the middle, which
 * detaches the monitor. Its broken sibling has no monitor.
 */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Each has seen the other or came first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside.")
@State
public class MonitorExclusion {
    private int count;

    private synchronized void increment() {
        int seen = count;
        Thread.yield();
        count = seen + 1;
    }

    /** Adds 1. */
    @Actor
    public void first() {
        increment();
    }

    /** Adds 1. */
    @Actor
    public void second() {
        increment();
    }

    /** Reads the sum. */
    @Arbiter
    public void sum(I_Result r) {
        r.r1 = count;
    }
}
