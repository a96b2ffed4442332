package dev.weft.tck.control;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;

/** Negative controls: each must be reported, and the next one must run nevertheless. */
public final class BrokenCases {
    private BrokenCases() {}

    @Case("control: a failing case is reported")
    public static void failing() {
        Check.equal(1, 2);
    }

    @Case("control: a case that never ends is reported")
    public static void hanging() throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            while (lock.hashCode() == lock.hashCode()) {
                lock.wait();
            }
        }
    }

    @Case("control: a case that ends the JVM is reported")
    public static void killing() {
        Runtime.getRuntime().halt(9);
    }

    @Case("control: a case that says something else each time is reported")
    public static void saying() {
        Out.line(System.nanoTime());
    }

    @Case("control: the case after all those passes")
    public static void zPassing() {
        Check.equal(1, 1);
    }
}
