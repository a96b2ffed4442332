package dev.weft.stress.shapes;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Final fields, and what is reached by them, are seen as the constructor left them, even if published by a race. */
@Outcome(
        id = {"-1, -1", "1, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "No object yet, or a whole one.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Half of an object.")
public final class FinalFields {
    private FinalFields() {}

    /** Suspended before, between and after the writes. */
    @JCStressTest
    @JCStressMeta(FinalFields.class)
    @State
    public static class Frozen {
        private Holder shared;

        @Actor
        public void first() {
            shared = new Holder();
        }

        @Actor
        public void second(II_Result r) {

            Holder seen = shared;
            r.r1 = seen == null ? -1 : seen.one;
            r.r2 = seen == null ? -1 : seen.two[0];
        }

        private static final class Holder {
            final int one;
            final int[] two;

            Holder() {
                Between.step();
                one = 1;
                Between.step();
                two = new int[1];
                Between.step();
                two[0] = 2;
            }
        }
    }

    /** The constructor of the superclass is suspended, and that of the class when its own is done. */
    @JCStressTest
    @JCStressMeta(FinalFields.class)
    @State
    public static class Inherited {
        private Holder shared;

        @Actor
        public void first() {
            shared = new Holder();
        }

        @Actor
        public void second(II_Result r) {
            Holder seen = shared;
            r.r1 = seen == null ? -1 : seen.one;
            r.r2 = seen == null ? -1 : seen.two[0];
        }

        private abstract static class Base {
            final int one;
            final int[] two = new int[1];

            Base(int one) {
                this.one = one + Between.zero();
                two[0] = 2 + Between.zero();
            }
        }

        private static final class Holder extends Base {
            Holder() {
                super(1 + Between.zero());
                Between.step();
            }
        }
    }

    /** Published by the constructor. */
    @JCStressTest
    @JCStressMeta(FinalFields.class)
    @State
    public static class Broken {
        private Holder shared;

        @Actor
        public void first() {
            new Holder(this);
        }

        @Actor
        public void second(II_Result r) {
            Between.anyhow();
            Holder seen = shared;
            r.r1 = seen == null ? -1 : seen.one;
            r.r2 = seen == null ? -1 : seen.two[0];
        }

        private static final class Holder {
            int one;
            final int[] two = new int[1];

            Holder(Broken test) {
                test.shared = this;
                Between.anyhow();
                one = 1;
                two[0] = 2;
            }
        }
    }
}
