package dev.weft.stress.broken;

import dev.weft.stress.Await;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/** Drops interrupts that come before it waits. */
@JCStressTest
@Outcome(id = "1, false", expect = Expect.ACCEPTABLE, desc = "The wait has thrown.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The interrupt was lost, or its flag stayed.")
@State
public class InterruptWait {
    private final Object lock = new Object();
    private volatile Thread waiter;

    /** Waits for the interrupt. */
    @Actor
    public void await(IZ_Result r) {
        waiter = Thread.currentThread();
        Thread.yield();
        Thread.interrupted();
        try {
            synchronized (lock) {
                lock.wait(Await.brokenMillis());
            }
            r.r1 = Await.LOST;
        } catch (InterruptedException e) {
            r.r1 = Await.WOKEN;
        }
        r.r2 = Thread.interrupted();
    }

    /** Interrupts whoever waits. */
    @Actor
    public void interrupt() {
        Thread target;
        while ((target = waiter) == null) {
            Thread.yield();
        }
        target.interrupt();
    }
}
