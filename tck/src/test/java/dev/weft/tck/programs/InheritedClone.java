package dev.weft.tck.programs;

import dev.weft.tck.Task;

/** After a wait, calls by an interface the {@code clone} that it inherits from another one. */
public final class InheritedClone {
    private InheritedClone() {}

    /** Has a method with the name and descriptor of a protected one of Object. */
    private interface Cloned {
        Object clone();
    }

    private interface Heir extends Cloned {}

    private static final class Copy implements Heir {
        @Override
        @SuppressWarnings({"MethodDoesntCallSuperMethod", "CloneableImplementsClone"})
        public Object clone() {
            Thread.yield();
            return new Copy();
        }
    }

    private static void test() {
        Heir heir = new Copy();
        int copies = 0;
        for (int i = 0; i < 3; i++) {
            Thread.yield();
            copies += heir.clone() instanceof Copy ? 1 : 0;
        }
        System.out.println("copies " + copies);
    }

    /** Runs it in a thread. */
    public static void main(String[] args) throws Throwable {
        Task.finish(Task.start(InheritedClone::test));
    }
}
