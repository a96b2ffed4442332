package sun.nio.ch;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.scheduler.Poller;

/** The daemon platform thread that waits for the events of {@link WeftEpoll} when no carrier looks for them. */
final class WeftPollThread implements Runnable {
    private static final long PAUSE_NANOS = 1_000_000;

    private final Poller poller;
    private final WeftEpoll events;

    private WeftPollThread(Poller poller, WeftEpoll events) {
        this.poller = poller;
        this.events = events;
    }

    /**
     * Starts it.
     *
     * @throws OutOfMemoryError if there can be no thread; then nobody knows of the events, which may be closed
     */
    static void start(WeftEpoll events) {
        SystemThread.make(new WeftPollThread(Carriers.poller(), events), "weft-poller")
                .start();
    }

    @Override
    public void run() {
        poller.come(events, Thread.currentThread());
        for (; ; ) {
            try {
                poller.watch();
            } catch (Throwable t) {
                // those who wait must not be left waiting for ever because of it
                SystemThread.goesOn(t);
                Unsafe.getUnsafe().park(false, PAUSE_NANOS);
            }
        }
    }
}
