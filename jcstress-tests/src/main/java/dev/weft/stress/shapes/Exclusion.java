package dev.weft.stress.shapes;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One at a time is inside, and sees what those before have written. */
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "One after the other.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An increment was lost.")
public final class Exclusion {
    private Exclusion() {}

    /** A synchronized block. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class Block {
        private final Object lock = new Object();
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            synchronized (lock) {
                int seen = count;
                Between.step();
                count = seen + 1;
            }
        }
    }

    /** A lock. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class Lock {
        private final ReentrantLock lock = new ReentrantLock();
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            lock.lock();
            try {
                int seen = count;
                Between.step();
                count = seen + 1;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A fair lock. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class FairLock {
        private final ReentrantLock lock = new ReentrantLock(true);
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            lock.lock();
            try {
                int seen = count;
                Between.step();
                count = seen + 1;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A write lock. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class WriteLock {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            lock.writeLock().lock();
            try {
                int seen = count;
                Between.step();
                count = seen + 1;
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    /** A stamped lock. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class Stamped {
        private final StampedLock lock = new StampedLock();
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            long stamp = lock.writeLock();
            try {
                int seen = count;
                Between.step();
                count = seen + 1;
            } finally {
                lock.unlockWrite(stamp);
            }
        }
    }

    /** A semaphore. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class Permit {
        private final Semaphore lock = new Semaphore(1);
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            lock.acquireUninterruptibly();
            try {
                int seen = count;
                Between.step();
                count = seen + 1;
            } finally {
                lock.release();
            }
        }
    }

    /** A compare-and-set in a loop. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class Spin {
        private final AtomicInteger lock = new AtomicInteger();
        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {
            while (!lock.compareAndSet(0, 1)) {
                Thread.yield();
            }
            int seen = count;
            Between.step();
            count = seen + 1;
            lock.set(0);
        }
    }

    /** No lock. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @State
    public static class Broken {

        private int count;

        @Actor
        public void first() {
            increment();
        }

        @Actor
        public void second() {
            increment();
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void increment() {

            int seen = count;
            Between.anyhow();
            count = seen + 1;
        }
    }
}
