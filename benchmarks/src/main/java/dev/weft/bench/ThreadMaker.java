package dev.weft.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Makes the threads of all benchmarks, so that one source runs on every runtime.
 *
 * <p>Property {@code weft.bench.threads}: {@code plain} (the default) gives {@code new Thread(..)}, which is a platform
 * thread on a stock JDK and a fiber under Weft; {@code virtual} gives the virtual threads of a JDK that has them.
 */
public final class ThreadMaker {
    private static final Method START_VIRTUAL = virtual();
    private static final Object BUILDER = START_VIRTUAL == null ? null : builder();

    private ThreadMaker() {}

    private static Method virtual() {
        String wanted = System.getProperty("weft.bench.threads", "plain");
        if (wanted.equals("plain")) {
            return null;
        }
        if (!wanted.equals("virtual")) {
            throw new IllegalArgumentException("weft.bench.threads is plain or virtual, not " + wanted);
        }
        try {
            return Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("weft.bench.threads=virtual needs a JDK 21 or newer", e);
        }
    }

    private static Object builder() {
        try {
            return Thread.class.getMethod("ofVirtual").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("weft.bench.threads=virtual needs a JDK 21 or newer", e);
        }
    }

    /** A new thread that is not started. */
    public static Thread make(Runnable task) {
        if (START_VIRTUAL == null) {
            return new Thread(task);
        }
        try {
            return (Thread) START_VIRTUAL.invoke(BUILDER, task);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Code that may be interrupted, which ends it. */
    interface Blocking {
        void run() throws InterruptedException;
    }

    /** A new thread that is not started. */
    static Thread makeBlocking(Blocking body) {
        return make(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Starts all, then joins all. */
    static void runAll(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
