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

    private int await() throws InterruptedException {
        long start = Await.now();
        synchronized (lock) {
            while (!ready) {
                lock.wait(Await.correctMillis());
            }
        }
        return Await.outcome(start, Await.correctMillis());
    }

    /** Waits as a fiber. */
    @Actor
    public void first(II_Result r) throws InterruptedException {
        r.r1 = await();
    }

    /** Waits on a platform thread. */
    @Actor
    public void second(II_Result r) {
        Await.onPlatformThread(() -> {
            try {
                r.r2 = await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
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
