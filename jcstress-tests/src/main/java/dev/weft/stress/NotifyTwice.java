package dev.weft.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Do two notifications wake two waiters, a fiber and a platform thread, in whatever order the three come? Its broken
 * sibling notifies once.
 */
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
            while (!ready) {
                Await.waitOn(lock, Await.correctMillis());
            }
        }
        return Await.outcome(start, Await.correctMillis());
    }

    /** Waits in two threads: in a fiber, and on a platform thread. */
    @Actor
    public void await(II_Result r) {
        Thread fiber = new Thread(() -> r.r1 = await());
        fiber.start();
        Await.onPlatformThread(() -> r.r2 = await());
        Await.end(fiber);
    }

    /** Notifies as often as there may be waiters. */
    @Actor
    public void signal() {
        synchronized (lock) {
            ready = true;
            lock.notify();
            lock.notify();
        }
    }
}
