package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A token goes round a ring of parked threads; the time of one hop. The ring stands for the whole trial. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Ring {
    private static final int HOPS = 20_000;

    /** Number of threads. */
    @Param("1000")
    public int threads;

    private Node[] nodes;

    /** Starts the ring. */
    @Setup(Level.Trial)
    public void start() {
        nodes = new Node[threads];
        for (int i = 0; i < threads; i++) {
            nodes[i] = new Node();
        }
        for (int i = 0; i < threads; i++) {
            nodes[i].next = nodes[(i + 1) % threads];
            nodes[i].thread.start();
        }
    }

    /** Ends the ring. */
    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        for (Node node : nodes) {
            node.send(Node.STOP, null);
            node.thread.join();
        }
    }

    /** Sum over the hops of one token's way: 1 each. */
    @Benchmark
    @OperationsPerInvocation(HOPS)
    public long hop() {
        return sendRound(HOPS);
    }

    long sendRound(int hops) {
        Token token = new Token(Thread.currentThread());
        nodes[0].send(hops, token);
        while (!token.done) {
            LockSupport.park();
        }
        return token.seen;
    }

    private static final class Token {
        private final Thread sender;
        private long seen;
        private volatile boolean done;

        private Token(Thread sender) {
            this.sender = sender;
        }
    }

    private static final class Node implements Runnable {
        private static final int STOP = -1;
        private final Thread thread = ThreadMaker.make(this);
        private Node next;
        private Token token;
        private volatile int hopsLeft;

        private void send(int hops, Token what) {
            token = what;
            hopsLeft = hops;
            LockSupport.unpark(thread);
        }

        @Override
        public void run() {
            for (; ; ) {
                int left = hopsLeft;
                if (left == 0) {
                    LockSupport.park();
                } else if (left == STOP) {
                    return;
                } else {
                    pass(left);
                }
            }
        }

        private void pass(int left) {
            Token current = token;
            token = null;
            hopsLeft = 0;
            current.seen++;
            if (left > 1) {
                next.send(left - 1, current);
            } else {
                current.done = true;
                LockSupport.unpark(current.sender);
            }
        }
    }
}
