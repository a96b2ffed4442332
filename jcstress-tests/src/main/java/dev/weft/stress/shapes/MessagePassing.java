package dev.weft.stress.shapes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Message passing: who sees the flag sees what was written before it. */
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Some order of the accesses.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The flag without the data.")
public final class MessagePassing {
    private MessagePassing() {}

    /** A volatile flag. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Volatile {
        private int data;
        private volatile int flag;

        @Actor
        public void first() {
            data = 1;
            Between.step();
            flag = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = flag;
            Between.step();
            r.r2 = data;
        }
    }

    /** Release and acquire. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Release {
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            Between.step();
            Ints.FLAG.setRelease(this, 1);
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = (int) Ints.FLAG.getAcquire(this);
            Between.step();
            r.r2 = data;
        }

        private static final class Ints {
            static final VarHandle FLAG = Handle.of(MethodHandles.lookup(), Release.class, "flag", int.class);
        }
    }

    /** A flag that is raised and read by atomic updates. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Swap {
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            Between.step();
            Ints.FLAG.getAndSetRelease(this, 1);
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = (int) Ints.FLAG.getAndAddAcquire(this, 0);
            Between.step();
            r.r2 = data;
        }

        private static final class Ints {
            static final VarHandle FLAG = Handle.of(MethodHandles.lookup(), Swap.class, "flag", int.class);
        }
    }

    /** A flag that is raised by a compare-and-set. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Exchange {
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            Between.step();
            while (!Ints.FLAG.weakCompareAndSetRelease(this, 0, 1)) {
                Thread.onSpinWait();
            }
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = (int) Ints.FLAG.compareAndExchangeAcquire(this, 2, 2);
            Between.step();
            r.r2 = data;
        }

        private static final class Ints {
            static final VarHandle FLAG = Handle.of(MethodHandles.lookup(), Exchange.class, "flag", int.class);
        }
    }

    /** An opaque flag between fences. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Fences {
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            Between.step();
            VarHandle.releaseFence();
            Ints.FLAG.setOpaque(this, 1);
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = (int) Ints.FLAG.getOpaque(this);
            VarHandle.acquireFence();
            Between.step();
            r.r2 = data;
        }

        private static final class Ints {
            static final VarHandle FLAG = Handle.of(MethodHandles.lookup(), Fences.class, "flag", int.class);
        }
    }

    /** A plain flag in a monitor; the data outside. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Synchronized {
        private final Object lock = new Object();
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            Between.step();
            synchronized (lock) {
                flag = 1;
                Between.step();
            }
        }

        @Actor
        public void second(II_Result r) {
            synchronized (lock) {
                r.r1 = flag;
                Between.step();
            }
            r.r2 = data;
        }
    }

    /** A plain flag in a lock; the data outside. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Locks {
        private final ReentrantLock lock = new ReentrantLock();
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            lock.lock();
            try {
                flag = 1;
                Between.step();
            } finally {
                lock.unlock();
            }
        }

        @Actor
        public void second(II_Result r) {
            lock.lock();
            try {
                r.r1 = flag;
                Between.step();
            } finally {
                lock.unlock();
            }
            r.r2 = data;
        }
    }

    /** Raises the flag too early. */
    @JCStressTest
    @JCStressMeta(MessagePassing.class)
    @State
    public static class Broken {
        private int data;
        private volatile int flag;

        @Actor
        public void first() {
            flag = 1;
            Between.anyhow();
            data = 1;
        }

        @Actor
        public void second(II_Result r) {
            Between.anyhow();
            r.r1 = flag;
            r.r2 = data;
        }
    }

    /** Plain fields, read by way of two names: compilers may exchange the accesses. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Some order of the accesses.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The flag without the data.")
    @State
    public static class RelaxedPlain {
        private int data;
        private int flag;

        @Actor
        public void first() {
            data = 1;
            flag = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = flag;
            r.r2 = data;
        }
    }
}
