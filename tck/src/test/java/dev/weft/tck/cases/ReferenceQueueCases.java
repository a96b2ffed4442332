package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Waiting for references that the collector, or the program itself, brings to a queue. */
public final class ReferenceQueueCases {
    private static final int MANY = 200;

    private ReferenceQueueCases() {}

    @Case("remove waits until the collector has brought a reference")
    public static void removeWaitsForTheCollector() throws Throwable {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<Object> reference = new PhantomReference<>(new Object(), queue);
        Task task = Task.start(() -> Check.that(queue.remove() == reference, "the reference"));
        Await.blocked(task);
        Await.that("the reference was brought", () -> {
            System.gc();
            return !task.isAlive();
        });
        task.finish();
    }

    @Case("each reference that a thread enqueues is removed by one of the threads that wait")
    public static void eachIsRemovedOnce() throws Throwable {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Set<Reference<?>> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger removed = new AtomicInteger();
        Task[] tasks = Task.start(8, () -> {
            for (int i = 0; i < MANY / 8; i++) {
                seen.add(queue.remove());
                removed.incrementAndGet();
            }
        });
        Reference<?>[] all = new Reference<?>[MANY];
        for (int i = 0; i < MANY; i++) {
            all[i] = new WeakReference<>(all, queue);
            Check.that(all[i].enqueue(), "enqueued");
            if (i % 8 == 0) {
                Thread.yield();
            }
        }
        Task.finish(tasks);
        Check.equal(MANY, removed.get());
        Check.equal(Set.of(all), seen);
        Check.that(queue.poll() == null, "nothing is left");
    }

    @Case("a timed remove returns null when its time is over, not earlier")
    public static void timedRemove() throws Throwable {
        long start = System.nanoTime();
        Check.that(new ReferenceQueue<>().remove(20) == null, "there was nothing");
        Check.passed(20, start);
    }

    @Case("a timed remove returns early when a reference comes")
    public static void timedRemoveOfAReferenceThatComes() throws Throwable {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<Object> reference = new WeakReference<>(queue, queue);
        Task task = Task.start(() -> Check.that(queue.remove(600_000) == reference, "the reference"));
        Await.state(task, Thread.State.TIMED_WAITING);
        Check.that(reference.enqueue(), "enqueued");
        task.finish();
    }

    @Case("an interrupt ends remove, and is cleared; a reference that is there is removed nevertheless")
    public static void interruptedRemove() throws Throwable {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Task task = Task.start(() -> {
            Check.fails(InterruptedException.class, queue::remove);
            Check.that(!Thread.currentThread().isInterrupted(), "cleared");
        });
        Await.blocked(task);
        task.interrupt();
        task.finish();
        Reference<Object> reference = new WeakReference<>(queue, queue);
        Check.that(reference.enqueue(), "enqueued");
        Task.start(() -> {
                    Thread.currentThread().interrupt();
                    Check.that(queue.remove(10) == reference, "the reference");
                    Check.that(Thread.currentThread().isInterrupted(), "not looked at");
                    Check.fails(InterruptedException.class, () -> queue.remove(10));
                })
                .finish();
    }

    @Case("remove refuses a negative time")
    public static void negativeTime() {
        Check.fails(IllegalArgumentException.class, () -> new ReferenceQueue<>().remove(-1));
    }

    @Case("a queue that overrides remove and poll is asked as its class says")
    public static void overriddenQueue() throws Throwable {
        Overriding queue = new Overriding();
        Reference<Object> reference = new WeakReference<>(queue, queue);
        Task task = Task.start(() -> Check.that(queue.remove() == reference, "the reference"));
        Await.blocked(task);
        reference.enqueue();
        task.finish();
        Check.equal(1, queue.removals.get());
        Check.equal(0, queue.polls.get());
    }

    /** Counts what it is asked. */
    private static final class Overriding extends ReferenceQueue<Object> {
        final AtomicInteger removals = new AtomicInteger();
        final AtomicInteger polls = new AtomicInteger();

        @Override
        public Reference<?> remove(long timeout) throws InterruptedException {
            removals.incrementAndGet();
            return super.remove(timeout);
        }

        @Override
        public Reference<?> poll() {
            polls.incrementAndGet();
            return super.poll();
        }
    }

    @Case("the stack of a thread that waits for a reference is that of Object.wait below remove")
    public static void waitingStack() throws Throwable {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<Object> reference = new WeakReference<>(queue, queue);
        Task task = Task.start(queue::remove);
        Await.state(task, Thread.State.WAITING);
        StackTraceElement[] trace = task.getStackTrace();
        Check.equal("java.lang.Object.wait", name(trace[0]));
        int at = 0;
        while (name(trace[at]).equals("java.lang.Object.wait")) {
            at++;
        }
        Check.equal("java.lang.ref.ReferenceQueue.remove", name(trace[at]));
        Check.equal("java.lang.ref.ReferenceQueue.remove", name(trace[at + 1]));
        reference.enqueue();
        task.finish();
    }

    private static String name(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }
}
