package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import dev.weft.Weft;

/** Classes that {@code weft.scheduler} may not name; and a program that prints the class of its thread's scheduler. */
public final class Unfit {
    /** Of no use but to be refused. */
    public Unfit() {}

    /** Cannot be made. */
    public abstract static class Abstract implements FiberScheduler {
        /** Never called. */
        public Abstract() {}
    }

    /** Has no public constructor. */
    public static final class Hidden extends Useless {
        Hidden() {}
    }

    /** Throws in its constructor. */
    public static final class Throws extends Useless {
        /** Throws. */
        public Throws() {
            throw new UnsupportedOperationException("not here,\nnor elsewhere");
        }
    }

    /** Throws in its initializer. */
    public static final class Uninitialized extends Useless {
        static final int SIZE = Integer.parseInt("none");

        /** Never called. */
        public Uninitialized() {}
    }

    /** Drops all tasks. */
    private static class Useless implements FiberScheduler {
        @Override
        public void onStart(Task task) {
            // dropped
        }

        @Override
        public void onContinue(Task task) {
            // dropped
        }
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println(
                Weft.scheduler(Thread.currentThread()).getClass().getName()));
        thread.start();
        thread.join();
    }
}
