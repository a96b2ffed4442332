package dev.weft.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Is what a thread wrote before {@code start} visible in the started fiber, and what that one wrote visible after
 * {@code join} in a third (JLS 17.4.5)? Its broken sibling does not join.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "All was seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A write was not seen.")
@State
public class StartJoin {
    private volatile Thread started;
    private int before;
    private int inside;

    /** Writes, and starts a thread that reads and writes. */
    @Actor
    public void start(II_Result r) {
        before = 1;
        Thread thread = new Thread(() -> {
            r.r1 = before;
            Thread.yield();
            inside = 2;
        });
        thread.start();
        started = thread;
    }

    /** Joins that thread, and reads. */
    @Actor
    public void join(II_Result r) {
        Thread thread;
        while ((thread = started) == null) {
            Thread.yield();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        r.r2 = inside;
    }
}
