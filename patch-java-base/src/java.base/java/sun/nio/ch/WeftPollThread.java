package sun.nio.ch;

import jdk.internal.weft.SystemThread;
import jdk.internal.weft.scheduler.Events;

/** The daemon platform thread that waits for the events of {@link WeftEvents} when no carrier looks for them. */
final class WeftPollThread implements Runnable {
    private WeftPollThread() {}

    static void start(WeftEvents events) {
        Thread thread = SystemThread.make(new WeftPollThread(), "weft-poller");
        Events.come(events, thread);
        thread.start();
    }

    @Override
    public void run() {
        for (; ; ) {
            try {
                Events.watch();
            } catch (OutOfMemoryError e) {
                // whoever it was to wake is told again of what it waits for, or has been woken
                Thread.onSpinWait();
            }
        }
    }
}
