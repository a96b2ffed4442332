package sun.nio.ch;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.scheduler.Poller;

/** The daemon platform thread that waits for the events of {@link WeftEpoll} when no carrier looks for them. */
final class WeftPollThread implements Runnable {
    private static final long PAUSE_NANOS = 1_000_000;

    private final Poller poller;

    private WeftPollThread(Poller poller) {
        this.poller = poller;
    }

    static void start(WeftEpoll events) {
        Poller poller = Carriers.poller();
        Thread thread = SystemThread.make(new WeftPollThread(poller), "weft-poller");
        poller.come(events, thread);
        thread.start();
    }

    @Override
    public void run() {
        for (; ; ) {
            try {
                poller.watch();
            } catch (RuntimeException | Error e) {
                // nobody to tell; those who wait must not be left waiting for ever because of it
                Unsafe.getUnsafe().park(false, PAUSE_NANOS);
            }
        }
    }
}
