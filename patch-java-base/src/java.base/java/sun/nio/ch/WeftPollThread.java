package sun.nio.ch;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.weft.SystemThread;

/**
 * The daemon platform thread that waits in the kernel for all descriptors that fibers wait for; started when this class is
 * initialized, that is, by the first fiber that waits. Thread-safe.
 */
final class WeftPollThread implements Runnable {
    private static final int EVENTS = 512;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int EPFD = create();

    /** Waiters by descriptor number; replaced by a larger copy when need be. */
    private static volatile WeftWaiters[] waiters = new WeftWaiters[1024];

    static {
        SystemThread.make(new WeftPollThread(), "weft-poller").start();
    }

    private WeftPollThread() {}

    private static int create() {
        try {
            return EPoll.create();
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@code epoll_ctl}; returns 0 or the error number. */
    static int control(int operation, int fd, int events) {
        return EPoll.ctl(EPFD, operation, fd, events);
    }

    /** The waiters for a descriptor number, which is not negative. */
    static WeftWaiters waiters(int fd) {
        WeftWaiters[] known = waiters;
        WeftWaiters found = fd < known.length ? known[fd] : null;
        return found == null ? add(fd) : found;
    }

    /** Number of descriptors that are waited for: 0 when nothing has leaked and nobody waits. */
    static int waiting() {
        int count = 0;
        for (WeftWaiters each : waiters) {
            if (each != null && !each.isEmpty()) {
                count++;
            }
        }
        return count;
    }

    private static synchronized WeftWaiters add(int fd) {
        WeftWaiters[] known = waiters;
        if (fd >= known.length) {
            known = Arrays.copyOf(known, Math.max(fd + 1, known.length * 2));
        }
        if (known[fd] == null) {
            known[fd] = new WeftWaiters(fd);
        }
        waiters = known;
        return known[fd];
    }

    @Override
    public void run() {
        long events = EPoll.allocatePollArray(EVENTS);
        for (; ; ) {
            try {
                deliver(events, EPoll.wait(EPFD, events, EVENTS, -1));
            } catch (IOException | RuntimeException | Error e) {
                // nobody to tell; the other waiters must not be left waiting for ever because of it
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static void deliver(long events, int count) {
        for (int i = 0; i < count; i++) {
            long event = EPoll.getEvent(events, i);
            waiters(EPoll.getDescriptor(event)).occurred(EPoll.getEvents(event));
        }
    }
}
