package dev.weft;

import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.weft.fiber.LoudMethods;

/**
 * A scheduler whose fibers stay on one carrier each, from their start to their end: what a fiber has in the caches of a
 * processor is not moved, and fibers of the same carrier never run at the same time. Carriers get new fibers in turns.
 *
 * <p>The carriers are daemon platform threads, which last as long as the program. They are not bound to processors:
 * that takes a call of the system for which Java has no way. A fiber that blocks its carrier blocks all fibers of that
 * carrier; no other one takes over.
 *
 * <p>Thread-safe. As the default of a program: {@code -Dweft.scheduler=dev.weft.PinnedScheduler}.
 */
public final class PinnedScheduler implements FiberScheduler {
    private final EventLoop[] loops;
    private final AtomicInteger next = new AtomicInteger();

    /** With as many carriers as there are processors. */
    public PinnedScheduler() {
        this(Runtime.getRuntime().availableProcessors());
    }

    /**
     * With so many carriers.
     *
     * @throws IllegalArgumentException unless that is from 1 to 32,767
     * @throws OutOfMemoryError if there can be no thread for one of them
     */
    public PinnedScheduler(int carriers) {
        LoudMethods.all();
        if (carriers < 1 || carriers > Short.MAX_VALUE) {
            throw new IllegalArgumentException(carriers + " carriers: 1 to " + Short.MAX_VALUE + " are possible");
        }
        loops = new EventLoop[carriers];
        boolean isComplete = false;
        try {
            for (int i = 0; i < carriers; i++) {
                EventLoop loop = new EventLoop();
                Thread thread = new Thread(loop::run, "weft-pinned-" + i);
                Weft.lightweight(thread, false);
                thread.setDaemon(true);
                thread.start();
                loops[i] = loop;
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                close();
            }
        }
    }

    private void close() {
        for (EventLoop each : loops) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Override
    public void onStart(Task task) {
        EventLoop loop = loops[(next.getAndIncrement() & Integer.MAX_VALUE) % loops.length];
        task.attach(loop);
        loop.onStart(task);
    }

    /** A fiber that comes from another scheduler gets a carrier now. */
    @Override
    public void onContinue(Task task) {
        EventLoop loop = (EventLoop) task.attachment();
        if (loop == null) {
            onStart(task);
        } else {
            loop.onContinue(task);
        }
    }
}
