package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Semaphores, latches, barriers, phasers, exchangers. */
public final class BarrierCases {
    private BarrierCases() {}

    @Case("a semaphore lets in as many as it has permits")
    public static void semaphore() throws Throwable {
        Semaphore semaphore = new Semaphore(3);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Task.finish(Task.start(12, () -> {
            for (int i = 0; i < 10; i++) {
                semaphore.acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Suspend.now();
                inside.decrementAndGet();
                semaphore.release();
            }
        }));
        Check.that(most.get() <= 3, "at most three at a time, not " + most.get());
        Check.equal(3, semaphore.availablePermits());
    }

    @Case("a semaphore's acquire of many permits waits for them all")
    public static void manyPermits() throws Throwable {
        Semaphore semaphore = new Semaphore(1);
        Task task = Task.start(() -> semaphore.acquire(3));
        Await.that("it queues", semaphore::hasQueuedThreads);
        semaphore.release();
        Check.that(semaphore.hasQueuedThreads(), "two are not enough");
        semaphore.release();
        task.finish();
        Check.that(!semaphore.tryAcquire(5, TimeUnit.MILLISECONDS), "none is left");
    }

    @Case("a latch opens for all when it has counted down, and stays open")
    public static void latch() throws Throwable {
        CountDownLatch latch = new CountDownLatch(3);
        Task[] tasks = Task.start(10, latch::await);
        for (Task each : tasks) {
            Await.blocked(each);
        }
        Check.that(!latch.await(5, TimeUnit.MILLISECONDS), "closed");
        latch.countDown();
        latch.countDown();
        Check.that(tasks[0].isAlive(), "still closed");
        latch.countDown();
        Task.finish(tasks);
        latch.await();
        Check.equal(0L, latch.getCount());
    }

    @Case("a barrier trips when all have come, runs its action once, and serves again")
    public static void barrier() throws Throwable {
        AtomicInteger trips = new AtomicInteger();
        int[] sums = new int[4];
        CyclicBarrier barrier = new CyclicBarrier(4, () -> {
            Suspend.now();
            trips.incrementAndGet();
        });
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(4, () -> {
            int own = next.getAndIncrement();
            for (int i = 1; i <= 20; i++) {
                sums[own] += i;
                barrier.await();
                for (int each : sums) {
                    Check.equal(i * (i + 1) / 2, each);
                }
                barrier.await();
            }
        }));
        Check.equal(40, trips.get());
    }

    @Case("a timeout at a barrier breaks it for all who wait there")
    public static void brokenBarrier() throws Throwable {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Task other = Task.start(() -> Check.fails(BrokenBarrierException.class, barrier::await));
        Await.that("it waits", () -> barrier.getNumberWaiting() == 1);
        Check.fails(TimeoutException.class, () -> barrier.await(10, TimeUnit.MILLISECONDS));
        other.finish();
        Check.that(barrier.isBroken(), "broken");
        barrier.reset();
        Check.that(!barrier.isBroken(), "mended");
    }

    @Case("a phaser goes from phase to phase when all its parties have arrived")
    public static void phaser() throws Throwable {
        AtomicInteger advances = new AtomicInteger();
        Phaser phaser = new Phaser(4) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                Suspend.now();
                advances.incrementAndGet();
                return phase == 9;
            }
        };
        Task.finish(Task.start(4, () -> {
            for (int i = 0; i < 10; i++) {
                Check.equal(i, phaser.getPhase());
                phaser.arriveAndAwaitAdvance();
            }
        }));
        Check.that(phaser.isTerminated(), "terminated");
        Check.equal(10, advances.get());
    }

    @Case("parties of a phaser come and go")
    public static void phaserParties() throws Throwable {
        Phaser phaser = new Phaser(1);
        Task[] tasks = new Task[5];
        for (int i = 0; i < tasks.length; i++) {
            phaser.register();
            tasks[i] = Task.start(() -> {
                phaser.arriveAndAwaitAdvance();
                Suspend.now();
                phaser.arriveAndDeregister();
            });
        }
        phaser.arriveAndAwaitAdvance();
        phaser.arriveAndAwaitAdvance();
        Task.finish(tasks);
        Check.equal(1, phaser.getRegisteredParties());
    }

    @Case("an exchanger swaps the values of pairs of threads")
    public static void exchanger() throws Throwable {
        Exchanger<Integer> exchanger = new Exchanger<>();
        AtomicInteger sum = new AtomicInteger();
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(10, () -> {
            int own = next.incrementAndGet();
            int other = exchanger.exchange(own);
            Check.that(own != other, "the other's value");
            sum.addAndGet(other);
        }));
        Check.equal(55, sum.get());
        Check.fails(TimeoutException.class, () -> exchanger.exchange(1, 5, TimeUnit.MILLISECONDS));
    }
}
