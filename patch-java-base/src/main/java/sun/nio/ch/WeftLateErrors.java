package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.spi.AbstractSelectableChannel;
import sun.net.ConnectionResetException;

/**
 * Errors of a connection that the program is told by its next call. The kernel tells an error, such as a reset, once.
 * A write that blocks its thread, and has written a part, returns the part, and leaves the error of a TCP connection to
 * the next call; so does a connect, once it is connected. A fiber's write goes on in parts, and its connect asks for
 * the result after a wait: an error that comes just then is kept here. Thread-safe.
 */
final class WeftLateErrors {
    /** Of {@code ECONNRESET}; where the C library speaks another language, a reader is told in its words. */
    private static final String RESET = "Connection reset by peer";

    /** Of {@code EPIPE}, by which a peer that has closed its connection before it resets it is told. */
    private static final String BROKEN = "Broken pipe";

    private WeftLateErrors() {}

    /** Whether the kernel has an error to tell; it keeps it. */
    static boolean isPending(FileDescriptor fd) throws IOException {
        return (Net.poll(fd, Net.POLLOUT, 0) & Net.POLLERR) != 0;
    }

    /**
     * Whether the connection was made, in place of {@code Net.pollConnectNow} where the JDK's connect blocks. If it has
     * been reset since, it was made; only a text of the C library tells that, in English.
     */
    static boolean hasConnected(FileDescriptor fd) throws IOException {
        try {
            return Net.pollConnectNow(fd);
        } catch (SocketException e) {
            if (RESET.equals(e.getMessage())) {
                keep(fd, new IOException(RESET));
            } else if (!BROKEN.equals(e.getMessage())) {
                throw e;
            }
            return true;
        }
    }

    /**
     * The kernel has told a call that is to return how much was done. A pipe's errors are told again and again; that of
     * a Unix domain socket the kernel drops in such a call.
     */
    static void keep(AbstractSelectableChannel channel, FileDescriptor fd, IOException error) {
        if (isUnixSocket(channel)) {
            drop(fd);
        } else if (channel instanceof SocketChannelImpl) {
            keep(fd, error);
        }
    }

    private static void keep(FileDescriptor fd, IOException error) {
        synchronized (fd) {
            WeftFields.untold(fd, error);
        }
    }

    /** Throws the kernel's error, if it has one, which it forgets. */
    static void tell(FileDescriptor fd) throws IOException {
        try {
            Net.pollConnectNow(fd);
        } catch (SocketException e) {
            throw new IOException(e.getMessage());
        }
    }

    /** Has the kernel forget its error. */
    static void drop(FileDescriptor fd) {
        try {
            tell(fd);
        } catch (IOException e) {
            // that was it
        }
    }

    static boolean isUnixSocket(AbstractSelectableChannel channel) {
        return channel instanceof SocketChannelImpl && ((SocketChannelImpl) channel).isUnixSocket();
    }

    /** Throws what is kept, if anything is, to a call that is about to write. */
    static void tellWriter(FileDescriptor fd) throws IOException {
        if (WeftFields.untold(fd) != null) {
            IOException error = take(fd);
            if (error != null) {
                throw error;
            }
        }
    }

    /**
     * The same for a call that is about to read: the native one tells a reset by an exception of its own, after what
     * came before it.
     */
    static void tellReader(FileDescriptor fd) throws IOException {
        if (WeftFields.untold(fd) != null && Net.available(fd) == 0) {
            IOException error = take(fd);
            if (error != null) {
                throw RESET.equals(error.getMessage()) ? new ConnectionResetException(RESET) : error;
            }
        }
    }

    private static IOException take(FileDescriptor fd) {
        synchronized (fd) {
            IOException error = WeftFields.untold(fd);
            WeftFields.untold(fd, null);
            return error;
        }
    }
}
