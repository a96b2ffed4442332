package dev.weft.peer;

import co.paralleluniverse.fibers.Fiber;
import co.paralleluniverse.fibers.FiberForkJoinScheduler;
import co.paralleluniverse.fibers.FiberScheduler;
import co.paralleluniverse.fibers.SuspendExecution;
import co.paralleluniverse.strands.Strand;
import co.paralleluniverse.strands.SuspendableRunnable;
import co.paralleluniverse.strands.channels.Channel;
import co.paralleluniverse.strands.channels.Channels;
import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** The shapes that every language can run, made of Quasar's fibers. */
public final class QuasarShapes {
    private static final FiberScheduler SCHEDULER =
            new FiberForkJoinScheduler("peer", Integer.getInteger("peer.carriers"), null, false);

    private QuasarShapes() {}

    /** Takes the arguments of {@link Driver}. */
    public static void main(String[] args) throws Exception {
        Driver.main(args, QuasarShapes::open);
    }

    private static Shape open(String name, int size) {
        return switch (name) {
            case "hand-over" -> QuasarShapes::handOver;
            case "ping-pong" -> QuasarShapes::pingPong;
            case "ring" -> new Ring(size);
            case "skynet" -> operations -> skynets(operations, size);
            case "start-join" -> operations -> startJoin(operations, size);
            case "sleep-storm" -> operations -> sleepStorm(operations, size);
            default -> null;
        };
    }

    private static Fiber<Void> fiber(SuspendableRunnable body) {
        return new Fiber<>((String) null, SCHEDULER, body);
    }

    private static final class Side implements SuspendableRunnable {
        private static final long serialVersionUID = 1L;
        private final transient Fiber<Void> fiber = fiber(this);
        private final int turns;
        private Side other;
        private volatile boolean mine;
        private long seen;

        private Side(int turns) {
            this.turns = turns;
        }

        @Override
        public void run() throws SuspendExecution {
            for (int i = 0; i < turns; i++) {
                while (!mine) {
                    Strand.park();
                }
                mine = false;
                seen++;
                other.mine = true;
                other.fiber.unpark();
            }
        }
    }

    private static long handOver(int operations) throws ExecutionException, InterruptedException {
        Side even = new Side(operations - operations / 2);
        Side odd = new Side(operations / 2);
        even.other = odd;
        odd.other = even;
        even.mine = true;
        even.fiber.start();
        odd.fiber.start();
        even.fiber.join();
        odd.fiber.join();
        return even.seen + odd.seen;
    }

    private static long pingPong(int operations) throws ExecutionException, InterruptedException {
        Channel<Long> there = Channels.newChannel(1);
        Channel<Long> back = Channels.newChannel(1);
        long[] last = new long[1];
        int turns = operations / 2;
        Fiber<Void> serving = fiber(() -> {
            for (int i = 0; i < turns; i++) {
                there.send(last[0]);
                last[0] = back.receive() + 1;
            }
        });
        Fiber<Void> answering = fiber(() -> {
            for (int i = 0; i < turns; i++) {
                back.send(there.receive() + 1);
            }
        });
        serving.start();
        answering.start();
        serving.join();
        answering.join();
        return last[0];
    }

    private static final class Token {
        private final Thread sender = Thread.currentThread();
        private long seen;
        private volatile boolean done;
    }

    private static final class Node implements SuspendableRunnable {
        private static final long serialVersionUID = 1L;
        private final transient Fiber<Void> fiber = fiber(this);
        private Node next;
        private transient Token token;
        private volatile int left;

        private void send(int hops, Token what) {
            token = what;
            left = hops;
            fiber.unpark();
        }

        @Override
        public void run() throws SuspendExecution {
            for (; ; ) {
                int hops = left;
                if (hops == 0) {
                    Strand.park();
                } else {
                    pass(hops);
                }
            }
        }

        private void pass(int hops) {
            Token current = token;
            token = null;
            left = 0;
            current.seen++;
            if (hops > 1) {
                next.send(hops - 1, current);
            } else {
                current.done = true;
                LockSupport.unpark(current.sender);
            }
        }
    }

    private static final class Ring implements Shape {
        private final Node[] nodes;

        private Ring(int size) {
            nodes = new Node[size];
            for (int i = 0; i < size; i++) {
                nodes[i] = new Node();
            }
            for (int i = 0; i < size; i++) {
                nodes[i].next = nodes[(i + 1) % size];
                nodes[i].fiber.start();
            }
        }

        @Override
        public long run(int operations) {
            Token token = new Token();
            nodes[0].send(operations, token);
            while (!token.done) {
                LockSupport.park();
            }
            return token.seen;
        }
    }

    private static final class Skynet implements SuspendableRunnable {
        private static final long serialVersionUID = 1L;
        private final int first;
        private final int size;
        private long sum;

        private Skynet(int first, int size) {
            this.first = first;
            this.size = size;
        }

        @Override
        public void run() throws SuspendExecution, InterruptedException {
            if (size == 1) {
                sum = first;
                return;
            }
            Skynet[] children = new Skynet[10];
            Fiber<?>[] fibers = new Fiber<?>[10];
            int part = size / 10;
            for (int i = 0; i < 10; i++) {
                children[i] = new Skynet(first + i * part, part);
                fibers[i] = fiber(children[i]);
                fibers[i].start();
            }
            for (int i = 0; i < 10; i++) {
                join(fibers[i]);
                sum += children[i].sum;
            }
        }
    }

    private static void join(Fiber<?> fiber) throws SuspendExecution, InterruptedException {
        try {
            fiber.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long skynets(int operations, int size) throws ExecutionException, InterruptedException {
        long right = 0;
        for (int i = 0; i < operations; i++) {
            Skynet root = new Skynet(0, size);
            fiber(root).start().join();
            right += root.sum == (long) size * (size - 1) / 2 ? 1 : 0;
        }
        return right;
    }

    private static long startJoin(int operations, int together) throws ExecutionException, InterruptedException {
        long[] counts = new long[together];
        fiber(() -> {
                    Fiber<?>[] fibers = new Fiber<?>[together];
                    for (int i = 0; i < operations; i += together) {
                        for (int j = 0; j < together; j++) {
                            int number = j;
                            fibers[j] = fiber(() -> counts[number]++);
                            fibers[j].start();
                        }
                        for (int j = 0; j < together; j++) {
                            join(fibers[j]);
                        }
                    }
                })
                .start()
                .join();
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }

    private static long sleepStorm(int operations, int size) throws ExecutionException, InterruptedException {
        int[] slept = new int[size];
        Fiber<?>[] fibers = new Fiber<?>[size];
        for (int i = 0; i < size; i++) {
            int number = i;
            fibers[i] = fiber(() -> {
                for (int j = 0; j < 10; j++) {
                    Strand.sleep(5);
                    slept[number]++;
                }
            });
            fibers[i].start();
        }
        long sum = 0;
        for (int i = 0; i < size; i++) {
            fibers[i].join();
            sum += slept[i];
        }
        return sum == 10L * size ? operations : -1;
    }
}
