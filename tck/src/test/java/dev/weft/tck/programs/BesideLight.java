package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * As many threads compute as the first argument says, while two others wake each other in turns without a pause; then
 * these end, and the others compute on. Prints that all have gone on, in both times.
 */
public final class BesideLight {
    private static final int STEPS = 20_000;
    private static final int TURNS = 20_000;

    private static final Thread[] PAIR = new Thread[2];
    private static volatile int turns;
    private static volatile boolean isPairOver;
    private static volatile boolean isOver;
    private static volatile int last;

    private BesideLight() {}

    /** Called by an interface, so that there is a test behind the call. */
    private record Step(int i) implements IntSupplier {
        @Override
        public int getAsInt() {
            int result = i;
            for (int k = 0; k < 1_000; k++) {
                result = result * 31 + k;
            }
            return result;
        }
    }

    private static void compute(AtomicIntegerArray steps, int own) {
        while (!isOver) {
            last = new Step(steps.incrementAndGet(own)).getAsInt();
        }
    }

    private static void turn(int own) {
        while (!isPairOver) {
            if (turns % 2 == own) {
                turns++;
                LockSupport.unpark(PAIR[1 - own]);
            } else {
                LockSupport.park();
            }
        }
        LockSupport.unpark(PAIR[1 - own]);
    }

    private static void awaitSteps(AtomicIntegerArray steps) throws InterruptedException {
        for (int i = 0; i < steps.length(); i++) {
            int goal = steps.get(i) + STEPS;
            while (steps.get(i) < goal) {
                Thread.sleep(1);
            }
        }
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray steps = new AtomicIntegerArray(Integer.parseInt(args[0]));
        Thread[] computing = new Thread[steps.length()];
        for (int i = 0; i < 2; i++) {
            int own = i;
            PAIR[i] = new Thread(() -> turn(own));
        }
        for (int i = 0; i < computing.length; i++) {
            int own = i;
            computing[i] = new Thread(() -> compute(steps, own));
            computing[i].start();
        }
        PAIR[0].start();
        PAIR[1].start();
        for (int round = 0; round < 5; round++) {
            int goal = turns + TURNS;
            while (turns < goal) {
                Thread.sleep(1);
            }
            awaitSteps(steps);
        }
        isPairOver = true;
        PAIR[0].join();
        PAIR[1].join();
        awaitSteps(steps);
        isOver = true;
        for (Thread each : computing) {
            each.join();
        }
        System.out.println("all went on");
    }
}
