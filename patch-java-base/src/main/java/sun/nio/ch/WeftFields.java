package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.spi.AbstractSelectableChannel;

/**
 * Access to private members of socket classes; the bodies come from the recipe {@code ImplementAccessors}, see
 * {@code jdk.internal.weft.JdkAccess}.
 */
final class WeftFields {
    private WeftFields() {}

    /** {@code NioSocketImpl.nonBlocking}: the mode of the descriptor; written with the socket's state lock held. */
    static native boolean nonBlocking(NioSocketImpl socket);

    /** Sets {@link #nonBlocking(NioSocketImpl)}. */
    static native void nonBlocking(NioSocketImpl socket, boolean value);

    /** {@code DatagramChannelImpl.interruptible}: false for the one in a {@code DatagramSocket}. */
    static native boolean interruptible(DatagramChannelImpl channel);

    /**
     * True once a fiber has made the channel's descriptor non-blocking, for good, whatever mode the user sees; written
     * with the descriptor's monitor held.
     */
    static native boolean forced(AbstractSelectableChannel channel);

    /** Sets {@link #forced(AbstractSelectableChannel)}. */
    static native void forced(AbstractSelectableChannel channel, boolean value);

    /** What {@link WeftLateErrors} keeps; written with the descriptor's monitor held. */
    static native IOException untold(FileDescriptor fd);

    /** Sets {@link #untold(FileDescriptor)}. */
    static native void untold(FileDescriptor fd, IOException value);

    /** What is known of the descriptor, see {@link WeftFiles}; racy, any writer's value is right. */
    static native int kind(FileDescriptor fd);

    /** Sets {@link #kind(FileDescriptor)}. */
    static native void kind(FileDescriptor fd, int value);

    /** {@code FileDescriptor.fd}: the number, or -1 once it is closed. */
    static native int fd(FileDescriptor fd);

    /** The fibers that wait for the descriptor; guarded by its monitor; null if none ever has. */
    static native WeftUses uses(FileDescriptor fd);

    /** Sets {@link #uses(FileDescriptor)}. */
    static native void uses(FileDescriptor fd, WeftUses value);

    /** The native {@code FileDescriptor.close0}. */
    static native void close0(FileDescriptor fd) throws IOException;

    /** The native {@code FileDispatcherImpl.preClose0}, a static method, and a private one from 17.0.20 on. */
    static native void preClose0(FileDispatcherImpl none, FileDescriptor fd) throws IOException;

    /** {@code FileInputStream.fd}. */
    static native FileDescriptor fd(FileInputStream in);

    /** The native {@code FileInputStream.read0}: one byte, or -1. */
    static native int read0(FileInputStream in) throws IOException;

    /** The native {@code FileInputStream.position0}: fails where there is none. */
    static native long position0(FileInputStream in) throws IOException;

    /** The native {@code FileInputStream.readBytes}. */
    static native int readBytes(FileInputStream in, byte[] bytes, int start, int length) throws IOException;

    /** The native {@code InheritedChannel.dup}, a static method. */
    static native int dup(InheritedChannel none, int number) throws IOException;

    /** The native {@code InheritedChannel.addressFamily}, a static method: -1 of what is no socket. */
    static native int addressFamily(InheritedChannel none, int number);

    /** The native {@code InheritedChannel.soType0}, a static method: 1 of a socket that carries a stream. */
    static native int soType0(InheritedChannel none, int number);

    /** {@code FileOutputStream.fd}. */
    static native FileDescriptor fd(FileOutputStream out);

    /** {@code FileOutputStream.path}; null for a stream of a descriptor. */
    static native String path(FileOutputStream out);

    /** The native {@code FileOutputStream.writeBytes}. */
    static native void writeBytes(FileOutputStream out, byte[] bytes, int start, int length, boolean append)
            throws IOException;

    /** The native {@code FileOutputStream.write}: one byte. */
    static native void write(FileOutputStream out, int value, boolean append) throws IOException;

    /** The native {@code FileChannelImpl.transferTo0}. */
    static native long transferTo0(
            FileChannelImpl file, FileDescriptor source, long position, long count, FileDescriptor target);

    /** {@code FileChannelImpl.threads}: those that a closer signals. */
    static native NativeThreadSet threads(FileChannelImpl file);

    /** {@code NativeThreadSet.elts}: guarded by the set's monitor. */
    static native long[] elts(NativeThreadSet threads);
}
