package dev.weft.tck.programs;

import dev.weft.Weft;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/**
 * A fiber has joined a platform thread, hence waited in its monitor, and then only waits in ways that keep its carrier:
 * nothing keeps the thread. With an argument it is kept, as the negative control.
 */
public final class JoinedThreads {
    private static final int PATIENCE_SECONDS = 20;
    private static Thread kept;

    private JoinedThreads() {}

    /** Prints what has become of the thread. */
    public static void main(String[] args) throws InterruptedException {
        String[] answer = new String[1];
        Thread fiber = new Thread(() -> {
            try {
                answer[0] = watch(args.length > 0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        fiber.start();
        fiber.join();
        System.out.println(answer[0]);
    }

    private static String watch(boolean isKept) throws InterruptedException {
        ReferenceQueue<Thread> queue = new ReferenceQueue<>();
        WeakReference<Thread> thread = joined(queue, isKept);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(isKept ? 1 : PATIENCE_SECONDS);
        boolean isGone = false;
        while (!isGone && System.nanoTime() < end) {
            System.gc();
            isGone = queue.remove(20) == thread;
        }
        return isGone ? "gone" : kept == null ? "reachable" : "kept";
    }

    private static WeakReference<Thread> joined(ReferenceQueue<Thread> queue, boolean isKept)
            throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Weft.lightweight(thread, false);
        thread.start();
        thread.join();
        kept = isKept ? thread : null;
        return new WeakReference<>(thread, queue);
    }
}
