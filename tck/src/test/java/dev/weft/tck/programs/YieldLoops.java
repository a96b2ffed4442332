package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Threads that call {@code Thread.yield} in a loop, on one carrier, and others that start one after another: prints
 * {@code right} if none of the first has gone round more than a few times before each of the others had its turn, with
 * few exceptions: while the kernel blocks the carrier, another one runs in its place, where the loops go on. With an
 * argument, the loops yield only each hundredth time.
 */
public final class YieldLoops {
    private static final int LOOPS = 4;
    private static final int OTHERS = 100;
    private static final int FEW = 10;
    private static final int EXCEPTIONS = 10;

    private YieldLoops() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        int each = args.length == 0 ? 1 : 100;
        AtomicIntegerArray rounds = new AtomicIntegerArray(LOOPS);
        AtomicInteger ended = new AtomicInteger();
        Thread[] loops = new Thread[LOOPS];
        for (int i = 0; i < LOOPS; i++) {
            int number = i;
            loops[i] = new Thread(() -> {
                while (ended.get() < OTHERS) {
                    if (rounds.incrementAndGet(number) % each == 0) {
                        Thread.yield();
                    }
                }
            });
        }
        AtomicInteger late = new AtomicInteger();
        // a fiber, so that it is in the same queue
        Thread starting = new Thread(() -> {
            // first without loops, so that no class is to be read later
            most(rounds);
            for (Thread loop : loops) {
                loop.start();
            }
            while (ended.get() < OTHERS) {
                late.addAndGet(most(rounds) > FEW ? 1 : 0);
                ended.incrementAndGet();
            }
        });
        starting.start();
        starting.join();
        System.out.println(late.get() <= EXCEPTIONS ? "right" : "wrong: " + late + " of " + OTHERS + " were late");
    }

    /** Starts a thread and waits for it: the most rounds of one loop before that had its turn. */
    private static int most(AtomicIntegerArray rounds) {
        int[] before = rounds(rounds);
        AtomicInteger most = new AtomicInteger();
        Thread other = new Thread(() -> most.set(most(before, rounds)));
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return most.get();
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
