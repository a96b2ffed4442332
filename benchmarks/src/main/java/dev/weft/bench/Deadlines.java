package dev.weft.bench;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * How late threads are beside some that compute: 1,000 that sleep 10 to 100 ms, again and again, and 50 pairs that
 * echo a byte over a connection every 20 ms. Arguments: how many spin, and for how many seconds. Prints, in
 * milliseconds, how late half of the sleepers, 99 of 100, and the latest are; then the same of the echoes' times.
 */
public final class Deadlines {
    private static final int SLEEPERS = 1_000;
    private static final int PAIRS = 50;

    private static volatile boolean isOver;

    private Deadlines() {}

    /** See the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Delays sleeps = new Delays();
        Delays echoes = new Delays();
        int spinning = Integer.parseInt(args[0]);
        for (int i = 0; i < SLEEPERS; i++) {
            start(() -> sleep(sleeps));
        }
        for (int i = 0; i < PAIRS; i++) {
            EchoPair.start(20, echoes, () -> isOver);
        }
        for (int i = 0; i < spinning; i++) {
            start(Deadlines::spin);
        }
        // until all is compiled
        Thread.sleep(5_000);
        sleeps.begin();
        echoes.begin();
        Thread.sleep(1_000L * Integer.parseInt(args[1]));
        isOver = true;
        System.out.println(sleeps.told() + " " + echoes.told());
        System.exit(0);
    }

    private static void start(ThreadMaker.Blocking body) {
        ThreadMaker.makeBlocking(body).start();
    }

    private static void sleep(Delays delays) throws InterruptedException {
        while (!isOver) {
            long millis = ThreadLocalRandom.current().nextLong(10, 100);
            long due = System.nanoTime() + millis * 1_000_000;
            Thread.sleep(millis);
            delays.add(System.nanoTime() - due);
        }
    }

    /** As code that computes does: with a call now and then. */
    private static void spin() {
        LongSupplier steps = Deadlines::steps;
        long sum = 0;
        while (!isOver) {
            sum += steps.getAsLong();
        }
        if (sum == 42) {
            System.err.println(sum);
        }
    }

    private static long steps() {
        long sum = 0;
        for (int i = 0; i < 1_000; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }
}
