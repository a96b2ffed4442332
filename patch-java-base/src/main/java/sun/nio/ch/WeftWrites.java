package sun.nio.ch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.GatheringByteChannel;

/**
 * A write in blocking mode returns when all is written (WritableByteChannel). On a platform thread the kernel sees to
 * that; a fiber's descriptor never blocks, and may take a part only. What ends the write in its middle, such as a
 * close, is told by the next one, as the kernel does; but for an interrupt. Woven; the caller holds the channel's write
 * lock.
 */
final class WeftWrites {
    private WeftWrites() {}

    /** Writes what a write of a fiber has left over; returns the bytes of both. */
    static int rest(int written, GatheringByteChannel channel, ByteBuffer source) throws IOException {
        if (written <= 0 || !source.hasRemaining() || !isBlocking(channel)) {
            return written;
        }
        try {
            return written + Math.max(0, channel.write(source));
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return written;
        }
    }

    /** The same for several buffers. */
    static long rest(long written, GatheringByteChannel channel, ByteBuffer[] sources, int offset, int length)
            throws IOException {
        if (written <= 0 || !isBlocking(channel)) {
            return written;
        }
        for (int i = offset; i < offset + length; i++) {
            if (sources[i].hasRemaining()) {
                try {
                    return written + Math.max(0, channel.write(sources, offset, length));
                } catch (ClosedByInterruptException e) {
                    throw e;
                } catch (IOException e) {
                    return written;
                }
            }
        }
        return written;
    }

    private static boolean isBlocking(GatheringByteChannel channel) {
        return ((java.nio.channels.SelectableChannel) channel).isBlocking();
    }
}
