package dev.weft.agent;

import java.util.function.Function;

/**
 * Weaves on a thread of its own, where the stack of the one that loads the class does not suffice: {@code
 * java.lang.instrument} would drop the error, and load the class as it is.
 */
final class Elsewhere implements Runnable {
    private final Function<Object[], byte[]> work;
    private final Object[] input;
    private byte[] result;

    Elsewhere(Function<Object[], byte[]> work, Object[] input) {
        this.work = work;
        this.input = input;
    }

    /** The thread's death is waited for without {@code join}, which takes more of the stack. */
    byte[] result() {
        // those of the system's group are never fibers
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread thread = new Thread(group, this, "weft-weaver", 0, false);
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive()) {
            Thread.yield();
        }
        return result;
    }

    @Override
    public void run() {
        result = work.apply(input);
    }
}
