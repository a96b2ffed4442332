package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.spi.AbstractSelectableChannel;

/**
 * A write in blocking mode returns when all is written (WritableByteChannel). On a platform thread the kernel sees to
 * that; a fiber's descriptor never blocks, and may take a part only: then more parts follow. What ends that, such as a
 * close, is told by the next call, as the kernel does ({@link WeftLateErrors}). Woven; called between the channel's
 * {@code beginWrite} and {@code endWrite}, so that who closes it knows that there is a writer.
 *
 * <p>A platform thread may have begun to write when a fiber, which reads the channel, changes the mode: so it asks
 * again after a part.
 */
final class WeftWrites {
    /** Bytes of buffers on the heap that are written at a time: all of them are copied for each try. */
    private static final int PIECE = 1 << 17;

    /** How often a write tries again that waits for a Unix domain socket. */
    private static final int LOOK_MILLIS = 100;

    private WeftWrites() {}

    /** In place of {@code IOUtil.write}. */
    static int write(
            FileDescriptor fd,
            ByteBuffer source,
            long position,
            NativeDispatcher dispatcher,
            AbstractSelectableChannel channel)
            throws IOException {
        WeftLateErrors.tellWriter(fd);
        int all = 0;
        int n = 0;
        try {
            do {
                n = takesParts(channel)
                        ? writePiece(fd, source, position, dispatcher)
                        : IOUtil.write(fd, source, position, dispatcher);
                all += Math.max(0, n);
            } while (source.hasRemaining() && hasTakenPart(fd, channel) && isToGoOn(n, all, fd, channel));
        } catch (IOException e) {
            if (all == 0) {
                throw told(e, n, fd, channel);
            }
            WeftLateErrors.keep(channel, fd, e);
            return all;
        }
        return all > 0 ? all : n;
    }

    /** The same for several buffers. */
    static long write(
            FileDescriptor fd,
            ByteBuffer[] sources,
            int offset,
            int length,
            NativeDispatcher dispatcher,
            AbstractSelectableChannel channel)
            throws IOException {
        WeftLateErrors.tellWriter(fd);
        int end = endOfCall(sources, offset, offset + length);
        int at = offset;
        long all = 0;
        long n = 0;
        try {
            do {
                int count = takesParts(channel) ? countOfPiece(sources, at, end) : end - at;
                n = count == 0 && at < end
                        ? writePiece(fd, sources[at], -1, dispatcher)
                        : IOUtil.write(fd, sources, at, count, dispatcher);
                all += Math.max(0, n);
                at = firstThatRemains(sources, at, end);
            } while (at < end && hasTakenPart(fd, channel) && isToGoOn(n, all, fd, channel));
        } catch (IOException e) {
            if (all == 0) {
                throw told(e, n, fd, channel);
            }
            WeftLateErrors.keep(channel, fd, e);
            return all;
        }
        return all > 0 ? all : n;
    }

    /**
     * The exception of a write that has taken nothing. If the last try found a Unix domain socket full, a kernel thread
     * would have waited there, and would be told the cause, such as a reset, rather than {@code Broken pipe}.
     */
    private static IOException told(IOException e, long lastTry, FileDescriptor fd, AbstractSelectableChannel channel)
            throws IOException {
        if (lastTry == IOStatus.UNAVAILABLE && WeftLateErrors.isUnixSocket(channel)) {
            WeftLateErrors.tell(fd);
        }
        return e;
    }

    /** Whether a write of a part is not the user's wish. */
    private static boolean takesParts(AbstractSelectableChannel channel) {
        return WeftFields.forced(channel) && channel.isBlocking();
    }

    /** The same after a part was written: who changes the descriptor's mode says so before it leaves the monitor. */
    private static boolean hasTakenPart(FileDescriptor fd, AbstractSelectableChannel channel) {
        if (takesParts(channel)) {
            return true;
        }
        synchronized (fd) {
            return takesParts(channel);
        }
    }

    /**
     * Whether to try again, after a wait perhaps. As long as nothing is written, the caller waits, except for a Unix
     * domain socket: only a try tells that the peer of a full one has shut down its input.
     */
    private static boolean isToGoOn(long n, long all, FileDescriptor fd, AbstractSelectableChannel channel)
            throws IOException {
        boolean isUnix = WeftLateErrors.isUnixSocket(channel);
        if (n > 0) {
            return (isUnix || !WeftLateErrors.isPending(fd)) && channel.isOpen();
        }
        if (all == 0 && !isUnix || !IOStatus.okayToRetry(n)) {
            return false;
        }
        boolean hasFailed = false;
        if (n == IOStatus.UNAVAILABLE) {
            hasFailed = (WeftWaits.poll(fd, Net.POLLOUT, isUnix ? LOOK_MILLIS : -1) & Net.POLLERR) != 0;
        }
        return (isUnix || !hasFailed) && channel.isOpen();
    }

    private static int writePiece(FileDescriptor fd, ByteBuffer source, long position, NativeDispatcher dispatcher)
            throws IOException {
        int end = source.limit();
        source.limit(end - (source.isDirect() ? 0 : Math.max(0, source.remaining() - PIECE)));
        try {
            return IOUtil.write(fd, source, position, dispatcher);
        } finally {
            source.limit(end);
        }
    }

    /** How many of the buffers can be written at a time; 0 if the first is too large. */
    private static int countOfPiece(ByteBuffer[] sources, int start, int end) {
        int left = PIECE;
        int at = start;
        while (at < end && (sources[at].isDirect() || sources[at].remaining() <= left)) {
            left -= sources[at].isDirect() ? 0 : sources[at].remaining();
            at++;
        }
        return at - start;
    }

    /** A call of the kernel takes so many buffers at most, of those that have something. */
    private static int endOfCall(ByteBuffer[] sources, int start, int end) {
        int at = start;
        for (int n = 0; at < end && n < IOUtil.IOV_MAX; at++) {
            n += sources[at].hasRemaining() ? 1 : 0;
        }
        return at;
    }

    private static int firstThatRemains(ByteBuffer[] sources, int start, int end) {
        int at = start;
        while (at < end && !sources[at].hasRemaining()) {
            at++;
        }
        return at;
    }

    /**
     * How many of so many bytes the stream of a channel's socket is to try to write: it copies all of them, and goes on
     * by itself.
     */
    static int atMost(int bytes, AbstractSelectableChannel channel) throws IOException {
        WeftLateErrors.tellWriter(((SocketChannelImpl) channel).getFD());
        return WeftFields.forced(channel) ? Math.min(bytes, PIECE) : bytes;
    }
}
