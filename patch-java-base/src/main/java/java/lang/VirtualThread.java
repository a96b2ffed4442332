package java.lang;

import java.util.Locale;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.thread.ThreadStart;

/**
 * A thread made by the API of JEP 444. It is a fiber; where there can be none ({@code weft.threads=none}), a platform
 * thread with the same behaviour.
 */
final class VirtualThread extends BaseVirtualThread {
    /** What is left to run; taken by the thread itself. */
    private Runnable task;

    /** A thread that is not started. */
    VirtualThread(String name, int characteristics, Runnable task) {
        super(name, characteristics);
        this.task = task;
    }

    /** Runs the task, when the thread itself calls this for the first time; else does nothing. */
    @Override
    public void run() {
        Runnable mine = task;
        if (Thread.currentThread() == this && mine != null) {
            task = null;
            mine.run();
        }
    }

    /** Not through the thread group, to which virtual threads belong in name only. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a compare-and-set decides who has started it
    public void start() {
        ThreadStart.startVirtual(this);
    }

    @Override
    public String toString() {
        String name = getName();
        StringBuilder text = new StringBuilder("VirtualThread[#").append(threadId());
        if (!name.isEmpty()) {
            text.append(',').append(name);
        }
        State state = getState();
        text.append("]/").append(state.toString().toLowerCase(Locale.ROOT));
        // it leaves its carrier a moment after it has ended
        Thread carrier = state == State.TERMINATED ? null : Fibers.carrier(this);
        if (carrier != null) {
            text.append('@').append(carrier.getName());
        }
        return text.toString();
    }
}
