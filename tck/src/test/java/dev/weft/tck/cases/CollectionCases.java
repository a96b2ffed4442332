package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Concurrent collections in their less usual ways, with code of the program's that blocks inside. */
public final class CollectionCases {
    private CollectionCases() {}

    @Case("a fair synchronous queue serves those who take in the order of their arrival")
    public static void fairSynchronousQueue() throws Throwable {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
        Task[] tasks = new Task[4];
        Integer[] got = new Integer[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            int number = i;
            tasks[i] = Task.start(() -> got[number] = queue.take());
            Await.state(tasks[i], Thread.State.WAITING);
        }
        for (int i = 0; i < tasks.length; i++) {
            queue.put(i);
        }
        Task.finish(tasks);
        Check.equal(List.of(0, 1, 2, 3), List.of(got));
        Check.that(!queue.offer(9), "nobody takes");
        Check.same(null, queue.poll());
    }

    @Case("a transfer queue knows of waiting consumers, and hands over at once only to those")
    public static void transferQueue() throws Throwable {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        Check.that(!queue.tryTransfer("a") && queue.isEmpty(), "nobody is there");
        Check.that(!queue.tryTransfer("b", 2, TimeUnit.MILLISECONDS) && queue.isEmpty(), "nobody came");
        Task consumer = Task.start(() -> Check.equal("c", queue.take()));
        Await.that("a consumer waits", queue::hasWaitingConsumer);
        Check.equal(1, queue.getWaitingConsumerCount());
        Check.that(queue.tryTransfer("c"), "handed over");
        consumer.finish();
        queue.put("first");
        Task producer = Task.start(() -> queue.transfer("second"));
        Await.that("it is in the queue", () -> queue.size() == 2);
        Check.equal("first", queue.take());
        Check.equal("second", queue.poll());
        producer.finish();
    }

    @Case("both ends of a bounded deque wait while it is full, and while it is empty")
    public static void deque() throws Throwable {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1);
        Task last = Task.start(() -> Check.equal(1, deque.takeLast()));
        Await.state(last, Thread.State.WAITING);
        deque.putFirst(1);
        last.finish();
        deque.put(2);
        Task front = Task.start(() -> deque.putFirst(3));
        Await.state(front, Thread.State.WAITING);
        Check.that(!deque.offerLast(4, 2, TimeUnit.MILLISECONDS), "full");
        Check.equal(2, deque.takeLast());
        front.finish();
        Check.equal(3, deque.takeFirst());
        Check.same(null, deque.pollFirst(2, TimeUnit.MILLISECONDS));
    }

    @Case("an element that is due earlier gets the waiting thread of a delay queue out earlier")
    public static void earlierDelay() throws Throwable {
        DelayQueue<Due> queue = new DelayQueue<>();
        queue.add(Due.in(600_000));
        Due[] got = new Due[1];
        Task task = Task.start(() -> got[0] = queue.take());
        Await.state(task, Thread.State.TIMED_WAITING);
        Due earlier = Due.in(3);
        queue.add(earlier);
        task.finish();
        Check.same(earlier, got[0]);
        Check.that(System.nanoTime() - earlier.nanoTime() >= 0, "not too early");
        Check.same(null, queue.poll());
        Check.equal(1, queue.size());
    }

    @Case("a priority queue whose comparator blocks, or throws, stays whole")
    public static void priorityQueue() throws Throwable {
        boolean[] fails = new boolean[1];
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(4, (a, b) -> {
            Suspend.now();
            if (fails[0]) {
                throw new IllegalStateException();
            }
            return Integer.compare(b, a);
        });
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(4, () -> {
            for (int i = 0; i < 10; i++) {
                queue.put(next.getAndIncrement());
            }
        }));
        fails[0] = true;
        Check.fails(IllegalStateException.class, () -> queue.add(99));
        fails[0] = false;
        List<Integer> drained = new ArrayList<>();
        Check.equal(40, queue.drainTo(drained));
        List<Integer> sorted = new ArrayList<>(drained);
        sorted.sort(Comparator.reverseOrder());
        Check.equal(sorted, drained);
        Task taker = Task.start(() -> Check.equal(5, queue.take()));
        Await.blocked(taker);
        queue.put(5);
        taker.finish();
    }

    @Case(
            "bulk operations of a concurrent map reach every entry, in this thread and in parallel, though their functions block")
    public static void bulk() throws Throwable {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) {
            map.put(i, i);
        }
        for (long threshold : new long[] {Long.MAX_VALUE, 20}) {
            LongAdder sum = new LongAdder();
            map.forEach(threshold, (key, value) -> sum.add(Suspend.with(value)));
            Check.equal(4_950L, sum.sum());
            Check.equal(4_950, map.reduceValues(threshold, (a, b) -> Suspend.with(a + b)));
            Check.equal(75, map.search(threshold, (key, value) -> Suspend.with(value) == 75 ? key : null));
            Check.equal(9_900L, map.reduceToLong(threshold, (key, value) -> key + Suspend.with(value), 0, Long::sum));
            Check.same(null, map.searchKeys(threshold, key -> Suspend.with(key) > 1_000 ? key : null));
        }
    }

    @Case("an exception of a bulk operation's function comes out of the operation")
    public static void failingBulk() throws Throwable {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 50; i++) {
            map.put(i, i);
        }
        Check.fails(
                IllegalStateException.class,
                () -> map.forEach(Long.MAX_VALUE, (key, value) -> {
                    if (Suspend.with(value) == 30) {
                        throw new IllegalStateException();
                    }
                }));
        Check.equal(50, map.size());
    }

    @Case("two threads that compute a value for one key do so one after the other, and others are not kept waiting")
    public static void compute() throws Throwable {
        ConcurrentHashMap<Integer, List<Integer>> map = new ConcurrentHashMap<>();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Task first = Task.start(() -> map.compute(1, (key, old) -> {
            inside.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new ArrayList<>(List.of(1));
        }));
        inside.await();
        Task second = Task.start(() -> map.compute(1, (key, old) -> {
            old.add(2);
            return old;
        }));
        Await.state(second, Thread.State.BLOCKED);
        Check.same(null, map.get(1));
        map.put(2, List.of());
        go.countDown();
        Task.finish(first, second);
        Check.equal(List.of(1, 2), map.get(1));
    }

    @Case("a function of a concurrent map that throws leaves the map as it was, and other threads go on")
    public static void failingCompute() throws Throwable {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Check.fails(
                IllegalStateException.class,
                () -> map.computeIfAbsent("a", key -> {
                    Suspend.now();
                    throw new IllegalStateException();
                }));
        Task.finish(Task.start(4, () -> map.merge("a", 1, (a, b) -> Suspend.with(a + b))));
        Check.equal(4, map.get("a"));
        Check.fails(
                IllegalStateException.class,
                () -> map.computeIfAbsent("r", key -> map.computeIfAbsent("r", again -> Suspend.with(1))));
    }

    @Case("iterators of concurrent collections go on while others change them")
    public static void iterators() throws Throwable {
        ConcurrentSkipListMap<Integer, Integer> sorted = new ConcurrentSkipListMap<>();
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        for (int i = 0; i < 30; i++) {
            sorted.put(i, i);
            list.add(i);
            deque.add(i);
        }
        AtomicInteger done = new AtomicInteger();
        Task changer = Task.start(() -> {
            for (int i = 0; done.get() == 0; i++) {
                sorted.put(100 + i % 7, i);
                list.set(0, 0);
                deque.addFirst(-1);
                deque.pollFirst();
                Thread.yield();
            }
        });
        List<Integer> seen = new ArrayList<>();
        sorted.headMap(30).keySet().forEach(each -> seen.add(Suspend.with((int) each)));
        Check.equal(30, seen.size());
        int sum = 0;
        for (int each : list) {
            sum += Suspend.with(each);
        }
        Check.equal(435, sum);
        int fromDeque = 0;
        for (int each : deque) {
            fromDeque += Suspend.with(each) < 0 ? 0 : each;
        }
        Check.equal(435, fromDeque);
        done.set(1);
        changer.finish();
    }

    @Case("adders and accumulators lose nothing between many threads")
    public static void adders() throws Throwable {
        LongAdder adder = new LongAdder();
        LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(20, () -> {
            for (int i = 0; i < 50; i++) {
                adder.add(Suspend.with(2));
                most.accumulate(next.incrementAndGet());
            }
        }));
        Check.equal(2_000L, adder.sumThenReset());
        Check.equal(0L, adder.sum());
        Check.equal(1_000L, most.get());
    }
}
