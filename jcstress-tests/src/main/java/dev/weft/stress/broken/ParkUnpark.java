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

/** Looks at the flag before it says whom to wake, and so loses wake-ups. */
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
        long start = Await.now();
        if (!flag) {
            Thread.yield();
            waiter = Thread.currentThread();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Await.brokenMillis()));
        }
        r.r1 = Await.outcome(start, Await.brokenMillis());
    }

    /** Raises the flag and wakes whom it knows. */
    @Actor
    public void unpark() {
        flag = true;
        LockSupport.unpark(waiter);
    }
}
