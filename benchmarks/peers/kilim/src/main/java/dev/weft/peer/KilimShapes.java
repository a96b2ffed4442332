package dev.weft.peer;

import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Scheduler;
import kilim.Task;

/** The shapes that every language can run, made of Kilim's tasks and mailboxes. */
public final class KilimShapes {
    private KilimShapes() {}

    /** Takes the arguments of {@link Driver}. */
    public static void main(String[] args) throws Exception {
        Scheduler.setDefaultScheduler(Scheduler.make(Integer.getInteger("peer.carriers")));
        Driver.main(args, KilimShapes::open);
    }

    private static Shape open(String name, int size) {
        return switch (name) {
            case "hand-over" -> KilimShapes::handOver;
            case "ping-pong" -> KilimShapes::pingPong;
            case "ring" -> new Ring(size);
            case "skynet" -> operations -> skynets(operations, size);
            case "start-join" -> operations -> startJoin(operations, size);
            case "sleep-storm" -> operations -> sleepStorm(operations, size);
            default -> null;
        };
    }

    /**
     * Pauses as long as it is not its turn. {@code resume} does nothing to a task that still runs; Kilim asks
     * {@code notMine} after such a task has stopped, and resumes it if that has become false: no turn is lost.
     */
    private static final class Side extends Task<Long> {
        private final int turns;
        private Side other;
        private volatile boolean mine;
        private final PauseReason notMine = task -> !mine;

        private Side(int turns) {
            this.turns = turns;
        }

        @Override
        public void execute() throws Pausable {
            long seen = 0;
            for (int i = 0; i < turns; i++) {
                while (!mine) {
                    Task.pause(notMine);
                }
                mine = false;
                seen++;
                other.mine = true;
                other.resume();
            }
            exit(seen);
        }
    }

    private static long handOver(int operations) {
        Side even = new Side(operations - operations / 2);
        Side odd = new Side(operations / 2);
        even.other = odd;
        odd.other = even;
        even.mine = true;
        odd.start();
        even.start();
        return even.joinb().result + odd.joinb().result;
    }

    private static final class Pinger extends Task<Long> {
        private final int turns;
        private final Mailbox<Long> there;
        private final Mailbox<Long> back;

        private Pinger(int turns, Mailbox<Long> there, Mailbox<Long> back) {
            this.turns = turns;
            this.there = there;
            this.back = back;
        }

        @Override
        public void execute() throws Pausable {
            long last = 0;
            for (int i = 0; i < turns; i++) {
                there.put(last);
                last = back.get() + 1;
            }
            exit(last);
        }
    }

    private static final class Ponger extends Task<Void> {
        private final int turns;
        private final Mailbox<Long> there;
        private final Mailbox<Long> back;

        private Ponger(int turns, Mailbox<Long> there, Mailbox<Long> back) {
            this.turns = turns;
            this.there = there;
            this.back = back;
        }

        @Override
        public void execute() throws Pausable {
            for (int i = 0; i < turns; i++) {
                back.put(there.get() + 1);
            }
        }
    }

    private static long pingPong(int operations) {
        Mailbox<Long> there = new Mailbox<>(1, 1);
        Mailbox<Long> back = new Mailbox<>(1, 1);
        Pinger pinger = new Pinger(operations / 2, there, back);
        pinger.start();
        new Ponger(operations / 2, there, back).start();
        return pinger.joinb().result;
    }

    private static final class Token {
        private final Mailbox<Long> done;
        private int left;
        private long seen;

        private Token(int left, Mailbox<Long> done) {
            this.left = left;
            this.done = done;
        }
    }

    private static final class Node extends Task<Void> {
        private final Mailbox<Token> in = new Mailbox<>(1, 1);
        private Node next;

        @Override
        public void execute() throws Pausable {
            for (; ; ) {
                Token token = in.get();
                token.seen++;
                token.left--;
                if (token.left == 0) {
                    token.done.put(token.seen);
                } else {
                    next.in.put(token);
                }
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
                nodes[i].start();
            }
        }

        @Override
        public long run(int operations) {
            Mailbox<Long> done = new Mailbox<>();
            nodes[0].in.putb(new Token(operations, done));
            return done.getb();
        }
    }

    private static final class Skynet extends Task<Long> {
        private final int first;
        private final int size;
        private final Mailbox<Long> sums;

        private Skynet(int first, int size, Mailbox<Long> sums) {
            this.first = first;
            this.size = size;
            this.sums = sums;
        }

        @Override
        public void execute() throws Pausable {
            if (size == 1) {
                sums.put((long) first);
                return;
            }
            Mailbox<Long> below = new Mailbox<>();
            int part = size / 10;
            for (int i = 0; i < 10; i++) {
                new Skynet(first + i * part, part, below).start();
            }
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += below.get();
            }
            sums.put(sum);
        }
    }

    private static long skynets(int operations, int size) {
        long right = 0;
        for (int i = 0; i < operations; i++) {
            Mailbox<Long> sums = new Mailbox<>();
            new Skynet(0, size, sums).start();
            right += sums.getb() == (long) size * (size - 1) / 2 ? 1 : 0;
        }
        return right;
    }

    private static final class Counting extends Task<Void> {
        private final long[] counts;
        private final int number;

        private Counting(long[] counts, int number) {
            this.counts = counts;
            this.number = number;
        }

        @Override
        public void execute() throws Pausable {
            counts[number]++;
        }
    }

    private static final class Starter extends Task<Long> {
        private final int operations;
        private final int together;

        private Starter(int operations, int together) {
            this.operations = operations;
            this.together = together;
        }

        @Override
        public void execute() throws Pausable {
            long[] counts = new long[together];
            Task<?>[] started = new Task<?>[together];
            for (int i = 0; i < operations; i += together) {
                for (int j = 0; j < together; j++) {
                    started[j] = new Counting(counts, j).start();
                }
                for (int j = 0; j < together; j++) {
                    started[j].join();
                }
            }
            long sum = 0;
            for (long count : counts) {
                sum += count;
            }
            exit(sum);
        }
    }

    private static long startJoin(int operations, int together) {
        Starter starter = new Starter(operations, together);
        starter.start();
        return starter.joinb().result;
    }

    private static final class Sleeper extends Task<Integer> {
        @Override
        public void execute() throws Pausable {
            int slept = 0;
            for (int i = 0; i < 10; i++) {
                Task.sleep(5);
                slept++;
            }
            exit(slept);
        }
    }

    private static long sleepStorm(int operations, int size) {
        Sleeper[] sleepers = new Sleeper[size];
        for (int i = 0; i < size; i++) {
            sleepers[i] = new Sleeper();
            sleepers[i].start();
        }
        long slept = 0;
        for (Sleeper sleeper : sleepers) {
            slept += sleeper.joinb().result;
        }
        return slept == 10L * size ? operations : -1;
    }
}
