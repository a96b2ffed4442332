package dev.weft.agent;

import java.util.function.Supplier;

/**
 * Weaves on a thread of its own, where the stack of the one that loads the class does not suffice: {@code
 * java.lang.instrument} would drop the error, and load the class as it is.
 */
final class FreshStackThread extends Thread {
    private final Supplier<byte[]> work;
    private byte[] result;
    private RuntimeException exception;
    private Error error;

    private FreshStackThread(ThreadGroup group, Supplier<byte[]> work) {
        super(group, null, "weft-weaver", 0, false);
        this.work = work;
    }

    /**
     * What the work gives on another thread, whose death is waited for without {@code join}, which takes more of the
     * stack.
     *
     * @throws StackOverflowError if this is another thread already
     */
    static byte[] result(Supplier<byte[]> work, StackOverflowError overflow) {
        if (Thread.currentThread() instanceof FreshStackThread) {
            throw overflow;
        }
        // those of the system's group are never fibers
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        FreshStackThread thread = new FreshStackThread(group, work);
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive()) {
            Thread.yield();
        }
        if (thread.exception != null) {
            throw thread.exception;
        }
        if (thread.error != null) {
            throw thread.error;
        }
        return thread.result;
    }

    @Override
    public void run() {
        try {
            result = work.get();
        } catch (RuntimeException e) {
            exception = e;
        } catch (Error e) {
            error = e;
        }
    }
}
