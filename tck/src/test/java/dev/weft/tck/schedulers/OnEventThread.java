package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A scheduler for {@code weft.scheduler}, as of a user interface: one thread that takes events from a queue. */
public final class OnEventThread implements FiberScheduler {
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

    /** With a thread of its own. */
    public OnEventThread() {
        Thread thread = new Thread(this::dispatch, "events");
        thread.setDaemon(true);
        thread.start();
    }

    private void dispatch() {
        try {
            for (; ; ) {
                events.take().run();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void onStart(Task task) {
        events.add(task);
    }

    @Override
    public void onContinue(Task task) {
        events.add(task);
    }
}
