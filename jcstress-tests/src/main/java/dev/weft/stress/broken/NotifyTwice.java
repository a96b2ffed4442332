package dev.weft.stress.broken;

import dev.weft.stress.Await;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Notifies once where two may wait. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both were notified, or had no need to wait.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A notification was lost.")
@State
public class NotifyTwice {
    private final Object lock = new Object();
    private boolean ready;

    private int await() {
        long start = Await.now();
        synchronized (lock) {
            if (!ready) {
                Await.waitOn(lock, Await.brokenMillis());
            }
        }
        return Await.outcome(start, Await.brokenMillis());
    }

    /** Waits in two fibers. */
    @Actor
    public void await(II_Result r) {
        Thread other = new Thread(() -> r.r1 = await());
        other.start();
        r.r2 = await();
        Await.end(other);
    }

    /** Notifies one. */
    @Actor
    public void signal() {
        Thread.yield();
        synchronized (lock) {
            ready = true;
            lock.notify();
        }
    }
}
