package dev.weft.stress.broken;

import dev.weft.stress.Await;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Takes the wake-up for the end of the short park, and waits for another one. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Woken.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The wake-up was lost.")
@State
public class TimedParkUnpark {
    private final Thread[] waiter = new Thread[1];
    private volatile boolean published;

    /** Parks briefly, then long. */
    @Actor
    public void park(I_Result r) {
        waiter[0] = Thread.currentThread();
        published = true;
        LockSupport.parkNanos(20_000);
        long start = Await.now();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Await.brokenMillis()));
        r.r1 = Await.outcome(start, Await.brokenMillis());
    }

    /** Wakes at about the moment when the time is over. */
    @Actor
    public void unpark() {
        while (!published) {
            Thread.yield();
        }
        LockSupport.unpark(waiter[0]);
    }
}
