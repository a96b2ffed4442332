package dev.weft.peer;

import dev.weft.bench.peer.Driver;
import dev.weft.bench.peer.Shape;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.commons.javaflow.api.Continuation;
import org.apache.commons.javaflow.api.continuable;

/**
 * The shapes that continuations alone can run. JavaFlow has no scheduler: here a queue of those that may run stands for
 * one, which is less than what any scheduler of threads has to do.
 */
public final class FlowShapes {
    private FlowShapes() {}

    /** Takes the arguments of {@link Driver}. */
    public static void main(String[] args) throws Exception {
        Driver.main(args, FlowShapes::open);
    }

    private static Shape open(String name, int size) {
        return switch (name) {
            case "hand-over" -> FlowShapes::handOver;
            case "ring" -> new Ring(size);
            case "start-join" -> operations -> startJoin(operations, size);
            default -> name.startsWith("touch-") ? new Touching(size, Integer.parseInt(name.substring(6))) : null;
        };
    }

    /** Runs continuations in turn until none may run. */
    private static final class Scheduler {
        private final Queue<Task> ready = new ArrayDeque<>();

        private void start(Task task) {
            task.scheduler = this;
            task.suspended = Continuation.startSuspendedWith(task, true);
            task.unpark();
        }

        private void run() {
            for (Task task = ready.poll(); task != null; task = ready.poll()) {
                task.queued = false;
                task.suspended = task.suspended.resume();
            }
        }
    }

    private abstract static class Task implements Runnable {
        private Scheduler scheduler;
        /** Null after the end. */
        private Continuation suspended;

        private boolean queued;

        final void unpark() {
            if (!queued && suspended != null) {
                queued = true;
                scheduler.ready.add(this);
            }
        }
    }

    private static final class Side extends Task {
        private final int turns;
        private Side other;
        private boolean mine;
        private long seen;

        private Side(int turns) {
            this.turns = turns;
        }

        @Override
        public @continuable void run() {
            for (int i = 0; i < turns; i++) {
                while (!mine) {
                    Continuation.suspend();
                }
                mine = false;
                seen++;
                other.mine = true;
                other.unpark();
            }
        }
    }

    private static long handOver(int operations) {
        Side even = new Side(operations - operations / 2);
        Side odd = new Side(operations / 2);
        even.other = odd;
        odd.other = even;
        even.mine = true;
        Scheduler scheduler = new Scheduler();
        scheduler.start(even);
        scheduler.start(odd);
        scheduler.run();
        return even.seen + odd.seen;
    }

    private static final class Node extends Task {
        private Node next;
        private int left;
        private long seen;

        @Override
        public @continuable void run() {
            for (; ; ) {
                if (left > 0) {
                    int hops = left;
                    left = 0;
                    seen++;
                    if (hops > 1) {
                        next.left = hops - 1;
                        next.unpark();
                    }
                }
                Continuation.suspend();
            }
        }
    }

    private static final class Ring implements Shape {
        private final Scheduler scheduler = new Scheduler();
        private final Node[] nodes;

        private Ring(int size) {
            nodes = new Node[size];
            for (int i = 0; i < size; i++) {
                nodes[i] = new Node();
                scheduler.start(nodes[i]);
            }
            for (int i = 0; i < size; i++) {
                nodes[i].next = nodes[(i + 1) % size];
            }
            scheduler.run();
        }

        @Override
        public long run(int operations) {
            long before = seen();
            nodes[0].left = operations;
            nodes[0].unpark();
            scheduler.run();
            return seen() - before;
        }

        private long seen() {
            long sum = 0;
            for (Node node : nodes) {
                sum += node.seen;
            }
            return sum;
        }
    }

    private static final class Starter implements Runnable {
        private long count;

        @Override
        public @continuable void run() {
            count++;
            Continuation.suspend();
        }
    }

    /** Started, suspended once, and resumed to its end: join has no other meaning here. */
    private static long startJoin(int operations, int together) {
        Starter starter = new Starter();
        Continuation[] started = new Continuation[together];
        for (int i = 0; i < operations; i += together) {
            for (int j = 0; j < together; j++) {
                started[j] = Continuation.startWith(starter, true);
            }
            for (int j = 0; j < together; j++) {
                started[j].resume();
            }
        }
        return starter.count;
    }

    /** As dev.weft.bench.Suspensions has it. */
    private static final class Touching implements Shape, Runnable {
        private final int depth;
        private final int touched;
        private Continuation suspended;
        private long count;
        private long sum;

        private Touching(int depth, int touched) {
            this.depth = depth;
            this.touched = touched;
            suspended = Continuation.startWith(this, true);
        }

        @Override
        public long run(int operations) {
            long before = count;
            for (int i = 0; i < operations; i++) {
                suspended = suspended.resume();
            }
            return count - before;
        }

        @Override
        public @continuable void run() {
            outer(depth - touched, this);
        }

        private @continuable long outer(int left, Object live) {
            if (left > 0) {
                return outer(left - 1, live) + live.hashCode() + left;
            }
            for (; ; ) {
                if (touched == 1) {
                    count++;
                    Continuation.suspend();
                } else {
                    sum += inner(touched - 2, live);
                }
            }
        }

        private @continuable int inner(int left, Object live) {
            if (left > 1) {
                return inner(left - 1, live) + (live == this ? left : 0);
            }
            leave();
            return left;
        }

        private @continuable void leave() {
            count++;
            Continuation.suspend();
        }
    }
}
