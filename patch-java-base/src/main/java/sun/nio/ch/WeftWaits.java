package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.weft.CarrierContext;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.PinnedCall;

/**
 * What the JDK's classes call in place of native methods that wait. A platform thread waits in the kernel. A fiber that
 * comes here in a plain copy is pinned: it waits as every pinned fiber does, so that the wait is counted and told, and
 * another carrier takes over at once. The twins of these methods are those of {@link WeftPoller} and
 * {@link WeftFiles}.
 */
final class WeftWaits {
    /** How long a carrier waits in the kernel, where there is neither memory nor stack for more; callers try again. */
    private static final long SHORT_MILLIS = 10;

    /** What {@code FileDispatcher.lock} returns. */
    private static final int NO_LOCK = -1;

    private WeftWaits() {}

    /** In place of {@code Net.poll}. */
    static int poll(FileDescriptor fd, int event, long millis) throws IOException {
        if (!CarrierContext.isInFiber()) {
            return Net.poll(fd, event, millis);
        }
        try {
            return WeftPoller.poll(fd, event, millis);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return pollShortly(fd, event, millis);
        }
    }

    /** The same, for what an interrupt of a virtual thread ends: see {@link WeftSockets#await}. */
    static int pollForVirtual(FileDescriptor fd, int event, long millis) throws IOException {
        if (!CarrierContext.isInFiber()) {
            return Net.poll(fd, event, millis);
        }
        try {
            return WeftPoller.pollForVirtual(fd, event, millis);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return pollShortly(fd, event, millis);
        }
    }

    private static int pollShortly(FileDescriptor fd, int event, long millis) throws IOException {
        return Net.poll(fd, event, millis < 0 ? SHORT_MILLIS : Math.min(millis, SHORT_MILLIS));
    }

    /** In place of {@code EPoll.wait}. */
    static int select(int epfd, long address, int count, int timeout) throws IOException {
        if (!CarrierContext.isInFiber()) {
            return EPoll.wait(epfd, address, count, timeout);
        }
        try {
            return WeftPoller.select(epfd, address, count, timeout);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // a selector may find nothing for no reason
            return EPoll.wait(epfd, address, count, timeout < 0 ? (int) SHORT_MILLIS : timeout);
        }
    }

    /**
     * In place of the native {@code FileDispatcherImpl.lock0}. Who closes the channel signals the carrier, on which a
     * pinned fiber waits as a platform thread does.
     */
    static int lock(FileDescriptor fd, boolean blocking, long start, long size, boolean shared) throws IOException {
        Fiber fiber = blocking ? Fibers.of(Thread.currentThread()) : null;
        if (fiber == null) {
            return WeftNatives.lock(fd, blocking, start, size, shared);
        }
        int result = WeftNatives.lock(fd, false, start, size, shared);
        if (result != NO_LOCK) {
            return result;
        }
        return new Locking(fd, start, size, shared).run(fiber);
    }

    /** A wait for a file lock. */
    private static final class Locking extends PinnedCall {
        private final FileDescriptor fd;
        private final long start;
        private final long size;
        private final boolean shared;
        private int result;
        private IOException failure;

        Locking(FileDescriptor fd, long start, long size, boolean shared) {
            this.fd = fd;
            this.start = start;
            this.size = size;
            this.shared = shared;
        }

        int run(Fiber fiber) throws IOException {
            blockCarrierOf(fiber);
            if (failure != null) {
                throw failure;
            }
            return result;
        }

        @Override
        protected void call() {
            try {
                result = WeftNatives.lock(fd, true, start, size, shared);
            } catch (IOException e) {
                failure = e;
            }
        }
    }
}
