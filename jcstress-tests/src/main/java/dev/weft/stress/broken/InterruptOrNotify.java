package dev.weft.stress.broken;

import dev.weft.stress.Await;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Does not notify if the interrupt was first. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Notified, and has passed it on; the interrupt came later.")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Interrupted; the other one was notified.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The notification was lost.")
@State
public class InterruptOrNotify {
    private final Object lock = new Object();
    private int arrived;
    private boolean thrown;
    private volatile Thread target;

    /** Waits in two fibers, of which this one may be interrupted instead of notified. */
    @Actor
    public void await(II_Result r) {
        Thread patient = new Thread(() -> r.r2 = patient());
        patient.start();
        r.r1 = interruptible();
        // the interrupt comes for certain: it must not hit what the thread does after the test
        while (!Thread.interrupted() && r.r1 == 1) {
            Thread.yield();
        }
        Await.end(patient);
    }

    /** 1 if it was notified, which it has then passed on; 2 if it was interrupted. */
    private int interruptible() {
        synchronized (lock) {
            target = Thread.currentThread();
            arrived++;
            try {
                lock.wait(Await.brokenMillis());
                lock.notify();
                return 1;
            } catch (InterruptedException e) {
                thrown = true;
                return 2;
            }
        }
    }

    /** Waits for the one notification. */
    private int patient() {
        long start = Await.now();
        synchronized (lock) {
            arrived++;
            Await.waitOn(lock, Await.brokenMillis());
        }
        return Await.outcome(start, Await.brokenMillis());
    }

    /** Notifies once, when both wait or have been interrupted, and interrupts one of the two meanwhile. */
    @Actor
    public void disturb() {
        Thread interrupter = new Thread(this::interrupt);
        interrupter.start();
        while (!signal()) {
            Thread.yield();
        }
        Await.end(interrupter);
    }

    private boolean signal() {
        synchronized (lock) {
            if (arrived < 2) {
                return false;
            }
            if (!thrown) {
                lock.notify();
            }
            return true;
        }
    }

    private void interrupt() {
        Thread thread;
        while ((thread = target) == null) {
            Thread.yield();
        }
        thread.interrupt();
    }
}
