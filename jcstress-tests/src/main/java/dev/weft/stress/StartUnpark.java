package dev.weft.stress;

import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * May a thread be unparked while it is being started? It must start, and run to its end. Its broken sibling starts it
 * twice.
 */
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

    /** Unparks it, before, while or after it starts. */
    @Actor
    public void disturb() {
        LockSupport.unpark(thread);
    }
}
