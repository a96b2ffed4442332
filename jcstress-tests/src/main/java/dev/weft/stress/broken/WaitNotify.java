package dev.weft.stress.broken;

import dev.weft.stress.Await;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Looks at the condition outside the monitor, and so loses notifications. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Notified, or had no need to wait.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The notification was lost.")
@State
public class WaitNotify {
    private final Object lock = new Object();
    private volatile boolean ready;

    /** Waits until it is ready. */
    @Actor
    public void await(I_Result r) {
        long start = Await.now();
        if (!ready) {
            Thread.yield();
            synchronized (lock) {
                Await.waitOn(lock, Await.brokenMillis());
            }
        }
        r.r1 = Await.outcome(start, Await.brokenMillis());
    }

    /** Makes it ready, and notifies. */
    @Actor
    public void signal() {
        ready = true;
        synchronized (lock) {
            lock.notify();
        }
    }
}
