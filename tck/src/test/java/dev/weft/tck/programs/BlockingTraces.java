package dev.weft.tck.programs;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The traces of what {@code sleep}, {@code wait} and {@code join} throw. */
public final class BlockingTraces {
    private static final Object LOCK = new Object();
    private static final Object NONE = null;

    private BlockingTraces() {}

    private interface Body {
        void run() throws Exception;
    }

    /** Prints them. */
    public static void main(String[] args) throws Exception {
        Thread sleeper = thread(() -> Thread.sleep(100_000));
        sleeper.start();
        interrupted("sleep", () -> Thread.sleep(100_000));
        interrupted("wait", () -> locked(() -> LOCK.wait()));
        interrupted("wait by reference", () -> locked(LOCK::wait));
        interrupted("wait with time", () -> locked(() -> LOCK.wait(100_000)));
        interrupted("wait with nanos", () -> locked(() -> LOCK.wait(100_000, 1)));
        Object pinning = new Object() {
            @Override
            public String toString() {
                return waits();
            }
        };
        interrupted("wait where it pins", () -> String.valueOf(pinning));
        interrupted("join", sleeper::join);
        interrupted("join with time", () -> sleeper.join(100_000));
        thrown("wait without lock", () -> LOCK.wait());
        thrown("wait less than no time", () -> locked(() -> LOCK.wait(-1)));
        thrown("wait for nothing", () -> NONE.wait());
        thrown("sleep less than no time", () -> Thread.sleep(-1));
        thrown("join less than no time", () -> sleeper.join(-1));
        sleeper.interrupt();
    }

    private static String waits() {
        try {
            locked(() -> LOCK.wait(100_000));
            return "not interrupted";
        } catch (Exception e) {
            throw BlockingTraces.<RuntimeException>asUnchecked(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> E asUnchecked(Exception e) throws E {
        throw (E) e;
    }

    private static void locked(Body body) throws Exception {
        synchronized (LOCK) {
            body.run();
        }
    }

    private static Thread thread(Body body) {
        return new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                String trace = Stream.of(e.getStackTrace())
                        .map(each -> each.getClassName() + "." + each.getMethodName()
                                + (each.isNativeMethod() ? " (native)" : ""))
                        .collect(Collectors.joining("\n    "));
                System.out.println(Thread.currentThread().getName() + ": " + e.getClass() + "\n    " + trace);
            }
        });
    }

    private static void thrown(String name, Body body) throws InterruptedException {
        Thread thread = thread(body);
        thread.setName(name);
        thread.start();
        thread.join();
    }

    /** Once before it blocks, and once while it does. */
    private static void interrupted(String name, Body body) throws InterruptedException {
        thrown(name + ", interrupted before", () -> {
            Thread.currentThread().interrupt();
            body.run();
        });
        Thread thread = thread(body);
        thread.setName(name + ", interrupted later");
        thread.start();
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        thread.interrupt();
        thread.join();
    }
}
