package dev.weft.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * If a fiber is interrupted and notified at the same time, may the notification be lost to another waiter (JLS
 * 17.2.4)? Either the fiber returns from its wait, and passes the notification on, or it throws, and the other one is
 * notified. The broken sibling loses the notification when the fiber throws.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Notified, and has passed it on; the interrupt came later.")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Interrupted; the other one was notified.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The notification was lost.")
@State
public class InterruptOrNotify {
    private final Object lock = new Object();
    private int arrived;
    private boolean waitsForInterrupt;
    private volatile Thread target;

    /** Waits; may be interrupted instead of notified; a notification that it has had it passes on. */
    @Actor
    public void interruptible(II_Result r) {
        synchronized (lock) {
            target = Thread.currentThread();
            arrived++;
            try {
                lock.wait(Await.correctMillis());
                r.r1 = 1;
                lock.notify();
            } catch (InterruptedException e) {
                r.r1 = 2;
            }
        }
        settle();
    }

    /** The interrupt comes for certain: it must not hit what the thread does after the test. */
    private void settle() {
        while (!waitsForInterrupt()) {
            Thread.yield();
        }
        Thread.interrupted();
    }

    private boolean waitsForInterrupt() {
        synchronized (lock) {
            return waitsForInterrupt;
        }
    }

    /** Waits for the one notification. */
    @Actor
    public void patient(II_Result r) {
        long start = Await.now();
        synchronized (lock) {
            arrived++;
            try {
                lock.wait(Await.correctMillis());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        r.r2 = Await.outcome(start, Await.correctMillis());
    }

    /** Notifies once, when both wait or have been interrupted. */
    @Actor
    public void signal() {
        for (;;) {
            synchronized (lock) {
                if (arrived == 2) {
                    lock.notify();
                    return;
                }
            }
            Thread.yield();
        }
    }

    /** Interrupts one of the two. */
    @Actor
    public void interrupt() {
        Thread thread;
        while ((thread = target) == null) {
            Thread.yield();
        }
        thread.interrupt();
        synchronized (lock) {
            waitsForInterrupt = true;
        }
    }
}
