package dev.weft.stress.broken;

import dev.weft.stress.Await;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Starts a thread twice. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It has run.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It could not be started, or has not run.")
@State
public class StartUnpark {
    private final Thread thread = new Thread(() -> ran = true);
    private volatile boolean ran;

    /** Starts the thread and waits for its end. */
    @Actor
    public void start(I_Result r) {
        try {
            thread.start();
            Await.end(thread);
            r.r1 = ran ? 1 : 0;
        } catch (IllegalThreadStateException e) {
            r.r1 = -1;
        }
    }

    /** Starts it, too. */
    @Actor
    public void disturb() {
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            // the other one was first
        }
    }
}
