package dev.weft.tck.programs;

import dev.weft.Weft;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * A thread holds monitors, is made to leave behind a call, which it may not, and then waits in each way: it prints the
 * sum of what the calls have returned, whether anybody was made to leave, and how often a carrier was blocked.
 */
public final class AskedInMonitors {
    private static final int ROUNDS = 100;

    private final Object inner = new Object();

    private AskedInMonitors() {}

    /** An interface's method, of which no analysis knows that it does not suspend. */
    private static int call(IntSupplier callee) {
        return callee.getAsInt();
    }

    private int waits(int round) throws InterruptedException {
        // the first call is the one behind which the thread is asked to leave
        int called = call(() -> round);
        switch (round % 4) {
            case 0:
                Thread.sleep(0, 1);
                break;
            case 1:
                LockSupport.parkNanos(1);
                break;
            case 2:
                synchronized (inner) {
                    inner.wait(0, 1);
                }
                break;
            default:
                Thread.yield();
        }
        return called + call(() -> 1);
    }

    private synchronized int deeper(int round) throws InterruptedException {
        return waits(round) + call(() -> 1);
    }

    private int run(int round) throws InterruptedException {
        long operand = call(() -> 1);
        synchronized (inner) {
            return (int) (operand + deeper(round) + waits(round));
        }
    }

    private void runAll() {
        long sum = 0;
        try {
            for (int round = 0; round < ROUNDS; round++) {
                sum += run(round);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        System.out.println("sum: " + sum + " held: " + (Thread.holdsLock(this) || Thread.holdsLock(inner)));
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new AskedInMonitors()::runAll);
        thread.start();
        thread.join();
        System.out.println("preempted: " + (Weft.preempted() > 0) + " pinned: " + Weft.pinned());
    }
}
