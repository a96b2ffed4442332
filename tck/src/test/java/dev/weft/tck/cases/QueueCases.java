package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Blocking queues. */
public final class QueueCases {
    private QueueCases() {}

    private static void carriesAll(BlockingQueue<Integer> queue) throws Throwable {
        AtomicLong sum = new AtomicLong();
        Task[] consumers = Task.start(3, () -> {
            for (int i = 0; i < 100; i++) {
                sum.addAndGet(queue.take());
            }
        });
        Task.finish(Task.start(3, () -> {
            for (int i = 1; i <= 100; i++) {
                queue.put(i);
            }
        }));
        Task.finish(consumers);
        Check.equal(15_150L, sum.get());
        Check.that(queue.isEmpty(), "empty");
    }

    @Case("an array blocking queue carries all from producers to consumers")
    public static void arrayBlockingQueue() throws Throwable {
        carriesAll(new ArrayBlockingQueue<>(2));
        carriesAll(new ArrayBlockingQueue<>(1, true));
    }

    @Case("linked blocking queues and deques carry all from producers to consumers")
    public static void linkedBlockingQueue() throws Throwable {
        carriesAll(new LinkedBlockingQueue<>(2));
        carriesAll(new LinkedBlockingDeque<>(2));
    }

    @Case("synchronous and transfer queues carry all from producers to consumers")
    public static void synchronousQueue() throws Throwable {
        carriesAll(new SynchronousQueue<>());
        carriesAll(new SynchronousQueue<>(true));
        carriesAll(new LinkedTransferQueue<>());
    }

    @Case("a priority blocking queue carries all, the smallest first")
    public static void priorityBlockingQueue() throws Throwable {
        carriesAll(new PriorityBlockingQueue<>());
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(List.of(3, 1, 2));
        Check.equal(1, queue.take());
        Check.equal(2, queue.take());
        Check.equal(3, queue.take());
    }

    @Case("put waits while a queue is full, take while it is empty")
    public static void blocking() throws Throwable {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Task taker = Task.start(() -> Check.equal(1, queue.take()));
        Await.blocked(taker);
        queue.put(1);
        taker.finish();
        queue.put(2);
        Task putter = Task.start(() -> queue.put(3));
        Await.blocked(putter);
        Check.equal(List.of(2), new ArrayList<>(queue));
        Check.equal(2, queue.take());
        putter.finish();
        Check.equal(3, queue.take());
    }

    @Case("timed offer and poll give up after their time, not earlier")
    public static void timeouts() throws Throwable {
        for (BlockingQueue<Integer> each : List.<BlockingQueue<Integer>>of(
                new ArrayBlockingQueue<>(1), new LinkedBlockingQueue<>(1), new LinkedBlockingDeque<>(1))) {
            long start = System.nanoTime();
            Check.equal(null, each.poll(10, TimeUnit.MILLISECONDS));
            Check.passed(10, start);
            each.add(1);
            start = System.nanoTime();
            Check.that(!each.offer(2, 10, TimeUnit.MILLISECONDS), "full");
            Check.passed(10, start);
        }
        Check.that(!new SynchronousQueue<Integer>().offer(1, 1, TimeUnit.MILLISECONDS), "nobody takes");
    }

    @Case("a transfer waits until the element is taken")
    public static void transfer() throws Throwable {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Task task = Task.start(() -> queue.transfer(7));
        Await.blocked(task);
        Check.that(!queue.tryTransfer(8), "nobody waits for it");
        Check.equal(7, queue.take());
        task.finish();
    }

    @Case("a delay queue gives its elements in the order of their times, none too early")
    public static void delayQueue() throws Throwable {
        DelayQueue<Due> queue = new DelayQueue<>();
        queue.add(Due.in(3_600_000));
        Check.same(null, queue.poll());
        long start = System.nanoTime();
        Due late = Due.in(60);
        Due early = Due.in(15);
        queue.add(late);
        queue.add(early);
        Check.same(early, queue.take());
        Check.passed(15, start);
        Check.same(late, queue.take());
        Check.passed(60, start);
    }
}
