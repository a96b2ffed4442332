package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.WritableByteChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.weft.CarrierContext;
import jdk.internal.weft.scheduler.FileCalls;

/**
 * {@code FileChannel.transferTo} a socket or pipe that is full, or takes a part only, as woven code. The kernel would
 * wait in {@code sendfile}, and keep the carrier. Where the descriptor does not block, since a fiber has been there, a
 * channel in blocking mode would say that it has taken nothing, or a part, while the kernel goes on until all is done.
 * A method {@code x$weft} is the twin of {@code x}, written by hand.
 */
final class WeftTransfers {
    /** Nobody tells a thread that waits for the target that its file is closed: it looks itself. */
    private static final int LOOK_MILLIS = 100;

    private WeftTransfers() {}

    /**
     * In place of the native {@code FileChannelImpl.transferTo0}.
     *
     * @return its result; {@code INTERRUPTED} also after a wait: the caller then looks whether the file is still open,
     *     and calls again
     * @throws AsynchronousCloseException if the target was closed meanwhile: its descriptor's number may be another's
     */
    static long transfer(
            FileChannelImpl file,
            FileDescriptor source,
            long position,
            long count,
            FileDescriptor target,
            WritableByteChannel to)
            throws IOException {
        AbstractSelectableChannel channel = to instanceof AbstractSelectableChannel && to instanceof SelChImpl
                ? (AbstractSelectableChannel) to
                : null;
        if (channel != null) {
            prepare(channel, target);
        }
        long done = send(file, source, position, count, target);
        if (channel == null || !channel.isBlocking()) {
            return done;
        }
        if (done == IOStatus.UNAVAILABLE) {
            WeftWaits.poll(target, Net.POLLOUT, LOOK_MILLIS);
            if (!channel.isOpen()) {
                throw new AsynchronousCloseException();
            }
            return IOStatus.INTERRUPTED;
        }
        // of what goes to a pipe the kernel takes no more than the pipe does
        return done > 0 && channel instanceof SocketChannelImpl
                ? done + rest(file, source, position + done, count - done, target, channel)
                : done;
    }

    private static long send(
            FileChannelImpl file, FileDescriptor source, long position, long count, FileDescriptor target)
            throws IOException {
        FileCalls.begin(FileCalls.READS);
        long done = WeftFields.transferTo0(file, source, position, count, target);
        FileCalls.end();
        return done;
    }

    /**
     * The target has taken a part: goes on until it has all, as the kernel does, unless something ends that, which the
     * next call tells.
     */
    private static long rest(
            FileChannelImpl file,
            FileDescriptor source,
            long position,
            long count,
            FileDescriptor target,
            AbstractSelectableChannel channel) {
        long all = 0;
        try {
            while (all < count && file.isOpen() && channel.isOpen()) {
                long done = send(file, source, position + all, count - all, target);
                if (done > 0) {
                    all += done;
                } else if (done == IOStatus.UNAVAILABLE) {
                    WeftWaits.poll(target, Net.POLLOUT, LOOK_MILLIS);
                } else if (done != IOStatus.INTERRUPTED) {
                    break;
                }
            }
        } catch (IOException e) {
            return all;
        }
        return all;
    }

    /** A platform thread waits in the kernel, unless a fiber has been there before. */
    static void prepare(AbstractSelectableChannel channel, FileDescriptor fd) throws IOException {
        if (CarrierContext.isInFiber()) {
            prepareForFiber(channel, fd);
        }
    }

    /** In a fiber: the call must not block. */
    static void prepare$weft(AbstractSelectableChannel channel, FileDescriptor fd, CarrierContext context)
            throws IOException {
        prepareForFiber(channel, fd);
    }

    private static void prepareForFiber(AbstractSelectableChannel channel, FileDescriptor fd) throws IOException {
        if (channel.isBlocking()) {
            WeftSockets.prepare(channel, fd);
        }
    }
}
