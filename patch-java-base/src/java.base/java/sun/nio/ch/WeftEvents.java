package sun.nio.ch;

import java.io.IOException;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.scheduler.Events;

/**
 * The kernel's events of all descriptors that fibers wait for: one epoll instance, and the waiters by descriptor number. Made
 * when this class is initialized, that is, by the first fiber that waits. Thread-safe.
 */
final class WeftEvents implements Events.Source {
    /** Most events that are taken at a time. */
    private static final int EVENTS = 256;

    private static final int EPFD;

    /** A pipe: what is written there ends a wait. */
    private static final int WAKE_IN;

    private static final int WAKE_OUT;

    private static final SpinLock TABLE = new SpinLock();

    /** Held by who looks without waiting; the others need not, then. */
    private static final SpinLock LOOK = new SpinLock();

    private static final long LOOKED_AT = EPoll.allocatePollArray(EVENTS);

    private static final long FOUND_AT = EPoll.allocatePollArray(EVENTS);

    private static final long PAUSE_NANOS = 1_000_000;

    /** Waiters by descriptor number; replaced by a larger copy when need be. */
    private static volatile WeftWaiters[] waiters = new WeftWaiters[1024];

    /** What the last {@link #await} has found; of the one thread that waits. */
    private int found;

    static {
        try {
            EPFD = EPoll.create();
            long pipe = IOUtil.makePipe(false);
            WAKE_IN = (int) (pipe >>> 32);
            WAKE_OUT = (int) pipe;
            int error = EPoll.ctl(EPFD, EPoll.EPOLL_CTL_ADD, WAKE_IN, Net.POLLIN);
            if (error != 0) {
                throw new IOException("epoll_ctl: error " + error);
            }
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
        WeftPollThread.start(new WeftEvents());
    }

    private WeftEvents() {}

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

    @ReservedStackAccess
    private static WeftWaiters add(int fd) {
        TABLE.lock();
        try {
            WeftWaiters[] known = waiters;
            if (fd >= known.length) {
                known = Arrays.copyOf(known, Math.max(fd + 1, known.length * 2));
            }
            if (known[fd] == null) {
                known[fd] = new WeftWaiters(fd);
            }
            waiters = known;
            return known[fd];
        } finally {
            TABLE.unlock();
        }
    }

    @Override
    public void look() {
        if (LOOK.tryLock()) {
            try {
                take(LOOKED_AT, EPoll.wait(EPFD, LOOKED_AT, EVENTS, 0));
            } catch (IOException e) {
                // who waits gets it too, and tries again
            } finally {
                LOOK.unlock();
            }
        }
    }

    @Override
    public boolean await() {
        try {
            found = EPoll.wait(EPFD, FOUND_AT, EVENTS, -1);
            if (found != 1 || EPoll.getDescriptor(EPoll.getEvent(FOUND_AT, 0)) != WAKE_IN) {
                return found > 0;
            }
            IOUtil.drain(WAKE_IN);
        } catch (IOException e) {
            // nobody to tell; those who wait must not be left waiting for ever because of it
            Unsafe.getUnsafe().park(false, PAUSE_NANOS);
        }
        found = 0;
        return false;
    }

    @Override
    public void take() {
        take(FOUND_AT, found);
    }

    @Override
    public void wake() {
        try {
            IOUtil.write1(WAKE_OUT, (byte) 0);
        } catch (IOException e) {
            // the pipe is full: it wakes
        }
    }

    private static void take(long events, int count) {
        for (int i = 0; i < count; i++) {
            long event = EPoll.getEvent(events, i);
            int fd = EPoll.getDescriptor(event);
            if (fd != WAKE_IN) {
                waiters(fd).occurred(EPoll.getEvents(event));
            }
        }
    }
}
