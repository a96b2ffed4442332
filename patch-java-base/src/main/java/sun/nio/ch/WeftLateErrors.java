package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.spi.AbstractSelectableChannel;
import sun.net.ConnectionResetException;

/**
 * Errors of a connection that the program is told by its next call. The kernel tells an error, such as a reset, once.
 * A write that blocks its thread, and has written a part, returns the part, and leaves the error to the next call. A
 * fiber's write goes on in parts: it looks for an error before each of them, and if one comes just then, it is kept
 * here. Thread-safe.
 */
final class WeftLateErrors {
    /** Of {@code ECONNRESET}; where the C library speaks another language, a reader is told in its words. */
    private static final String RESET = "Connection reset by peer";

    private WeftLateErrors() {}

    /** Whether the kernel has an error to tell; it keeps it. */
    static boolean isPending(FileDescriptor fd) throws IOException {
        return (Net.poll(fd, Net.POLLOUT, 0) & Net.POLLERR) != 0;
    }

    /** The kernel has told a call that is to return how much was done. A pipe's errors are told again and again. */
    static void keep(AbstractSelectableChannel channel, IOException error) {
        if (channel instanceof SocketChannelImpl) {
            synchronized (((SocketChannelImpl) channel).getFD()) {
                WeftFields.untold(channel, error);
            }
        }
    }

    /** Throws what is kept, if anything is, to a call that is about to write. */
    static void tellWriter(AbstractSelectableChannel channel) throws IOException {
        if (WeftFields.untold(channel) != null) {
            IOException error = take((SocketChannelImpl) channel);
            if (error != null) {
                throw error;
            }
        }
    }

    /** The same for a call that is about to read: the native one tells a reset by an exception of its own. */
    static void tellReader(AbstractSelectableChannel channel) throws IOException {
        if (WeftFields.untold(channel) != null) {
            IOException error = take((SocketChannelImpl) channel);
            if (error != null) {
                throw RESET.equals(error.getMessage()) ? new ConnectionResetException(RESET) : error;
            }
        }
    }

    private static IOException take(SocketChannelImpl channel) {
        synchronized (channel.getFD()) {
            IOException error = WeftFields.untold(channel);
            WeftFields.untold(channel, null);
            return error;
        }
    }
}
