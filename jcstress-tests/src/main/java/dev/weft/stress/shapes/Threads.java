package dev.weft.stress.shapes;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Start, end and interrupt of a thread order what was written before with what is read after. */
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A write was not seen.")
public final class Threads {
    private Threads() {}

    /** A thread sees what was written before its start. */
    @JCStressTest
    @JCStressMeta(Threads.class)
    @State
    public static class Start {
        private int x;

        @Actor
        public void first(I_Result r) {
            x = 1;
            Thread started = new Thread(() -> r.r1 = x);
            Between.step();
            started.start();
            Threads.end(started);
        }

        @Actor
        public void second() {
            Between.step();
        }
    }

    /** Who joins a thread sees what it wrote. */
    @JCStressTest
    @JCStressMeta(Threads.class)
    @State
    public static class Join {
        private volatile Thread thread;
        private int x;

        @Actor
        public void first() {
            Thread started = new Thread(() -> x = 1);
            started.start();
            thread = started;
        }

        @Actor
        public void second(I_Result r) {
            Thread seen = Threads.await(() -> thread);
            Threads.end(seen);
            r.r1 = x;
        }
    }

    /** Who sees that a thread has ended sees what it wrote. */
    @JCStressTest
    @JCStressMeta(Threads.class)
    @State
    public static class IsAlive {
        private volatile Thread thread;
        private int x;

        @Actor
        public void first() {
            Thread started = new Thread(() -> x = 1);
            started.start();
            thread = started;
        }

        @Actor
        public void second(I_Result r) {
            Thread seen = Threads.await(() -> thread);
            while (seen.isAlive()) {
                Thread.yield();
            }
            r.r1 = x;
        }
    }

    /** Who sees its interrupt sees what was written before. */
    @JCStressTest
    @JCStressMeta(Threads.class)
    @State
    public static class Interrupted {
        private volatile Thread thread;
        private int x;

        @Actor
        public void first() {
            Thread seen = Threads.await(() -> thread);
            x = 1;
            Between.step();
            seen.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            thread = Thread.currentThread();
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            r.r1 = x;
        }
    }

    /** As above, in a sleep. */
    @JCStressTest
    @JCStressMeta(Threads.class)
    @State
    public static class InterruptedSleep {
        private volatile Thread thread;
        private int x;

        @Actor
        public void first() {
            Thread seen = Threads.await(() -> thread);
            x = 1;
            Between.step();
            seen.interrupt();
        }

        @Actor
        public void second(I_Result r) {
            thread = Thread.currentThread();
            try {
                Thread.sleep(20_000);
            } catch (InterruptedException e) {
                r.r1 = x;
            }
        }
    }

    /** Interrupts, and then writes. */
    @JCStressTest
    @JCStressMeta(Threads.class)
    @State
    public static class Broken {
        private volatile Thread thread;
        private int x;

        @Actor
        public void first() {
            Thread seen = Threads.await(() -> thread);
            seen.interrupt();
            Between.anyhow();
            x = 1;
        }

        @Actor
        public void second(I_Result r) {
            thread = Thread.currentThread();
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            r.r1 = x;
        }
    }

    private static Thread await(java.util.function.Supplier<Thread> published) {
        Thread seen;
        while ((seen = published.get()) == null) {
            Thread.yield();
        }
        return seen;
    }

    private static void end(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
