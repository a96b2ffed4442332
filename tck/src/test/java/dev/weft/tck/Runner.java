package dev.weft.tck;

import dev.weft.DeadlockException;
import dev.weft.DeterministicScheduler;
import java.util.List;

/**
 * Runs the cases of the suite, one after the other, and prints what became of each; the main class of the child JVMs.
 *
 * <pre>
 * run   NAME          the case begins
 * out   NAME TEXT     what it has seen, to be compared between configurations
 * ok    NAME FIGURES  it has passed; how often a carrier was blocked meanwhile, and after how many milliseconds
 * FAIL  NAME REASON   it has failed
 * end                 all is done
 * </pre>
 *
 * Fields are separated by tabs. Properties: {@code tck.mode} (thread: each case in a new thread, virtual: in a new
 * virtual thread of JEP 444's API, pinned: in a new thread, as all threads of the cases below a frame that cannot be
 * left, main: on the main thread, deterministic: in a run of a deterministic scheduler with
 * the seed {@code tck.seed}), {@code tck.expect} (fiber or platform: what the cases must run on), {@code tck.cases}
 * (suite or controls), {@code tck.after} (begin behind this case), {@code tck.only} (only names with this part),
 * {@code tck.seconds} (of patience per case), {@code tck.patience} (seconds of patience with each thread of a case).
 */
public final class Runner {
    static final int EXIT_HUNG = 3;

    static final String MODE = System.getProperty("tck.mode", "thread");

    private final boolean onMain = MODE.equals("main");
    private final String expected = System.getProperty("tck.expect", "");
    private final long patience = Long.getLong("tck.seconds", 60) * 1_000;

    private volatile Throwable failure;

    private Runner() {}

    /** Runs what the properties say. */
    public static void main(String[] args) {
        Runner runner = new Runner();
        String after = System.getProperty("tck.after", "");
        String only = System.getProperty("tck.only", "");
        boolean begun = after.isEmpty();
        for (CaseMethod each : Cases.of(System.getProperty("tck.cases", "suite"))) {
            if (begun && each.name().contains(only)) {
                runner.run(each);
            }
            begun |= each.name().equals(after);
        }
        System.out.println("end");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private void run(CaseMethod each) {
        print("run", each.name(), "");
        Out.take();
        Task.beginCase();
        failure = null;
        long start = System.nanoTime();
        long pins = Fibers.pinned();
        boolean isHung = !execute(each);
        for (String line : Out.take()) {
            print("out", each.name(), line);
        }
        if (isHung) {
            print("FAIL", each.name(), "does not end; it is " + Fibers.describe(hung) + Task.describeAll());
            Runtime.getRuntime().halt(EXIT_HUNG);
        } else if (failure == null) {
            long millis = (System.nanoTime() - start) / 1_000_000;
            print("ok", each.name(), Fibers.pinned() - pins + " " + millis);
        } else {
            print("FAIL", each.name(), describe(failure));
        }
    }

    private Thread hung;

    private boolean execute(CaseMethod each) {
        if (onMain) {
            attempt(each);
            Thread.interrupted();
            return true;
        }
        Thread thread = start(MODE.equals("deterministic") ? new InOrder(this, each) : () -> attempt(each));
        try {
            thread.join(patience);
        } catch (InterruptedException e) {
            failure = e;
        }
        hung = thread;
        return !thread.isAlive();
    }

    private static Thread start(Runnable task) {
        if (!MODE.equals("virtual")) {
            Thread thread = new Thread(task, "case");
            thread.start();
            return thread;
        }
        try {
            // by reflection, since this is compiled with JDK 17 as it is
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, "case");
            return (Thread) type.getMethod("start", Runnable.class).invoke(builder, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no virtual threads", e);
        }
    }

    /** A class of its own, since a plain JDK has no such scheduler. */
    private static final class InOrder implements Runnable {
        private static final long SEED = Long.getLong("tck.seed", 1);

        private final Runner runner;
        private final CaseMethod method;

        InOrder(Runner runner, CaseMethod method) {
            this.runner = runner;
            this.method = method;
        }

        @Override
        public void run() {
            try {
                new DeterministicScheduler(SEED).run(() -> runner.attempt(method));
            } catch (DeadlockException e) {
                // a case may leave threads that wait
                boolean isOfCase =
                        e.threads().stream().anyMatch(each -> each.getName().equals("case"));
                runner.failure = runner.failure == null && isOfCase ? e : runner.failure;
            }
        }
    }

    private void attempt(CaseMethod each) {
        try {
            if (!expected.isEmpty() && Fibers.isFiber() != expected.equals("fiber")) {
                throw new AssertionError("the case does not run on a " + expected);
            }
            if (MODE.equals("pinned")) {
                Below.pinned(each.body());
            } else {
                each.body().run();
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    private static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString());
        for (StackTraceElement frame : List.of(failure.getStackTrace())) {
            text.append(" | ").append(frame);
        }
        if (failure.getCause() != null) {
            text.append(" || cause: ").append(describe(failure.getCause()));
        }
        return text.toString();
    }

    private static void print(String what, String name, String text) {
        System.out.println(what + '\t' + name + '\t' + text.replace("\n", "\\n").replace("\t", " "));
    }
}
