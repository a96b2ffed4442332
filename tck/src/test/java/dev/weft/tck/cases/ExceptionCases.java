package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Exceptions, finally and try-with-resources across suspensions. */
public final class ExceptionCases {
    private ExceptionCases() {}

    private static final class Resource implements AutoCloseable {
        private final StringBuilder steps;
        private final char name;
        private final boolean isFailing;

        Resource(StringBuilder steps, char name, boolean isFailing) {
            Suspend.now();
            this.steps = steps;
            this.name = name;
            this.isFailing = isFailing;
            steps.append(name);
        }

        @Override
        public void close() throws IOException {
            Suspend.now();
            steps.append(Character.toUpperCase(name));
            if (isFailing) {
                throw new IOException("close of " + name);
            }
        }
    }

    @Case("an exception thrown after suspensions is caught by the innermost handler that takes it")
    public static void innermostHandler() {
        StringBuilder steps = new StringBuilder();
        try {
            try {
                try {
                    Suspend.andThrow(new IllegalStateException("meant"));
                } catch (IllegalArgumentException e) {
                    steps.append("wrong");
                }
            } catch (IllegalStateException e) {
                Suspend.now();
                steps.append(e.getMessage());
            }
        } catch (RuntimeException e) {
            steps.append("too far");
        }
        Check.equal("meant", steps.toString());
    }

    @Case("an exception that crosses frames which were suspended before it arrives at its handler")
    public static void acrossFrames() {
        IllegalStateException thrown = Check.fails(IllegalStateException.class, () -> descend(30));
        Check.equal("at the bottom", thrown.getMessage());
    }

    private static int descend(int rest) {
        Suspend.now();
        if (rest == 0) {
            Suspend.andThrow(new IllegalStateException("at the bottom"));
        }
        int result = descend(rest - 1);
        throw new AssertionError("not reached: " + result);
    }

    @Case("finally blocks run once on each way out: at the end, by return, by exception, by break")
    public static void finallyBlocks() {
        StringBuilder steps = new StringBuilder();
        Check.equal(1, leave(steps, 0));
        Check.equal(2, leave(steps, 1));
        Check.fails(IllegalStateException.class, () -> leave(steps, 2));
        Check.equal(4, leave(steps, 3));
        Check.equal("ab.ab.ab.ab.", steps.toString());
    }

    private static int leave(StringBuilder steps, int way) {
        int result = 1;
        for (; ; ) {
            try {
                steps.append(Suspend.with("a"));
                if (way == 1) {
                    return Suspend.with(2);
                }
                if (way == 2) {
                    Suspend.andThrow(new IllegalStateException("meant"));
                }
                if (way == 3) {
                    result = Suspend.with(4);
                    break;
                }
                result = Suspend.with(1);
                return result;
            } finally {
                Suspend.now();
                steps.append(Suspend.with("b."));
                result = 99;
            }
        }
        return result == 99 ? 4 : -1;
    }

    @SuppressWarnings("finally")
    private static int overridden() {
        try {
            Suspend.andThrow(new IllegalStateException("lost"));
            return 1;
        } finally {
            return Suspend.with(2);
        }
    }

    @Case("a return in a finally block replaces an exception")
    public static void returnInFinally() {
        Check.equal(2, overridden());
    }

    @Case("resources are closed in reverse order, after suspensions in the body and in close")
    public static void resources() throws Exception {
        StringBuilder steps = new StringBuilder();
        try (Resource a = new Resource(steps, 'a', false);
                Resource b = new Resource(steps, 'b', false)) {
            Suspend.now();
            steps.append('-').append(a.name).append(b.name).append('-');
        }
        Check.equal("ab-ab-BA", steps.toString());
    }

    @Case("exceptions of close are suppressed by that of the body")
    public static void suppressed() {
        StringBuilder steps = new StringBuilder();
        IllegalStateException thrown = Check.fails(IllegalStateException.class, () -> {
            try (Resource a = new Resource(steps, 'a', true);
                    Resource b = new Resource(steps, 'b', true)) {
                Suspend.andThrow(new IllegalStateException("body of " + a.name + b.name));
            }
        });
        Check.equal(2, thrown.getSuppressed().length);
        Check.equal("close of b", thrown.getSuppressed()[0].getMessage());
        Check.equal("close of a", thrown.getSuppressed()[1].getMessage());
        Check.equal("abBA", steps.toString());
    }

    @Case("an exception of close alone is thrown")
    public static void failingClose() {
        IOException thrown = Check.fails(IOException.class, () -> {
            try (Resource a = new Resource(new StringBuilder(), 'a', true)) {
                Suspend.with(a.name);
            }
        });
        Check.equal("close of a", thrown.getMessage());
    }

    @Case("a multiple catch takes each of its exceptions, and a rethrown one keeps its type")
    public static void multipleCatch() {
        StringBuilder steps = new StringBuilder();
        for (Exception each : new Exception[] {new IOException("io"), new TimeoutException("time")}) {
            try {
                rethrow(each);
            } catch (IOException | TimeoutException e) {
                Suspend.now();
                steps.append(e.getMessage());
            } catch (Exception e) {
                steps.append("other");
            }
        }
        Check.equal("iotime", steps.toString());
    }

    private static void rethrow(Exception failure) throws Exception {
        try {
            Suspend.andThrow(failure);
        } catch (Exception e) {
            Suspend.now();
            throw e;
        } finally {
            Suspend.now();
        }
    }

    @Case("exceptions of the VM are thrown and caught between suspensions")
    public static void exceptionsOfTheVm() {
        int zero = Suspend.with(0);
        int[] array = Suspend.with(new int[1]);
        Object text = Suspend.with((Object) "text");
        Check.fails(ArithmeticException.class, () -> Suspend.with(1 / zero));
        Check.fails(ArrayIndexOutOfBoundsException.class, () -> array[Suspend.with(1)] = 1);
        Check.fails(ClassCastException.class, () -> Suspend.with((Integer) text));
        Check.fails(NegativeArraySizeException.class, () -> Suspend.with(new int[Suspend.with(-1)]));
        Check.fails(ArrayStoreException.class, () -> {
            Object[] strings = new String[1];
            strings[Suspend.with(0)] = Suspend.with((Object) 1);
        });
    }

    private static final class Holder {
        private String text;
        private Holder next;
    }

    @Case("the messages of NullPointerException say the same as without suspensions")
    public static void helpfulMessages() {
        Holder holder = new Holder();
        Suspend.now();
        Out.line(Check.fails(NullPointerException.class, () -> holder.text.length())
                .getMessage());
        Out.line(Check.fails(NullPointerException.class, () -> {
                    Suspend.now();
                    holder.next.next.text = Suspend.with("x");
                })
                .getMessage());
        Out.line(Check.fails(NullPointerException.class, () -> lengthOf(null)).getMessage());
        Out.line(Check.fails(NullPointerException.class, () -> first(null)).getMessage());
    }

    private static int lengthOf(String parameter) {
        Suspend.now();
        return parameter.length();
    }

    private static int first(int[] array) {
        int[] local = Suspend.with(array);
        Suspend.now();
        return local[Suspend.with(0)];
    }

    @Case("a stack overflow is thrown, caught, and leaves the thread fit for use")
    public static void stackOverflow() {
        int[] depth = new int[1];
        Check.fails(StackOverflowError.class, () -> overflow(depth));
        Check.that(depth[0] > 500, "deep enough: " + depth[0]);
        Suspend.now();
        Check.equal(10, Suspend.with(10));
    }

    private static int overflow(int[] depth) {
        depth[0]++;
        return overflow(depth) + overflow(depth);
    }
}
