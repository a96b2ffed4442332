package dev.weft.stress;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Can an {@code unpark} be lost that races with the end of a timed park? The fiber parks for a very short time and
 * then, unless the flag is up, for a long one. Its broken sibling does not look at the flag in between.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Woken.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The wake-up was lost.")
@State
public class TimedParkUnpark {
    private final Thread[] waiter = new Thread[1];
    private volatile boolean published;
    private volatile boolean flag;

    /** Parks briefly, then long. */
    @Actor
    public void park(I_Result r) {
        waiter[0] = Thread.currentThread();
        published = true;
        LockSupport.parkNanos(20_000);
        long start = Await.now();
        while (!flag) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Await.correctMillis()));
        }
        r.r1 = Await.outcome(start, Await.correctMillis());
    }

    /** Wakes at about the moment when the time is over. */
    @Actor
    public void unpark() {
        while (!published) {
            Thread.yield();
        }
        long end = System.nanoTime() + 20_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        flag = true;
        LockSupport.unpark(waiter[0]);
    }
}
