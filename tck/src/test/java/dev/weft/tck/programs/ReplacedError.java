package dev.weft.tck.programs;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts what throws in the place of standard error, then nothing, and has the handlers of two threads throw. With the
 * argument {@code pins}, two threads wait in class initializers instead, the second with standard error as it was.
 */
public final class ReplacedError {
    private static final int LONG_MILLIS = 1_500;

    private ReplacedError() {}

    /** Refuses all, and counts what it was asked. */
    private static final class Refusing extends PrintStream {
        private final AtomicInteger asked = new AtomicInteger();

        Refusing() {
            super(OutputStream.nullOutputStream());
        }

        @Override
        public void print(String text) {
            asked.incrementAndGet();
            throw new UnsupportedOperationException(text);
        }

        @Override
        public void println(String line) {
            print(line);
        }
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(LONG_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes long to be initialized. */
    private static final class First {
        static int value;

        static {
            sleep();
        }
    }

    /** So does this. */
    private static final class Second {
        static int value;

        static {
            sleep();
        }
    }

    private static void run(String name, Runnable task) throws InterruptedException {
        Thread thread = new Thread(task, name);
        thread.start();
        thread.join();
    }

    private static void fail(String name) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    throw new IllegalArgumentException("meant");
                },
                name);
        thread.setUncaughtExceptionHandler((failed, e) -> {
            throw new IllegalStateException("meant, too");
        });
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger uncaught = new AtomicInteger();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.incrementAndGet());
        PrintStream usual = System.err;
        Refusing refusing = new Refusing();
        System.setErr(refusing);
        if (args.length > 0) {
            run("first", () -> First.value++);
            System.setErr(usual);
            run("second", () -> Second.value++);
        } else {
            fail("first");
            System.setErr(null);
            fail("second");
        }
        System.setErr(usual);
        System.out.println("asked: " + (refusing.asked.get() > 0) + ", uncaught: " + uncaught);
    }
}
