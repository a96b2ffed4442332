package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.WritableByteChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.weft.CarrierContext;
import jdk.internal.access.SharedSecrets;
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
     * @return its result; {@code INTERRUPTED} also if the file was closed during a wait, or no descriptor is left: the
     *     caller looks whether the file is open, and calls again
     * @throws AsynchronousCloseException if the target was
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
            WeftLateErrors.tellWriter(target);
        }
        long done = send(file, source, position, count, target);
        if (channel == null || !channel.isBlocking() || !isToGoOn(done, count, channel)) {
            return done;
        }
        long before = Math.max(0, done);
        FileDescriptor own = copy(target);
        if (own == null) {
            return before > 0 ? before : lookAgain(file, target, channel);
        }
        try {
            // who closes says so before the number is free: what is open still was so when it was copied
            return before + rest(file, source, position + before, count - before, own, channel, before > 0);
        } finally {
            SharedSecrets.getJavaIOFileDescriptorAccess().close(own);
        }
    }

    /** Nothing is done yet, or a part; of what goes to a pipe the kernel takes no more than the pipe does. */
    private static boolean isToGoOn(long done, long count, AbstractSelectableChannel channel) {
        return done == IOStatus.UNAVAILABLE || done > 0 && done < count && channel instanceof SocketChannelImpl;
    }

    /** Null if no number is left, or the target is closed. */
    private static FileDescriptor copy(FileDescriptor target) {
        try {
            return IOUtil.newFD(WeftFields.dup(null, WeftFields.fd(target)));
        } catch (IOException e) {
            return null;
        }
    }

    /** Waits without a copy, for a short time; the caller then tries again. */
    private static long lookAgain(FileChannelImpl file, FileDescriptor target, AbstractSelectableChannel channel)
            throws IOException {
        WeftWaits.poll(target, Net.POLLOUT, LOOK_MILLIS);
        return channel.isOpen() ? IOStatus.INTERRUPTED : ended(0, false, file);
    }

    /** Where the target is a FIFO, the kernel waits: the place that a fiber has among the threads names none. */
    private static long send(
            FileChannelImpl file, FileDescriptor source, long position, long count, FileDescriptor target)
            throws IOException {
        NativeThreadSet threads = WeftFields.threads(file);
        int place = threads.add();
        try {
            FileCalls.begin(FileCalls.READS);
            long done = WeftFields.transferTo0(file, source, position, count, target);
            FileCalls.end();
            return done;
        } finally {
            threads.remove(place);
        }
    }

    /**
     * Goes on until the target has taken all, as the kernel does, unless something ends that: if a part was done, the
     * kernel's call drops the error. The target is a copy of the channel's descriptor, as a kernel thread in {@code
     * sendfile} keeps the file open: the number of a channel that is closed meanwhile may soon be another's.
     */
    private static long rest(
            FileChannelImpl file,
            FileDescriptor source,
            long position,
            long count,
            FileDescriptor target,
            AbstractSelectableChannel channel,
            boolean isPart)
            throws IOException {
        long all = 0;
        while (all < count) {
            if (!file.isOpen() || !channel.isOpen()) {
                return ended(all, isPart, file);
            }
            long done;
            try {
                done = send(file, source, position + all, count - all, target);
            } catch (IOException e) {
                if (all == 0 && !isPart) {
                    throw e;
                }
                WeftLateErrors.drop(target);
                return all;
            }
            if (done == IOStatus.UNAVAILABLE) {
                WeftWaits.poll(target, Net.POLLOUT, LOOK_MILLIS);
            } else if (done > 0) {
                all += done;
                if (!(channel instanceof SocketChannelImpl)) {
                    return all;
                }
            } else if (done != IOStatus.INTERRUPTED) {
                return all > 0 || isPart ? all : done;
            }
        }
        return all;
    }

    private static long ended(long all, boolean isPart, FileChannelImpl file) throws IOException {
        if (all > 0 || isPart) {
            return all;
        }
        if (file.isOpen()) {
            throw new AsynchronousCloseException();
        }
        // the caller looks whether the file is open
        return IOStatus.INTERRUPTED;
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
