package dev.weft.stress.shapes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Store buffering: of two that write and then read what the other one writes, one at least reads the new value. */
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Some order of the accesses.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both read before both wrote.")
public final class StoreBuffering {
    private StoreBuffering() {}

    /** Volatile fields. */
    @JCStressTest
    @JCStressMeta(StoreBuffering.class)
    @State
    public static class Volatile {
        private volatile int x;
        private volatile int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            Between.step();
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            Between.step();
            r.r2 = x;
        }
    }

    /** Plain fields, with full fences. */
    @JCStressTest
    @JCStressMeta(StoreBuffering.class)
    @State
    public static class Fences {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            VarHandle.fullFence();
            Between.step();
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            VarHandle.fullFence();
            Between.step();
            r.r2 = x;
        }
    }

    /** Plain fields, accessed as volatile ones. */
    @JCStressTest
    @JCStressMeta(StoreBuffering.class)
    @State
    public static class Handles {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            Ints.X.setVolatile(this, 1);
            Between.step();
            r.r1 = (int) Ints.Y.getVolatile(this);
        }

        @Actor
        public void second(II_Result r) {
            Ints.Y.setVolatile(this, 1);
            Between.step();
            r.r2 = (int) Ints.X.getVolatile(this);
        }

        private static final class Ints {
            static final VarHandle X = Handle.of(MethodHandles.lookup(), Handles.class, "x", int.class);
            static final VarHandle Y = Handle.of(MethodHandles.lookup(), Handles.class, "y", int.class);
        }
    }

    /** Reads before it writes. */
    @JCStressTest
    @JCStressMeta(StoreBuffering.class)
    @State
    public static class Broken {
        private volatile int x;
        private volatile int y;

        @Actor
        public void first(II_Result r) {
            r.r1 = y;
            Between.anyhow();
            x = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = x;
            Between.anyhow();
            y = 1;
        }
    }

    /** Plain fields: the processor's store buffer is seen. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Some order of the accesses.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both wrote late.")
    @State
    public static class RelaxedPlain {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    /** Release and acquire do not order a store and a later load. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Some order of the accesses.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both wrote late.")
    @State
    public static class RelaxedRelease {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            Ints.X.setRelease(this, 1);
            r.r1 = (int) Ints.Y.getAcquire(this);
        }

        @Actor
        public void second(II_Result r) {
            Ints.Y.setRelease(this, 1);
            r.r2 = (int) Ints.X.getAcquire(this);
        }

        private static final class Ints {
            static final VarHandle X = Handle.of(MethodHandles.lookup(), RelaxedRelease.class, "x", int.class);
            static final VarHandle Y = Handle.of(MethodHandles.lookup(), RelaxedRelease.class, "y", int.class);
        }
    }
}
