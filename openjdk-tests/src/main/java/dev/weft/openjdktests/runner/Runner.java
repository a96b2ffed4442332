package dev.weft.openjdktests.runner;

import com.sun.javatest.regtest.agent.MainWrapper;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs one test in a JVM of its own, in a {@code new Thread}, and tells by the exit code what became of it. Arguments:
 * the kind ({@code main}, {@code testng}, {@code junit}), {@code fiber} or {@code plain}, the class, and its arguments.
 * A thread of the test's group that ends by an exception makes it fail, as does a thread that is no fiber though it
 * should be one.
 */
public final class Runner {
    /**
     * The test has passed. All exit codes but these, such as those of a test that ends the JVM, mean that it failed.
     */
    public static final int PASSED = 95;

    /** The test says that it does not apply, or has no method to run. */
    public static final int SKIPPED = 96;

    /** The test has failed. */
    public static final int FAILED = 97;

    /** The thread of the test was to be a fiber, and is none. */
    public static final int NO_FIBER = 94;

    /** Begins the line on standard error that says why a test failed. */
    public static final String WHY = "openjdk-tests: ";

    private Runner() {}

    /** Runs the test and ends the JVM. */
    public static void main(String[] args) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicInteger status = new AtomicInteger(FAILED);
        if (isAsWanted(args[1].equals("fiber"))) {
            try {
                Runnable test = test(args, status, thrown);
                Thread thread = new Thread(new Group(thrown), test, "MainThread");
                thread.start();
                thread.join();
            } catch (ReflectiveOperationException | RuntimeException | Error e) {
                thrown.compareAndSet(null, e);
            }
        } else {
            status.set(NO_FIBER);
        }
        Throwable e = thrown.get();
        if (e != null) {
            status.set(isSkip(e) ? SKIPPED : FAILED);
            e.printStackTrace();
            System.err.println(WHY + e);
        }
        System.exit(status.get());
    }

    private static Runnable test(String[] args, AtomicInteger status, AtomicReference<Throwable> thrown)
            throws ReflectiveOperationException {
        String name = args[2];
        if (args[0].equals("main")) {
            Method main = Class.forName(name, false, ClassLoader.getSystemClassLoader())
                    .getMethod("main", String[].class);
            main.setAccessible(true);
            status.set(PASSED);
            return new MainWrapper.MainTask(
                    main, Arrays.copyOfRange(args, 3, args.length), e -> thrown.compareAndSet(null, e));
        }
        return () -> {
            try {
                status.set(args[0].equals("testng") ? TestNgRun.run(name) : JUnitRun.run(name));
            } catch (Throwable e) {
                thrown.compareAndSet(null, e);
            }
        };
    }

    /** Whether threads that are made like the test's are fibers, or none of them is. */
    private static boolean isAsWanted(boolean isFiberWanted) throws InterruptedException {
        AtomicBoolean isFiber = new AtomicBoolean();
        Thread probe = new Thread(new ThreadGroup("probe"), () -> isFiber.set(isFiber()), "MainThread");
        probe.start();
        probe.join();
        if (isFiber.get() == isFiberWanted) {
            return true;
        }
        System.err.println(WHY + "threads are " + (isFiberWanted ? "no fibers" : "fibers"));
        return false;
    }

    private static boolean isFiber() {
        try {
            return (boolean) Class.forName("dev.weft.Weft").getMethod("isFiber").invoke(null);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** By name: each test compiles the class for itself. */
    private static boolean isSkip(Throwable e) {
        return e.getClass().getName().equals("jtreg.SkippedException");
    }

    /** Notes the first exception that nobody catches. */
    private static final class Group extends ThreadGroup {
        private final AtomicReference<Throwable> thrown;

        Group(AtomicReference<Throwable> thrown) {
            super("MainThreadGroup");
            this.thrown = thrown;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable e) {
            if (!(e instanceof ThreadDeath)) {
                thrown.compareAndSet(null, e);
            }
        }
    }
}
