package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.weft.CarrierContext;

/**
 * The native methods themselves, for callers whose twins must not come back to {@link WeftPoller}. A method
 * {@code x$weft} is the twin of {@code x}, written by hand.
 */
final class WeftNatives {
    private WeftNatives() {}

    /** {@code Net.poll}, on the calling kernel thread. */
    static int poll(FileDescriptor fd, int event, long millis) throws IOException {
        return Net.poll(fd, event, millis);
    }

    /** The same in a fiber. */
    static int poll$weft(FileDescriptor fd, int event, long millis, CarrierContext context) throws IOException {
        return Net.poll(fd, event, millis);
    }

    /** {@code EPoll.wait} without waiting. */
    static int select(int epfd, long address, int count) throws IOException {
        return EPoll.wait(epfd, address, count, 0);
    }

    /** The same in a fiber. */
    static int select$weft(int epfd, long address, int count, CarrierContext context) throws IOException {
        return EPoll.wait(epfd, address, count, 0);
    }

    /** {@code FileDispatcherImpl.lock0}, on the calling kernel thread. */
    static int lock(FileDescriptor fd, boolean blocking, long start, long size, boolean shared) throws IOException {
        return FileDispatcherImpl.lock0(fd, blocking, start, size, shared);
    }

    /** The same in a fiber. */
    static int lock$weft(
            FileDescriptor fd, boolean blocking, long start, long size, boolean shared, CarrierContext context)
            throws IOException {
        return FileDispatcherImpl.lock0(fd, blocking, start, size, shared);
    }
}
