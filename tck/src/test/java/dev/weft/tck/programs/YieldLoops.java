package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Threads that call {@code Thread.yield} in a loop, on one carrier, and others that start one after another: prints
 * {@code right} if none of the first has gone round more than a few times before each of the others had its turn. With
 * an argument, the loops do not yield.
 */
public final class YieldLoops {
    private static final int LOOPS = 4;
    private static final int OTHERS = 100;
    private static final int FEW = 10;

    private YieldLoops() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        boolean yields = args.length == 0;
        AtomicIntegerArray rounds = new AtomicIntegerArray(LOOPS);
        AtomicInteger ended = new AtomicInteger();
        Thread[] loops = new Thread[LOOPS];
        for (int i = 0; i < LOOPS; i++) {
            int number = i;
            loops[i] = new Thread(() -> {
                while (ended.get() < OTHERS) {
                    rounds.incrementAndGet(number);
                    if (yields) {
                        Thread.yield();
                    }
                }
            });
        }
        AtomicInteger most = new AtomicInteger();
        // a fiber, so that it is in the same queue
        Thread starting = new Thread(() -> {
            for (Thread each : loops) {
                each.start();
            }
            for (int i = 0; i < OTHERS; i++) {
                int[] before = rounds(rounds);
                Thread other = new Thread(() -> most.accumulateAndGet(most(before, rounds), Math::max));
                other.start();
                try {
                    other.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                ended.incrementAndGet();
            }
        });
        starting.start();
        starting.join();
        System.out.println(most.get() <= FEW ? "right" : "wrong: " + most + " rounds");
    }

    private static int[] rounds(AtomicIntegerArray rounds) {
        int[] all = new int[LOOPS];
        for (int i = 0; i < LOOPS; i++) {
            all[i] = rounds.get(i);
        }
        return all;
    }

    private static int most(int[] before, AtomicIntegerArray rounds) {
        int most = 0;
        for (int i = 0; i < LOOPS; i++) {
            most = Math.max(most, rounds.get(i) - before[i]);
        }
        return most;
    }
}
