package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicReference;

/** A thread for one task, which is a fiber where threads are. */
final class OwnThread {
    private OwnThread() {}

    /** What may throw anything. */
    interface Task {
        /** Does it. */
        void run() throws Throwable;
    }

    /** Runs a task in such a thread, waits for it, and throws what it has thrown. */
    static void run(Task task) throws Throwable {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        thread.start();
        thread.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }
}
