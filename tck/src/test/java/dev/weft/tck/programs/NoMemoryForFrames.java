package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fiber suspends deeper and deeper until there is no memory for its heap frames: the error must come where it suspends, so
 * that all its {@code finally} blocks run and all its locks and monitors are free. Not for kernel threads, whose stack would
 * have to be as large.
 */
public final class NoMemoryForFrames {
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static long limit;
    private static int entered;
    private static int left;

    private NoMemoryForFrames() {}

    private static int deeper(long a, long b, Object c) {
        Thread.yield();
        if (a == limit) {
            throw new OutOfMemoryError("meant");
        }
        return deeper(a + 1, b + a, c) + (int) b;
    }

    private static void inAll(int nesting) {
        entered++;
        try {
            Suspend.now();
            if (nesting > 0) {
                synchronized (MONITOR) {
                    inAll(nesting - 1);
                }
            } else {
                LOCK.lock();
                try {
                    deeper(1, 1, MONITOR);
                } finally {
                    LOCK.unlock();
                }
            }
        } finally {
            left++;
        }
    }

    /**
     * Lets it happen twice. Before that an error of the same class is thrown after a few frames, so that the classes which
     * the way out needs are there when there is no memory for them.
     */
    public static void main(String[] args) throws InterruptedException {
        for (int i = -1; i < 2; i++) {
            boolean isRehearsal = i < 0;
            limit = isRehearsal ? 10 : -1;
            Thread thread = new Thread(null, () -> inAll(20), "deep", 1L << 40);
            thread.setUncaughtExceptionHandler((of, e) ->
                    System.out.println(isRehearsal ? "rehearsal" : e.getClass().getName()));
            thread.start();
            thread.join();
            Thread next = new Thread(() -> {
                synchronized (MONITOR) {
                    LOCK.lock();
                    LOCK.unlock();
                }
            });
            next.start();
            next.join();
            System.out.println("entered " + entered + ", left " + left);
        }
    }
}
