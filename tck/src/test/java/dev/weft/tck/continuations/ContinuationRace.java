package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.Weft;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Three threads run one continuation at the same time, until it has ended: each step is taken once, by one of them, and
 * the others are refused. Arguments: number of rounds; "broken" to check and then act, as the negative control.
 */
public final class ContinuationRace {
    private static final ContinuationScope SCOPE = new ContinuationScope("race");
    private static final int THREADS = 3;
    private static final int STEPS = 200;

    private ContinuationRace() {}

    private static final class Round {
        private final boolean parks;
        private final AtomicBoolean inside = new AtomicBoolean();
        private final AtomicInteger ran = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();
        private final AtomicInteger unexpected = new AtomicInteger();
        private final Continuation continuation = new Continuation(SCOPE, this::steps);

        /** Not atomic, as nothing but the continuation is to guard it. */
        private int count;

        private volatile boolean brokenIsBusy;
        private volatile int brokenSteps;

        Round(boolean parks) {
            this.parks = parks;
        }

        private void steps() {
            for (int i = 0; i < STEPS; i++) {
                step(i);
                Continuation.suspend(SCOPE);
            }
        }

        private void step(int i) {
            if (!inside.compareAndSet(false, true)) {
                overlaps.incrementAndGet();
            }
            count++;
            if (parks && i % 8 == 0) {
                LockSupport.parkNanos(1);
            }
            inside.set(false);
        }

        private boolean isDone(boolean isBroken) {
            return isBroken ? brokenSteps > STEPS : continuation.isDone();
        }

        private void runOnce(boolean isBroken) {
            if (!isBroken) {
                continuation.run();
                return;
            }
            if (brokenIsBusy) {
                throw new IllegalStateException("busy");
            }
            Thread.yield();
            brokenIsBusy = true;
            step(brokenSteps);
            brokenSteps = brokenSteps + 1;
            brokenIsBusy = false;
        }

        private void contend(CountDownLatch start, boolean isBroken) {
            try {
                start.countDown();
                start.await();
                while (!isDone(isBroken)) {
                    try {
                        runOnce(isBroken);
                        ran.incrementAndGet();
                    } catch (IllegalStateException e) {
                        Thread.yield();
                    }
                }
            } catch (Throwable t) {
                unexpected.incrementAndGet();
            }
        }

        /** Null if all is as it should be. */
        private String play(boolean isLightweight, boolean isBroken) throws InterruptedException {
            CountDownLatch start = new CountDownLatch(THREADS);
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                threads[i] = new Thread(() -> contend(start, isBroken));
                threads[i].setDaemon(true);
                Weft.lightweight(threads[i], isLightweight);
                threads[i].start();
            }
            for (Thread each : threads) {
                each.join(60_000);
                if (each.isAlive()) {
                    return "a thread does not end";
                }
            }
            boolean isRight = count == STEPS && ran.get() == STEPS + 1 && overlaps.get() + unexpected.get() == 0;
            return isRight
                    ? null
                    : count + " steps in " + ran + " runs, " + overlaps + " overlaps, " + unexpected + " errors";
        }
    }

    /** Prints how many rounds were right, or what was wrong with the first other one. */
    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < rounds; i++) {
            String wrong = new Round(i % 4 >= 2).play(i % 2 == 0, args.length > 1);
            if (wrong != null) {
                System.out.println("round " + i + ": " + wrong);
                return;
            }
        }
        System.out.println(rounds + " rounds");
    }
}
