package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.weft.Cont;

/**
 * What the begin methods of sockets and channels call in place of {@code NativeThread.current()}, with the state lock held
 * and the descriptor known to be open.
 *
 * <p>A fiber must not block in the operation itself. So its descriptor is made non-blocking here, and stays so; the mode
 * that the user has set is kept in the channel's own fields. A platform thread that meets such a descriptor finds the
 * operation unavailable and waits in {@code Net.poll}, as it does for a timed operation.
 *
 * <p>A method {@code x$weft} is the twin of {@code x}, written by hand.
 */
final class WeftSockets {
    /** Stands for the native thread of an operation that a fiber has begun: there is none to be signalled. */
    static final long FIBER = -1;

    private WeftSockets() {}

    /** The native thread that a closer of the socket is to signal. */
    static long enter(NioSocketImpl socket, FileDescriptor fd) throws IOException {
        return NativeThread.current();
    }

    /** In a fiber: prepares the descriptor. */
    static long enter$weft(NioSocketImpl socket, FileDescriptor fd, Cont cont) throws IOException {
        if (!WeftFields.nonBlocking(socket)) {
            IOUtil.configureBlocking(fd, false);
            WeftFields.nonBlocking(socket, true);
        }
        return FIBER;
    }

    /** The native thread that a closer of the channel is to signal; called for channels in blocking mode only. */
    static long enter(AbstractSelectableChannel channel, FileDescriptor fd) throws IOException {
        return NativeThread.current();
    }

    /** In a fiber: prepares the descriptor. */
    static long enter$weft(AbstractSelectableChannel channel, FileDescriptor fd, Cont cont) throws IOException {
        if (!WeftFields.forced(channel)) {
            IOUtil.configureBlocking(fd, false);
            WeftFields.forced(channel, true);
        }
        return FIBER;
    }

    /** Changes the mode of a channel's descriptor, unless a fiber has made it non-blocking for good. */
    static void configureBlocking(FileDescriptor fd, boolean block, AbstractSelectableChannel channel)
            throws IOException {
        if (!WeftFields.forced(channel)) {
            IOUtil.configureBlocking(fd, block);
        }
    }

    /** In place of {@code NativeThread.signal}: a fiber is woken through the poller. */
    static void signal(long thread) {
        if (thread != FIBER) {
            NativeThread.signal(thread);
        }
    }
}
