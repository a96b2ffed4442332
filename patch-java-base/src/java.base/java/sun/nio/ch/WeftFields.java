package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.spi.AbstractSelectableChannel;

/**
 * Access to private members of socket classes; the bodies come from the recipe {@code ImplementAccessors}, see
 * {@code jdk.internal.weft.Fields}.
 */
final class WeftFields {
    private WeftFields() {}

    /** {@code NioSocketImpl.nonBlocking}: the mode of the descriptor; written with the socket's state lock held. */
    static native boolean nonBlocking(NioSocketImpl socket);

    /** Sets {@link #nonBlocking(NioSocketImpl)}. */
    static native void nonBlocking(NioSocketImpl socket, boolean value);

    /**
     * True once a fiber has made the channel's descriptor non-blocking, for good, whatever mode the user sees; read and
     * written with the channel's state lock held.
     */
    static native boolean forced(AbstractSelectableChannel channel);

    /** Sets {@link #forced(AbstractSelectableChannel)}. */
    static native void forced(AbstractSelectableChannel channel, boolean value);

    /** What is known of the descriptor, see {@link WeftFiles}; racy, any writer's value is right. */
    static native int kind(FileDescriptor fd);

    /** Sets {@link #kind(FileDescriptor)}. */
    static native void kind(FileDescriptor fd, int value);

    /** {@code FileOutputStream.fd}. */
    static native FileDescriptor fd(FileOutputStream out);

    /** The native {@code FileOutputStream.writeBytes}. */
    static native void writeBytes(FileOutputStream out, byte[] bytes, int start, int length, boolean append)
            throws IOException;

    /** {@code NativeThreadSet.elts}: guarded by the set's monitor. */
    static native long[] elts(NativeThreadSet threads);
}
