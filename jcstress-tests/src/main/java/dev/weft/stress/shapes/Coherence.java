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

/** Coherence: who has read the new value of a variable does not read the old one later. */
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Some order of the accesses.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The new value, then the old one.")
public final class Coherence {
    private Coherence() {}

    /** A volatile field. */
    @JCStressTest
    @JCStressMeta(Coherence.class)
    @State
    public static class Volatile {
        private volatile int x;

        @Actor
        public void first() {
            x = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = x;
            Between.step();
            r.r2 = x;
        }
    }

    /** An opaque field. */
    @JCStressTest
    @JCStressMeta(Coherence.class)
    @State
    public static class Opaque {
        private int x;

        @Actor
        public void first() {
            Ints.X.setOpaque(this, 1);
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = (int) Ints.X.getOpaque(this);
            Between.step();
            r.r2 = (int) Ints.X.getOpaque(this);
        }

        private static final class Ints {
            static final VarHandle X = Handle.of(MethodHandles.lookup(), Opaque.class, "x", int.class);
        }
    }

    /** Reads the second value first. */
    @JCStressTest
    @JCStressMeta(Coherence.class)
    @State
    public static class Broken {
        private volatile int x;

        @Actor
        public void first() {
            Between.anyhow();
            x = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = x;
            Between.anyhow();
            r.r1 = x;
        }
    }

    /** Plain fields by two names, which compilers may read in either order. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Some order of the accesses.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The new value, then the old one.")
    @State
    public static class RelaxedPlain {
        private final Box one = new Box();
        private final Box same = one;

        private static final class Box {
            int x;
            int trap;
        }

        @Actor
        public void first() {
            one.x = 1;
        }

        @Actor
        public void second(II_Result r) {
            Box h1 = one;
            Box h2 = same;
            // with these loads, the null checks are out of the way of the scheduler of instructions
            h1.trap = 0;
            h2.trap = 0;
            r.r1 = h1.x;
            r.r2 = h2.x;
        }
    }
}
