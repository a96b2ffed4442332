package dev.weft.tck.programs;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * A thread starts another one and ends, twenty thousand times: every other one is a platform thread in any case, as it
 * is a worker of a pool. The JVM must not exit before the last one has ended.
 */
public final class Relay {
    private static final int HOPS = 20_000;

    private static final ForkJoinPool POOL = new ForkJoinPool(1);

    private Relay() {}

    /** A worker that has no work, and is no daemon. */
    private static final class Runner extends ForkJoinWorkerThread {
        private final int number;

        Runner(int number) {
            super(POOL);
            this.number = number;
            setDaemon(false);
        }

        @Override
        public void run() {
            hop(number);
        }
    }

    /** Starts the first one. */
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        hop(0);
    }

    private static void hop(int number) {
        if (number == HOPS) {
            System.out.println("last ends");
        } else if (number % 2 == 0) {
            new Thread(() -> hop(number + 1)).start();
        } else {
            new Runner(number + 1).start();
        }
    }
}
