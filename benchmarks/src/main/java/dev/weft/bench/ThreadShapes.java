package dev.weft.bench;

import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;
import java.util.concurrent.ArrayBlockingQueue;

/** The shapes that every language can run, made of threads: of fibers under Weft, or virtual ones if so asked. */
public final class ThreadShapes {
    private static final int SLEEPS = 10;

    private ThreadShapes() {}

    /** Takes the arguments of {@link Driver}. */
    public static void main(String[] args) throws Exception {
        Driver.main(args, ThreadShapes::open);
    }

    static Shape open(String name, int size) {
        switch (name) {
            case "ring":
                return new RingShape(size);
            case "skynet":
                return operations -> count(operations, size);
            case "start-join":
                return operations -> StartJoin.startAndJoin(operations, size);
            case "hand-over":
                return HandOver::handOver;
            case "ping-pong":
                return operations ->
                        QueuePingPong.pingPong(operations, new ArrayBlockingQueue<>(1), new ArrayBlockingQueue<>(1));
            case "sleep-storm":
                return operations -> SleepStorm.storm(size, SLEEPS) == (long) size * SLEEPS ? operations : -1;
            default:
                return null;
        }
    }

    private static long count(int operations, int leaves) throws InterruptedException {
        long right = 0;
        for (int i = 0; i < operations; i++) {
            right += Skynet.sum(leaves) == (long) leaves * (leaves - 1) / 2 ? 1 : 0;
        }
        return right;
    }

    private static final class RingShape implements Shape {
        private final Ring ring = new Ring();

        private RingShape(int size) {
            ring.threads = size;
            ring.start();
        }

        @Override
        public long run(int operations) {
            return ring.sendRound(operations);
        }

        @Override
        public void close() {
            try {
                ring.stop();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
