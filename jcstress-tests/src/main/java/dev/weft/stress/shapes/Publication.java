package dev.weft.stress.shapes;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Who takes an object sees what was written to it before it was handed over.
 *
 * <p>The class stays whole because it is one shape: jcstress wants a class for each way to hand over.
 */
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Taken without its contents.")
public final class Publication {
    private Publication() {}

    /** By an ArrayBlockingQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class ArrayQueue {
        private final BlockingQueue<Box> queue = new ArrayBlockingQueue<>(1);

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a LinkedBlockingQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class LinkedQueue {
        private final BlockingQueue<Box> queue = new LinkedBlockingQueue<>();

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a LinkedBlockingDeque. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class LinkedDeque {
        private final BlockingQueue<Box> queue = new LinkedBlockingDeque<>(1);

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a PriorityBlockingQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class PriorityQueue {
        private final BlockingQueue<Box> queue = new PriorityBlockingQueue<>();

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a SynchronousQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class HandOff {
        private final BlockingQueue<Box> queue = new SynchronousQueue<>();

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a SynchronousQueue (fair). */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class FairHandOff {
        private final BlockingQueue<Box> queue = new SynchronousQueue<>(true);

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a LinkedTransferQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Transfer {
        private final BlockingQueue<Box> queue = new LinkedTransferQueue<>();

        @Actor
        public void first() {
            put(queue, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a DelayQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Delays {
        private final DelayQueue<Box> queue = new DelayQueue<>();

        @Actor
        public void first() {
            queue.put(Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** By a ConcurrentLinkedQueue. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class ConcurrentQueue {
        private final Queue<Box> queue = new ConcurrentLinkedQueue<>();

        @Actor
        public void first() {
            queue.add(Box.made());
        }

        @Actor
        public void second(I_Result r) {
            Box box;
            while ((box = queue.poll()) == null) {
                Thread.yield();
            }
            r.r1 = box.value;
        }
    }

    /** By a ConcurrentLinkedDeque. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class ConcurrentDeque {
        private final Queue<Box> queue = new ConcurrentLinkedDeque<>();

        @Actor
        public void first() {
            queue.add(Box.made());
        }

        @Actor
        public void second(I_Result r) {
            Box box;
            while ((box = queue.poll()) == null) {
                Thread.yield();
            }
            r.r1 = box.value;
        }
    }

    /** By an Exchanger. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Exchange {
        private final Exchanger<Box> exchanger = new Exchanger<>();

        @Actor
        public void first() {
            exchange(exchanger, Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = exchange(exchanger, new Box()).value;
        }
    }

    /** By a CountDownLatch. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Latch {
        private final CountDownLatch latch = new CountDownLatch(1);
        private Box box;

        @Actor
        public void first() {
            box = Box.made();
            latch.countDown();
        }

        @Actor
        public void second(I_Result r) {
            await(latch);
            r.r1 = box.value;
        }
    }

    /** By a CompletableFuture. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Future {
        private final CompletableFuture<Box> future = new CompletableFuture<>();

        @Actor
        public void first() {
            future.complete(Box.made());
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = future.join().value;
        }
    }

    /** By a Phaser. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Phases {
        private final Phaser phaser = new Phaser(2);
        private Box box;

        @Actor
        public void first() {
            box = Box.made();
            phaser.arrive();
        }

        @Actor
        public void second(I_Result r) {
            phaser.arriveAndAwaitAdvance();
            r.r1 = box.value;
        }
    }

    /** By a ConcurrentHashMap. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Map {
        private final ConcurrentHashMap<String, Box> map = new ConcurrentHashMap<>(2);

        @Actor
        public void first() {
            map.put("key", Box.made());
        }

        @Actor
        public void second(I_Result r) {
            Box box;
            while ((box = map.get("key")) == null) {
                Thread.yield();
            }
            r.r1 = box.value;
        }
    }

    /** Written after it was published. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @State
    public static class Broken {
        private final BlockingQueue<Box> queue = new LinkedBlockingQueue<>();

        @Actor
        public void first() {
            Box box = new Box();
            put(queue, box);
            Between.anyhow();
            box.value = 1;
        }

        @Actor
        public void second(I_Result r) {
            r.r1 = taken(queue);
        }
    }

    /** What is published: a plain field, written before. */
    private static final class Box implements Delayed {
        int value;

        static Box made() {
            Box box = new Box();
            box.value = 1;
            Between.step();
            return box;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }
    }

    private static void put(BlockingQueue<Box> queue, Box box) {
        try {
            queue.put(box);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int taken(BlockingQueue<Box> queue) {
        try {
            return queue.take().value;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Box exchange(Exchanger<Box> exchanger, Box box) {
        try {
            return exchanger.exchange(box);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
