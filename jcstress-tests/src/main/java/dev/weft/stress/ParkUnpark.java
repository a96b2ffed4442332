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
 * Can an {@code unpark} be lost that comes while the fiber parks? It may come before the park, while the fiber
 * unwinds, or when it is parked: in each case the fiber must go on. Its broken sibling says too late whom to wake.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Woken.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The wake-up was lost.")
@State
public class ParkUnpark {
    private volatile Thread waiter;
    private volatile boolean flag;

    /** Parks until the flag is up. */
    @Actor
    public void park(I_Result r) {
        waiter = Thread.currentThread();
        long start = Await.now();
        while (!flag) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Await.correctMillis()));
        }
        r.r1 = Await.outcome(start, Await.correctMillis());
    }

    /** Raises the flag and wakes whom it knows. */
    @Actor
    public void unpark() {
        flag = true;
        LockSupport.unpark(waiter);
    }
}
