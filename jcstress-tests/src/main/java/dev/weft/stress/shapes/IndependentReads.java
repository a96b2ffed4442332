package dev.weft.stress.shapes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Independent reads of independent writes: two readers see two writes in the same order. */
@Outcome(id = "1, 0, 1, 0", expect = Expect.FORBIDDEN, desc = "Each saw another order.")
@Outcome(id = "[01], [01], [01], [01]", expect = Expect.ACCEPTABLE, desc = "One order.")
public final class IndependentReads {
    private IndependentReads() {}

    /** Volatile fields. */
    @JCStressTest
    @JCStressMeta(IndependentReads.class)
    @State
    public static class Volatile {
        private volatile int x;
        private volatile int y;

        @Actor
        public void first() {
            x = 1;
        }

        @Actor
        public void second() {
            y = 1;
        }

        @Actor
        public void third(IIII_Result r) {
            r.r1 = x;
            Between.step();
            r.r2 = y;
        }

        @Actor
        public void fourth(IIII_Result r) {
            r.r3 = y;
            Between.step();
            r.r4 = x;
        }
    }

    /** Fields that handles access as volatile ones. */
    @JCStressTest
    @JCStressMeta(IndependentReads.class)
    @State
    public static class Handles {
        private int x;
        private int y;

        @Actor
        public void first() {
            Ints.X.setVolatile(this, 1);
        }

        @Actor
        public void second() {
            Ints.Y.setVolatile(this, 1);
        }

        @Actor
        public void third(IIII_Result r) {
            r.r1 = (int) Ints.X.getVolatile(this);
            Between.step();
            r.r2 = (int) Ints.Y.getVolatile(this);
        }

        @Actor
        public void fourth(IIII_Result r) {
            r.r3 = (int) Ints.Y.getVolatile(this);
            Between.step();
            r.r4 = (int) Ints.X.getVolatile(this);
        }

        private static final class Ints {
            static final VarHandle X = Handle.of(MethodHandles.lookup(), Handles.class, "x", int.class);
            static final VarHandle Y = Handle.of(MethodHandles.lookup(), Handles.class, "y", int.class);
        }
    }

    /** Readers that read in the other order. */
    @JCStressTest
    @JCStressMeta(IndependentReads.class)
    @State
    public static class Broken {
        private volatile int x;
        private volatile int y;

        @Actor
        public void first() {
            Between.anyhow();
            x = 1;
        }

        @Actor
        public void second() {
            Between.anyhow();
            y = 1;
        }

        @Actor
        public void third(IIII_Result r) {
            Between.anyhow();
            r.r2 = y;
            Between.anyhow();
            r.r1 = x;
        }

        @Actor
        public void fourth(IIII_Result r) {
            Between.anyhow();
            r.r4 = x;
            Between.anyhow();
            r.r3 = y;
        }
    }
}
