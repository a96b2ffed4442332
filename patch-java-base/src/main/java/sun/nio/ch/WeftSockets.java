package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.WeftInterrupts;
import java.nio.ByteBuffer;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.weft.CarrierContext;
import java.weft.blocking.Waiting;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.VirtualRules;

/**
 * What the begin methods of sockets and channels call in place of {@code NativeThread.current()}, with the state lock
 * held and the descriptor known to be open.
 *
 * <p>A fiber must not block in the operation itself. So its descriptor is made non-blocking here, and stays so; the
 * mode that the user has set is kept in the channel's own fields. A platform thread that meets such a descriptor finds
 * the operation unavailable and waits in {@code Net.poll}, as it does for a timed operation. A pinned fiber, which
 * comes here in a plain copy, does what others do, and blocks its carrier where they are parked: {@link WeftWaits}.
 *
 * <p>A method {@code x$weft} is the twin of {@code x}, written by hand.
 */
final class WeftSockets {
    /** Stands for the native thread of an operation that a fiber has begun: there is none to be signalled. */
    static final long FIBER = -1;

    /**
     * Stands for the same of a channel that a selector still has registered, where the channel is closed: the selector
     * closes the descriptor when it selects next.
     */
    static final long REGISTERED = -2;

    /** No value that the native method returns. */
    private static final int QUEUE_IS_FULL = Integer.MIN_VALUE;

    private static final String EAGAIN_TEXT = "Resource temporarily unavailable";

    private static final long FIRST_WAIT_NANOS = 1_000_000;
    private static final long LAST_WAIT_NANOS = 16_000_000;

    private static final int NANOS_PER_MILLI = 1_000_000;

    private WeftSockets() {}

    /**
     * In place of {@code Net.poll}, for what is not interruptible but by JEP 444: a virtual thread whose interrupt
     * status is set does not go on waiting. Who has called {@link java.net.WeftInterrupts} closes the socket then.
     *
     * @throws SocketException if that is so
     */
    static int await(FileDescriptor fd, int event, long millis) throws IOException {
        int events = WeftWaits.pollForVirtual(fd, event, millis);
        Thread thread = Thread.currentThread();
        if (VirtualRules.isMadeByApi(thread) && thread.isInterrupted()) {
            throw new SocketException(WeftInterrupts.MESSAGE);
        }
        return events;
    }

    /** In place of {@code park}, where the channel of a {@code DatagramSocket} receives. */
    static void park(DatagramChannelImpl channel, int event) throws IOException {
        if (WeftFields.interruptible(channel)) {
            channel.park(event);
        } else {
            await(channel.getFD(), event, -1);
        }
    }

    /** The same for so many nanoseconds at most. */
    static void park(DatagramChannelImpl channel, int event, long nanos) throws IOException {
        if (WeftFields.interruptible(channel)) {
            channel.park(event, nanos);
        } else {
            await(channel.getFD(), event, nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI > 0 ? 1 : 0));
        }
    }

    /**
     * In place of {@code blockingReceive}, for a {@code DatagramSocket}; closes it as {@link java.net.WeftInterrupts}
     * does.
     */
    static SocketAddress receive(
            DatagramChannelImpl channel, ByteBuffer target, long nanos, DatagramSocketAdaptor socket)
            throws IOException {
        try {
            return channel.blockingReceive(target, nanos);
        } catch (SocketException e) {
            if (WeftInterrupts.isOne(e)) {
                socket.close();
            }
            throw e;
        }
    }

    /** The native thread that a closer of the socket is to signal; a pinned fiber does what a twin does. */
    static long enter(NioSocketImpl socket, FileDescriptor fd) throws IOException {
        return CarrierContext.isInFiber() ? prepare(socket, fd) : NativeThread.current();
    }

    /** In a fiber: prepares the descriptor. */
    static long enter$weft(NioSocketImpl socket, FileDescriptor fd, CarrierContext context) throws IOException {
        return prepare(socket, fd);
    }

    private static long prepare(NioSocketImpl socket, FileDescriptor fd) throws IOException {
        if (!WeftFields.nonBlocking(socket)) {
            IOUtil.configureBlocking(fd, false);
            WeftFields.nonBlocking(socket, true);
        }
        return FIBER;
    }

    /**
     * The native thread that a closer of the channel is to signal; called for channels in blocking mode only. A pinned
     * fiber does what a twin does.
     */
    static long enter(AbstractSelectableChannel channel, FileDescriptor fd) throws IOException {
        return CarrierContext.isInFiber() ? prepare(channel, fd) : NativeThread.current();
    }

    /** In a fiber: prepares the descriptor. */
    static long enter$weft(AbstractSelectableChannel channel, FileDescriptor fd, CarrierContext context)
            throws IOException {
        return prepare(channel, fd);
    }

    /**
     * Makes the descriptor non-blocking for good. The descriptor's own monitor keeps out who changes the mode: a file's
     * channel that transfers to this one has no state lock, and must not wait for {@code blockingLock}, which the
     * streams of {@code Channels} hold while they wait for input.
     */
    static long prepare(AbstractSelectableChannel channel, FileDescriptor fd) throws IOException {
        if (!WeftFields.forced(channel)) {
            synchronized (fd) {
                if (!WeftFields.forced(channel)) {
                    IOUtil.configureBlocking(fd, false);
                    WeftFields.forced(channel, true);
                }
            }
        }
        return FIBER;
    }

    /** Changes the mode of a channel's descriptor, unless a fiber has made it non-blocking for good. */
    static void configureBlocking(FileDescriptor fd, boolean block, AbstractSelectableChannel channel)
            throws IOException {
        synchronized (fd) {
            if (!WeftFields.forced(channel)) {
                IOUtil.configureBlocking(fd, block);
            }
        }
    }

    /** The place of the calling thread in the threads that a closer signals, for waiting for a file lock. */
    static int enter(NativeThreadSet threads) {
        return threads.add();
    }

    /** In a fiber: the place is marked, as no native thread waits. */
    static int enter$weft(NativeThreadSet threads, CarrierContext context) {
        int place = threads.add();
        synchronized (threads) {
            WeftFields.elts(threads)[place] = FIBER;
        }
        return place;
    }

    /**
     * {@code UnixDomainSockets.connect} of a channel. When the server's queue is full, a non-blocking attempt fails
     * without being under way, and nothing tells when to try again: so a fiber tries, until the channel is closed. (The
     * native method tells that failure by its text only; where the C library speaks another language, the caller gets
     * it.)
     */
    static int connect(FileDescriptor fd, SocketAddress address, AbstractSelectableChannel channel) throws IOException {
        boolean interrupted = false;
        try {
            int result = tryConnect(fd, address, channel);
            boolean isAgain = false;
            for (long wait = FIRST_WAIT_NANOS; result == QUEUE_IS_FULL; wait = Math.min(wait * 2, LAST_WAIT_NANOS)) {
                // whoever interrupts closes the channel
                interrupted |= Waiting.takeInterrupt();
                Waiting.awaitInput(wait, isAgain);
                isAgain = true;
                result = channel.isOpen() ? tryConnect(fd, address, channel) : IOStatus.INTERRUPTED;
            }
            return result;
        } finally {
            if (interrupted) {
                JdkAccess.giveInterrupt(Thread.currentThread());
            }
        }
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

    /**
     * In place of {@code Net.sendOOB}: waits for room where the descriptor does not block, but the user's mode does.
     *
     * @return its result; {@code UNAVAILABLE} once the socket is closed, which the caller finds out
     */
    static int sendUrgent(FileDescriptor fd, byte data) throws IOException {
        WeftLateErrors.tellWriter(fd);
        int sent = Net.sendOOB(fd, data);
        while (sent == IOStatus.UNAVAILABLE && WeftWaits.poll(fd, Net.POLLOUT, -1) != Net.POLLNVAL) {
            sent = Net.sendOOB(fd, data);
        }
        return sent;
    }

    /** The same for a channel. */
    static int sendUrgent(FileDescriptor fd, byte data, AbstractSelectableChannel channel) throws IOException {
        WeftLateErrors.tellWriter(fd);
        int sent = Net.sendOOB(fd, data);
        while (sent == IOStatus.UNAVAILABLE && channel.isBlocking() && channel.isOpen()) {
            WeftWaits.poll(fd, Net.POLLOUT, -1);
            sent = Net.sendOOB(fd, data);
        }
        return sent;
    }

    /**
     * In place of the file that is always ready, which {@code FileDispatcherImpl.preClose0} gives a descriptor, with
     * the state lock held. Where only fibers are in operations, and something has come for the one that reads, the
     * descriptor's file stays: a fiber that has been woken takes it, as the kernel gives it to a thread that waits
     * there, and the last fiber closes.
     *
     * @param reader the native thread that reads, {@link #FIBER}, {@link #REGISTERED}, or 0
     * @param writer the native thread that writes, {@link #FIBER}, or 0
     */
    static void preClose(FileDescriptor fd, long reader, long writer) throws IOException {
        if (!staysOpen(fd, reader, writer)) {
            WeftFields.preClose0(null, fd);
            WeftPoller.closed(fd);
        }
    }

    /** That reader, as who closes the socket or channel names it to {@link #preClose}. */
    static long reading(long reader, Object user) {
        return reader == FIBER && isRegistered(user) ? REGISTERED : reader;
    }

    private static boolean isRegistered(Object user) {
        return user instanceof AbstractSelectableChannel && ((AbstractSelectableChannel) user).isRegistered();
    }

    private static boolean staysOpen(FileDescriptor fd, long reader, long writer) {
        return reader == FIBER && (writer == FIBER || writer == 0) && WeftPoller.closing(fd);
    }

    /** In place of {@code NativeThread.signal}: a fiber is woken through the poller. */
    static void signal(long thread) {
        if (thread != FIBER && thread != REGISTERED) {
            NativeThread.signal(thread);
        }
    }

    /**
     * The same where the descriptor is not replaced, but shut down: its events may not tell that a wait is over, as
     * those of Unix domain sockets do not.
     */
    static void signal(long thread, FileDescriptor fd) {
        if (thread == FIBER) {
            WeftPoller.closed(fd);
        } else {
            NativeThread.signal(thread);
        }
    }
}
