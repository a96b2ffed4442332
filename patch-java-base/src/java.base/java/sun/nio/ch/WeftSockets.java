package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.weft.Cont;
import java.weft.blocking.Waiting;

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

    /** No value that the native method returns. */
    private static final int QUEUE_IS_FULL = Integer.MIN_VALUE;

    private static final String EAGAIN_TEXT = "Resource temporarily unavailable";

    private static final long FIRST_WAIT_NANOS = 1_000_000;
    private static final long LAST_WAIT_NANOS = 16_000_000;

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

    /** The place of the calling thread in the threads that a closer signals, for waiting for a file lock. */
    static int enter(NativeThreadSet threads) {
        return threads.add();
    }

    /** In a fiber: the place is marked, as no native thread waits. */
    static int enter$weft(NativeThreadSet threads, Cont cont) {
        int place = threads.add();
        synchronized (threads) {
            WeftFields.elts(threads)[place] = FIBER;
        }
        return place;
    }

    /**
     * {@code UnixDomainSockets.connect} of a channel. When the server's queue is full, a non-blocking attempt fails without
     * being under way, and nothing tells when to try again: so a fiber tries, until the channel is closed. (The native
     * method tells that failure by its text only; where the C library speaks another language, the caller gets it.)
     */
    static int connect(FileDescriptor fd, SocketAddress address, AbstractSelectableChannel channel) throws IOException {
        boolean interrupted = false;
        int result = tryConnect(fd, address, channel);
        for (long wait = FIRST_WAIT_NANOS; result == QUEUE_IS_FULL; wait = Math.min(wait * 2, LAST_WAIT_NANOS)) {
            Waiting.await(wait);
            // whoever interrupts closes the channel
            interrupted |= Thread.interrupted();
            result = channel.isOpen() ? tryConnect(fd, address, channel) : IOStatus.INTERRUPTED;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    private static int tryConnect(FileDescriptor fd, SocketAddress address, AbstractSelectableChannel channel)
            throws IOException {
        try {
            return UnixDomainSockets.connect(fd, address);
        } catch (SocketException e) {
            if (EAGAIN_TEXT.equals(e.getMessage()) && WeftFields.forced(channel) && channel.isBlocking()) {
                return QUEUE_IS_FULL;
            }
            throw e;
        }
    }

    /** In place of {@code NativeThread.signal}: a fiber is woken through the poller. */
    static void signal(long thread) {
        if (thread != FIBER) {
            NativeThread.signal(thread);
        }
    }
}
