package dev.weft.bench;

import dev.weft.Coroutine;
import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;

/**
 * A ring of coroutines on one platform thread: what figure 11 of Stadler, Wimmer and W&uuml;rthinger (PPPJ 2010)
 * measures. An operation is a switch to the next coroutine. Weft has {@link Coroutine}s; JDK 25 has no such thing, so
 * there a loop resumes one continuation after the other, each of which suspends at once.
 *
 * <p>Arguments: {@code ring} and those of {@link Driver}, which prints nanoseconds for each switch; or {@code bytes}
 * and the size, which prints the bytes of heap that a suspended coroutine takes, all of its objects included.
 */
public final class Coroutines {
    private Coroutines() {}

    /** Takes the arguments above. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("bytes")) {
            printBytes(Integer.parseInt(args[1]));
        } else {
            Driver.main(args, (name, size) -> name.equals("ring") ? open(size) : null);
        }
    }

    private static void printBytes(int size) throws Exception {
        try (Shape small = open(1_000)) {
            // what the first ones need is not theirs
            small.run(1_000_000);
        }
        long before = Footprint.usedHeap();
        try (Shape ring = open(size)) {
            ring.run(size);
            System.out.println((Footprint.usedHeap() - before) / size);
        }
        System.out.flush();
        System.exit(0);
    }

    static Shape open(int size) {
        return Suspender.IS_WEFT ? new OfWeft(size) : new OfJdk(size);
    }

    private static final class OfWeft implements Shape {
        private final int size;
        private long count;
        private boolean isOver;

        OfWeft(int size) {
            this.size = size;
            for (int i = 0; i < size; i++) {
                new Coroutine(this::takeTurns);
            }
        }

        private void takeTurns() {
            while (!isOver) {
                count++;
                Coroutine.yield();
            }
        }

        /** The thread itself is one more in the ring, whose turn is not counted. */
        @Override
        public long run(int operations) {
            long before = count;
            for (int rounds = operations / size; rounds > 0; rounds--) {
                Coroutine.yield();
            }
            return count - before;
        }

        /** Ends the coroutines, which would be in the thread's next ring. */
        @Override
        public void close() {
            isOver = true;
            Coroutine.yield();
        }
    }

    private static final class OfJdk implements Shape {
        private final Suspender[] ring;
        private long count;

        OfJdk(int size) {
            ring = new Suspender[size];
            for (int i = 0; i < size; i++) {
                ring[i] = Suspender.of(this::takeTurns);
            }
        }

        private void takeTurns() {
            for (; ; ) {
                count++;
                Suspender.OfJdk.suspend();
            }
        }

        @Override
        public long run(int operations) {
            long before = count;
            for (int rounds = operations / ring.length; rounds > 0; rounds--) {
                for (Suspender each : ring) {
                    each.resume();
                }
            }
            return count - before;
        }
    }
}
