package dev.weft.tck.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that wait until a debugger interrupts them: each prints how its wait has ended. */
public final class InterruptedByDebugger {
    private static final Object LOCK = new Object();

    /** For the debugger. */
    static Thread[] waiting;

    private InterruptedByDebugger() {}

    /** A wait. */
    private interface Wait {
        void begin() throws InterruptedException;
    }

    private static Thread waiting(String name, Wait wait) {
        return new Thread(
                () -> {
                    try {
                        wait.begin();
                        System.out.println(name + ": not interrupted");
                    } catch (InterruptedException e) {
                        System.out.println(name + ": interrupted");
                    }
                },
                name);
    }

    /** The debugger stops here. */
    private static void areWaiting() {}

    public static void main(String[] args) throws InterruptedException {
        waiting = new Thread[] {
            waiting("sleep", () -> Thread.sleep(60_000)),
            waiting("wait", () -> {
                synchronized (LOCK) {
                    LOCK.wait(60_000);
                }
            }),
            waiting("latch", () -> new CountDownLatch(1).await(1, TimeUnit.MINUTES))
        };
        for (Thread each : waiting) {
            each.start();
            while (each.getState() != Thread.State.TIMED_WAITING && each.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        areWaiting();
        for (Thread each : waiting) {
            each.join();
        }
    }
}
