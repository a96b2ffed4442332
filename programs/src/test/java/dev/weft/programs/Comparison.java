package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;

/** Holds a run on fibers against a run on the plain JDK. */
final class Comparison {
    private static final String ON_FIBER = "fiber: true, pinned: ";

    private final ChildJvm.Result plain;

    /** With what is right. */
    Comparison(ChildJvm.Result plain) {
        assertEquals(0, plain.exit(), () -> "on the plain JDK: " + plain);
        assertFalse(plain.out().isBlank(), () -> "it says nothing: " + plain);
        assertTrue(lastLine(plain).startsWith("fiber: false"), plain::err);
        this.plain = plain;
    }

    /** Fails unless the run was on a fiber and said the same, and blocked no carrier, if it may not. */
    void check(ChildJvm.Result woven, boolean mustNotPin) {
        assertEquals(plain.out(), woven.out(), woven::err);
        assertEquals(0, woven.exit(), woven::err);
        String last = lastLine(woven);
        assertTrue(last.startsWith(ON_FIBER), woven::err);
        if (mustNotPin) {
            assertTrue(last.startsWith(ON_FIBER + "0,"), last);
        }
    }

    private static String lastLine(ChildJvm.Result result) {
        return result.err().lines().reduce("", (before, line) -> line);
    }
}
