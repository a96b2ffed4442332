package dev.weft.stress.shapes;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Whoever waits is woken, however wait and wake-up meet: by interrupts, permits, signals, time.
 *
 * <p>The class stays whole because it is one shape: jcstress wants a class for each pair of a wait and a wake-up.
 */
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Woken.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Forgotten.")
public final class WakeUps {
    private static final long LONG = 20_000_000_000L;

    private WakeUps() {}

    /** An interrupt against a park. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptPark {
        private volatile Thread waiter;

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(LockSupport::parkNanos);
        }
    }

    /** An interrupt against a park that blocks the carrier. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptPinned {
        private volatile Thread waiter;

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(WakeUps::parkPinned);
        }
    }

    /** An interrupt against a sleep. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptSleep {
        private volatile Thread waiter;

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(nanos -> Thread.sleep(nanos / 1_000_000));
        }
    }

    /** An interrupt against a join. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptJoin {
        private volatile Thread waiter;

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(nanos -> Thread.currentThread().join(nanos / 1_000_000));
        }
    }

    /** An interrupt against a wait for a permit. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptAcquire {
        private volatile Thread waiter;
        private final Semaphore semaphore = new Semaphore(0);

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(nanos -> semaphore.tryAcquire(nanos, TimeUnit.NANOSECONDS));
        }
    }

    /** An interrupt against a wait for a condition, which takes the lock again. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptCondition {
        private volatile Thread waiter;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(nanos -> WakeUps.await(lock, condition, nanos));
        }
    }

    /** An interrupt against a wait for an element. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class InterruptPoll {
        private volatile Thread waiter;
        private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();

        @Actor
        public void first() {
            Thread target = published(() -> waiter);
            Between.step();
            target.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = untilInterrupted(nanos -> queue.poll(nanos, TimeUnit.NANOSECONDS));
        }
    }

    /** An unpark against a park for ever. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class UnparkPark {
        private volatile Thread waiter;
        private volatile boolean isReady;

        @Actor
        public void first() {
            isReady = true;
            Between.step();
            LockSupport.unpark(waiter);
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = until(() -> isReady, nanos -> LockSupport.park());
        }
    }

    /** An unpark against parks whose time is over at about that moment. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class UnparkTimed {
        private volatile Thread waiter;
        private volatile boolean isReady;

        @Actor
        public void first() {
            isReady = true;
            Between.step();
            LockSupport.unpark(waiter);
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = until(() -> isReady, nanos -> LockSupport.parkNanos(50_000));
        }
    }

    /** An unpark against a park that blocks the carrier. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class UnparkPinned {
        private volatile Thread waiter;
        private volatile boolean isReady;

        @Actor
        public void first() {
            isReady = true;
            Between.step();
            LockSupport.unpark(waiter);
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = until(() -> isReady, WakeUps::parkPinned);
        }
    }

    /** A permit that comes in a sleep is there after it. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class UnparkSleeper {
        private volatile Thread waiter;
        private volatile boolean isReady;

        @Actor
        public void first() {
            isReady = true;
            Between.step();
            LockSupport.unpark(waiter);
        }

        @Actor
        public void second(I_Result r) {
            waiter = Thread.currentThread();
            Between.step();
            r.r1 = until(() -> isReady, nanos -> {
                Thread.sleep(0, 1);
                LockSupport.parkNanos(nanos);
            });
        }
    }

    /** A signal against a wait for a condition. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class Signal {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private boolean isReady;

        @Actor
        public void first() {
            lock.lock();
            try {
                isReady = true;
                condition.signal();
                Between.step();
            } finally {
                lock.unlock();
            }
        }

        @Actor
        public void second(I_Result r) {
            lock.lock();
            try {
                r.r1 = until(() -> isReady, nanos -> condition.awaitNanos(nanos));
            } finally {
                lock.unlock();
            }
        }
    }

    /** A reference that comes to a queue against a wait for it. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class EnqueueRemove {
        private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
        private final Reference<Object> reference = new WeakReference<>(queue, queue);

        @Actor
        public void first() {
            Between.step();
            reference.enqueue();
        }

        @Actor
        public void second(I_Result r) {
            Between.step();
            try {
                r.r1 = queue.remove(LONG / 1_000_000) == reference ? 1 : 0;
            } catch (InterruptedException e) {
                // nobody interrupts
                r.r1 = 2;
            }
        }
    }

    /** Looks, is woken, and then waits. */
    @JCStressTest
    @JCStressMeta(WakeUps.class)
    @State
    public static class Broken {
        private volatile Thread waiter;
        private volatile boolean isReady;

        @Actor
        public void first() {
            Between.anyhow();
            isReady = true;
            LockSupport.unpark(waiter);
        }

        @Actor
        public void second(I_Result r) {
            long start = System.nanoTime();
            if (!isReady) {
                Between.anyhow();
                waiter = Thread.currentThread();
                LockSupport.parkNanos(LONG / 1_000);
            }
            r.r1 = System.nanoTime() - start < LONG / 1_000 ? 1 : 0;
        }
    }

    /** One wait, for so long at most. */
    private interface Wait {
        void once(long nanos) throws InterruptedException;
    }

    /** 1 if the interrupt, which is consumed, has come before the time was over. */
    private static int untilInterrupted(Wait wait) {
        long start = System.nanoTime();
        try {
            while (!Thread.interrupted()) {
                wait.once(LONG);
            }
        } catch (InterruptedException e) {
            // as it was to be
        }
        return System.nanoTime() - start < LONG ? 1 : 0;
    }

    /** 1 if that has become true before the time was over. */
    private static int until(BooleanSupplier condition, Wait wait) {
        long start = System.nanoTime();
        try {
            while (!condition.getAsBoolean()) {
                wait.once(LONG);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime() - start < LONG ? 1 : 0;
    }

    private static Thread published(Supplier<Thread> waiter) {
        Thread seen;
        while ((seen = waiter.get()) == null) {
            Thread.yield();
        }
        return seen;
    }

    private static void await(ReentrantLock lock, Condition condition, long nanos) throws InterruptedException {
        lock.lock();
        try {
            condition.awaitNanos(nanos);
        } finally {
            lock.unlock();
        }
    }

    /** Nobody can suspend below {@code toString}. */
    private static void parkPinned(long nanos) {
        Object parks = new Object() {
            @Override
            public String toString() {
                LockSupport.parkNanos(nanos);
                return "pinned";
            }
        };
        if (String.valueOf(parks).isEmpty()) {
            throw new AssertionError(nanos);
        }
    }
}
