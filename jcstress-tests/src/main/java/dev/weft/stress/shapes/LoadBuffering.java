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

/** Load buffering: of two that read and then write what the other one reads, not both read the new value. */
@Outcome(
        id = {"0, 0", "0, 1", "1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "Some order of the accesses.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both read what was written later.")
public final class LoadBuffering {
    private LoadBuffering() {}

    /** Volatile fields. */
    @JCStressTest
    @JCStressMeta(LoadBuffering.class)
    @State
    public static class Volatile {
        private volatile int x;
        private volatile int y;

        @Actor
        public void first(II_Result r) {
            r.r1 = x;
            Between.step();
            y = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = y;
            Between.step();
            x = 1;
        }
    }

    /** Acquire and release. */
    @JCStressTest
    @JCStressMeta(LoadBuffering.class)
    @State
    public static class Release {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            r.r1 = (int) Ints.X.getAcquire(this);
            Between.step();
            Ints.Y.setRelease(this, 1);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = (int) Ints.Y.getAcquire(this);
            Between.step();
            Ints.X.setRelease(this, 1);
        }

        private static final class Ints {
            static final VarHandle X = Handle.of(MethodHandles.lookup(), Release.class, "x", int.class);
            static final VarHandle Y = Handle.of(MethodHandles.lookup(), Release.class, "y", int.class);
        }
    }

    /** Writes before it reads. */
    @JCStressTest
    @JCStressMeta(LoadBuffering.class)
    @State
    public static class Broken {
        private volatile int x;
        private volatile int y;

        @Actor
        public void first(II_Result r) {
            y = 1;
            Between.anyhow();
            r.r1 = x;
        }

        @Actor
        public void second(II_Result r) {
            x = 1;
            Between.anyhow();
            r.r2 = y;
        }
    }
}
