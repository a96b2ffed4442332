package dev.weft.stress.shapes;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.D_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A value is read as it was written, or not at all, also where the writer was suspended with it. */
@Outcome(
        id = {"0", "-1", "0.0", "-1.0", "null", "a"},
        expect = Expect.ACCEPTABLE,
        desc = "Before, or after.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Half of it.")
public final class Atomicity {
    private Atomicity() {}

    /** A volatile long. */
    @JCStressTest
    @JCStressMeta(Atomicity.class)
    @State
    public static class Longs {
        private volatile long value;

        @Actor
        public void first() {
            value = -1L + Between.zero();
        }

        @Actor
        public void second(J_Result r) {
            Between.step();
            r.r1 = value;
        }
    }

    /** A volatile double. */
    @JCStressTest
    @JCStressMeta(Atomicity.class)
    @State
    public static class Doubles {
        private volatile double value;

        @Actor
        public void first() {
            value = -1.0 + Between.zero();
        }

        @Actor
        public void second(D_Result r) {
            Between.step();
            r.r1 = value;
        }
    }

    /** A plain long, which a VM with 64 bits writes at once. */
    @JCStressTest
    @JCStressMeta(Atomicity.class)
    @State
    public static class PlainLongs {
        private long value;

        @Actor
        public void first() {
            value = -1L + Between.zero();
        }

        @Actor
        public void second(J_Result r) {
            Between.step();
            r.r1 = value;
        }
    }

    /** A reference to an object that is published by a race: its fields are final. */
    @JCStressTest
    @JCStressMeta(Atomicity.class)
    @State
    public static class References {
        private Text value;

        @Actor
        public void first() {
            value = new Text("a", Between.zero());
        }

        @Actor
        public void second(L_Result r) {
            Between.step();
            r.r1 = value == null ? "null" : value.text;
        }
    }

    /** What has one final field. */
    private static final class Text {
        final String text;

        Text(String text, int offset) {
            this.text = text.substring(offset + Between.zero());
        }
    }

    /** A long in two halves. */
    @JCStressTest
    @JCStressMeta(Atomicity.class)
    @State
    public static class Broken {
        private volatile int high;
        private volatile int low;

        @Actor
        public void first() {
            high = -1;
            Between.anyhow();
            low = -1;
        }

        @Actor
        public void second(J_Result r) {
            Between.anyhow();
            r.r1 = (long) high << 32 | low & 0xffffffffL;
        }
    }
}
