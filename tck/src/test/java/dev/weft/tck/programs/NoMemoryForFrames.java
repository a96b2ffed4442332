package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fiber suspends deeper and deeper until there is no memory for its heap frames: the error must come where it
 * suspends, so that all its {@code finally} blocks run and all its locks and monitors are free. Not for kernel threads,
 * whose stack would have to be as large.
 */
public final class NoMemoryForFrames {
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int entered;
    private static int left;

    private NoMemoryForFrames() {}

    private static int deeper(long a, long b, Object c) {
        Thread.yield();
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

    /** Lets it happen twice; the first time the resumers, which the way out needs, have to be made without memory. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(null, () -> inAll(20), "deep", 1L << 40);
            thread.setUncaughtExceptionHandler(
                    (of, e) -> System.out.println(e.getClass().getName()));
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
