package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.FiberProbe;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints what the probe of the suite says of fibers whose state is known: not started, computing, parked, pinned,
 * ended. Each state is reached by what the fiber itself has done, not by what the probe says.
 */
public final class ProbedStates {
    private static final CountDownLatch PINNED = new CountDownLatch(1);
    private static volatile boolean done;

    private ProbedStates() {}

    /** Its initializer blocks, and cannot be left. */
    private static final class Initializer {
        static {
            PINNED.countDown();
            LockSupport.park();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread computing = new Thread(() -> {
            while (!done) {
                Thread.onSpinWait();
            }
        });
        print("not started", computing);
        computing.start();
        print("computing", computing);

        Thread parked = new Thread(LockSupport::park);
        parked.start();
        Await.that("the park is seen", () -> parked.getState() == Thread.State.WAITING);
        print("parked", parked);

        Thread pinned = new Thread(Initializer::new);
        pinned.start();
        PINNED.await();
        Await.that("the park is seen", () -> pinned.getState() == Thread.State.WAITING);
        print("pinned", pinned);

        done = true;
        LockSupport.unpark(parked);
        LockSupport.unpark(pinned);
        computing.join();
        parked.join();
        pinned.join();
        for (Thread each : new Thread[] {computing, parked, pinned}) {
            // join returns while the fiber still leaves its carrier
            Await.that("it has ended", () -> FiberProbe.state(each).equals("TERMINATED"));
            print("ended", each);
        }
    }

    private static void print(String what, Thread thread) {
        System.out.println(what + ": " + FiberProbe.state(thread) + (FiberProbe.isBlocked(thread) ? ", blocked" : ""));
    }
}
