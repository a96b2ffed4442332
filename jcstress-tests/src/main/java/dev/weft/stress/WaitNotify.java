package dev.weft.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Can a notification be lost that comes while the fiber begins to wait? It may come only before the fiber has entered
 * the monitor, or when it is in the wait queue. Its broken sibling looks at the condition outside the monitor.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Notified, or had no need to wait.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The notification was lost.")
@State
public class WaitNotify {
    private final Object lock = new Object();
    private boolean ready;

    private int await() {
        long start = Await.now();
        synchronized (lock) {
            while (!ready) {
                Await.waitOn(lock, Await.correctMillis());
            }
        }
        return Await.outcome(start, Await.correctMillis());
    }

    /** Waits until it is ready. */
    @Actor
    public void await(I_Result r) {
        r.r1 = await();
    }

    /** Makes it ready, and notifies. */
    @Actor
    public void signal() {
        synchronized (lock) {
            ready = true;
            lock.notify();
        }
    }
}
