package dev.weft.stress.shapes;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** No value comes out of thin air, not even to plain fields that only copy each other. */
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was there to copy.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A value from nowhere.")
public final class ThinAir {
    private ThinAir() {}

    /** Plain fields. */
    @JCStressTest
    @JCStressMeta(ThinAir.class)
    @State
    public static class Plain {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            int seen = x;
            Between.step();
            y = seen;
            r.r1 = seen;
        }

        @Actor
        public void second(II_Result r) {
            int seen = y;
            Between.step();
            x = seen;
            r.r2 = seen;
        }
    }

    /** Writes a value of its own. */
    @JCStressTest
    @JCStressMeta(ThinAir.class)
    @State
    public static class Broken {
        private int x;
        private int y;

        @Actor
        public void first(II_Result r) {
            int seen = x;
            Between.anyhow();
            y = seen + 42;
            r.r1 = seen;
        }

        @Actor
        public void second(II_Result r) {
            Between.anyhow();
            int seen = y;
            x = seen;
            r.r2 = seen;
        }
    }
}
