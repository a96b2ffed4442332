package dev.weft.tck;

import java.util.Objects;

/** Assertions for cases; they run in child JVMs that have no test library. */
public final class Check {
    private Check() {}

    /** Runs the body and prints its name, with what it throws, whose trace goes to standard error. */
    public static void report(String name, Body body) {
        try {
            body.run();
            System.out.println(name);
        } catch (Throwable e) {
            System.out.println(name + ": " + e);
            e.printStackTrace();
        }
    }

    /** Fails unless the two are equal. */
    public static void equal(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    /** Fails unless the two are the same object. */
    public static void same(Object expected, Object actual) {
        if (expected != actual) {
            throw new AssertionError("expected the object " + expected + " but was " + actual);
        }
    }

    /** Fails unless the condition holds; the text says what was to hold. */
    public static void that(boolean condition, String text) {
        if (!condition) {
            throw new AssertionError("not so: " + text);
        }
    }

    /** Fails unless the body throws exactly such an exception, which is returned. */
    public static <T extends Throwable> T fails(Class<T> type, Body body) {
        try {
            body.run();
        } catch (Throwable t) {
            if (t.getClass() == type) {
                return type.cast(t);
            }
            throw new AssertionError("expected " + type.getName() + " but was " + t, t);
        }
        throw new AssertionError("expected " + type.getName() + " but nothing was thrown");
    }

    /** Fails unless at least so many milliseconds have passed since {@code System.nanoTime()} was {@code start}. */
    public static void passed(long millis, long start) {
        long nanos = System.nanoTime() - start;
        if (nanos < millis * 1_000_000) {
            throw new AssertionError("too early: after " + nanos + " ns instead of " + millis + " ms");
        }
    }

    /** Fails if the patience with a thread has passed since {@code System.nanoTime()} was {@code start}. */
    public static void inTime(long start) {
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (millis > Task.PATIENCE) {
            throw new AssertionError("too late: after " + millis + " ms");
        }
    }
}
