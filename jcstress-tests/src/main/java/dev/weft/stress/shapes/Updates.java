package dev.weft.stress.shapes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Atomic updates lose nothing. */
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both are counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One was lost.")
public final class Updates {
    private Updates() {}

    /** getAndAdd. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @State
    public static class GetAndAdd {
        private int value;

        @Actor
        public void first() {
            Value.HANDLE.getAndAdd(this, 1 + Between.zero());
        }

        @Actor
        public void second() {
            Value.HANDLE.getAndAdd(this, 1 + Between.zero());
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = (int) value;
        }

        private static final class Value {
            static final VarHandle HANDLE = Handle.of(MethodHandles.lookup(), GetAndAdd.class, "value", int.class);
        }
    }

    /** compareAndSet, with a suspension before it. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @State
    public static class CompareAndSet {
        private int value;

        @Actor
        public void first() {
            int seen;
            do {
                seen = (int) Value.HANDLE.getOpaque(this);
                Between.step();
            } while (!Value.HANDLE.compareAndSet(this, seen, seen + 1));
        }

        @Actor
        public void second() {
            int seen;
            do {
                seen = (int) Value.HANDLE.getOpaque(this);
                Between.step();
            } while (!Value.HANDLE.compareAndSet(this, seen, seen + 1));
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = (int) value;
        }

        private static final class Value {
            static final VarHandle HANDLE = Handle.of(MethodHandles.lookup(), CompareAndSet.class, "value", int.class);
        }
    }

    /** weakCompareAndSetPlain, with a suspension before it. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @State
    public static class Weak {
        private int value;

        @Actor
        public void first() {
            int seen;
            do {
                seen = (int) Value.HANDLE.getOpaque(this);
                Between.step();
            } while (!Value.HANDLE.weakCompareAndSetPlain(this, seen, seen + 1));
        }

        @Actor
        public void second() {
            int seen;
            do {
                seen = (int) Value.HANDLE.getOpaque(this);
                Between.step();
            } while (!Value.HANDLE.weakCompareAndSetPlain(this, seen, seen + 1));
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = (int) value;
        }

        private static final class Value {
            static final VarHandle HANDLE = Handle.of(MethodHandles.lookup(), Weak.class, "value", int.class);
        }
    }

    /** A long. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @State
    public static class Longs {
        private long value;

        @Actor
        public void first() {
            long seen;
            do {
                seen = (long) Value.HANDLE.getAcquire(this);
                Between.step();
            } while ((long) Value.HANDLE.compareAndExchange(this, seen, seen + 1) != seen);
        }

        @Actor
        public void second() {
            long seen;
            do {
                seen = (long) Value.HANDLE.getAcquire(this);
                Between.step();
            } while ((long) Value.HANDLE.compareAndExchange(this, seen, seen + 1) != seen);
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = (int) value;
        }

        private static final class Value {
            static final VarHandle HANDLE = Handle.of(MethodHandles.lookup(), Longs.class, "value", long.class);
        }
    }

    /** The functions of AtomicInteger. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @State
    public static class Atomic {
        private final AtomicInteger value = new AtomicInteger();

        @Actor
        public void first() {
            value.updateAndGet(seen -> seen + 1 + Between.zero());
        }

        @Actor
        public void second() {
            value.updateAndGet(seen -> seen + 1 + Between.zero());
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = (int) value.get();
        }
    }

    /** A read, and a write. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @State
    public static class Broken {
        private volatile int value;

        @Actor
        public void first() {
            int seen = value;
            Between.anyhow();
            value = seen + 1;
        }

        @Actor
        public void second() {
            int seen = value;
            Between.anyhow();
            value = seen + 1;
        }

        @Arbiter
        public void sum(I_Result r) {
            r.r1 = (int) value;
        }
    }
}
