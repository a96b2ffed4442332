package dev.weft.stress;

import java.util.concurrent.ForkJoinPool;

/** What the tests share: a bound for waits that must not end by time, and a way to a platform thread. */
public final class Await {
    /** Result of a wait that was ended by what it waited for. */
    public static final int WOKEN = 1;

    /** Result of a wait that nothing but time has ended. */
    public static final int LOST = 0;

    /** Far longer than any pause of a busy machine: who sleeps so long was forgotten. */
    private static final long CORRECT_MILLIS = 20_000;

    /** For the broken siblings, which do lose wake-ups, and are to do so often. */
    private static final long BROKEN_MILLIS = 100;

    private static final long START = System.nanoTime();

    private Await() {}

    /** How long a correct program waits at most. */
    public static long correctMillis() {
        return CORRECT_MILLIS;
    }

    /** How long a broken program waits at most. */
    public static long brokenMillis() {
        return BROKEN_MILLIS;
    }

    /** Milliseconds of a clock that starts with the program. */
    public static long now() {
        return (System.nanoTime() - START) / 1_000_000;
    }

    /** {@link #LOST} if the wait since then has lasted for the whole time. */
    public static int outcome(long since, long atMost) {
        return now() - since >= atMost ? LOST : WOKEN;
    }

    /** Runs the task on a platform thread, a worker of the common pool, and waits for its end. */
    public static void onPlatformThread(Runnable task) {
        ForkJoinPool.commonPool().submit(task).join();
    }

    /** {@code monitor.wait(millis)}, by a thread that nobody interrupts. */
    public static void waitOn(Object monitor, long millis) {
        try {
            monitor.wait(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code thread.join()}, by a thread that nobody interrupts. */
    public static void end(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
