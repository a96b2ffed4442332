package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.weft.blocking.Waiting;

/**
 * Streams and files, as woven code. A fiber does the I/O on regular files on its carrier: from the page cache it takes less
 * time than handing it to another thread would. What may take for ever it waits for: pipes and terminals (standard input,
 * the streams of processes) through the poller, a file lock by trying.
 *
 * <p>Limits: two fibers that read the same pipe or terminal at the same time may both find it readable, and the one that
 * comes late holds its carrier; so does a {@code FileChannel} or {@code RandomAccessFile} opened on a pipe.
 *
 * <p>The plain copies are for platform threads: they block in the kernel.
 */
public final class WeftFiles {
    /** Values of {@code WeftFields.kind}; while it is unknown, the bytes that were written so far, negated. */
    private static final int ALWAYS_READY = 1;

    private static final int POLLABLE = 2;

    /** A pipe that is writable takes so many bytes at once ({@code PIPE_BUF}). */
    private static final int MAX_WRITE = 4096;

    /** What {@code FileDispatcher.lock} returns. */
    private static final int NO_LOCK = -1;

    private static final int INTERRUPTED = 2;

    private static final long FIRST_WAIT_NANOS = 1_000_000;
    private static final long LAST_WAIT_NANOS = 16_000_000;

    private WeftFiles() {}

    /** Called before a stream's native read: nothing for a platform thread; its twin is {@link #await}'s. */
    public static void beforeRead(FileDescriptor fd) throws IOException {}

    /** Returns when a read does not block. */
    static void await(FileDescriptor fd) throws IOException {
        if (isPollable(fd)) {
            await(fd, Net.POLLIN);
        }
    }

    /** Called in place of the native {@code FileOutputStream.writeBytes}; its twin is {@link #writePieces}'s. */
    public static void writeBytes(FileOutputStream out, byte[] bytes, int start, int length, boolean append)
            throws IOException {
        WeftFields.writeBytes(out, bytes, start, length, append);
    }

    /**
     * Writes in pieces that do not block, where the descriptor may block. The first bytes of all are written without a look at the
     * descriptor, for which a program that prints some lines would initialize the poller and all of {@code sun.nio.ch.Net}: unless another
     * process has filled a pipe, it takes them.
     */
    static void writePieces(FileOutputStream out, byte[] bytes, int start, int length, boolean append)
            throws IOException {
        FileDescriptor fd = WeftFields.fd(out);
        int at = start;
        int left = length;
        if (!isAmongFirst(fd, length) && isPollable(fd)) {
            while (left > MAX_WRITE) {
                await(fd, Net.POLLOUT);
                WeftFields.writeBytes(out, bytes, at, MAX_WRITE, append);
                at += MAX_WRITE;
                left -= MAX_WRITE;
            }
            await(fd, Net.POLLOUT);
        }
        WeftFields.writeBytes(out, bytes, at, left, append);
    }

    private static void await(FileDescriptor fd, int event) throws IOException {
        while (WeftNatives.poll(fd, event, 0) == 0) {
            WeftPoller.poll(fd, event, -1);
        }
    }

    /** Counts the bytes of those that are; threads that write at the same time may count too few. */
    private static boolean isAmongFirst(FileDescriptor fd, int length) {
        int kind = WeftFields.kind(fd);
        if (kind > 0 || length > MAX_WRITE + kind) {
            return false;
        }
        WeftFields.kind(fd, kind - length);
        return true;
    }

    private static boolean isPollable(FileDescriptor fd) {
        int kind = WeftFields.kind(fd);
        if (kind <= 0) {
            int number = IOUtil.fdVal(fd);
            if (number < 0) {
                return false;
            }
            kind = WeftEvents.waiters(number).isPollable() ? POLLABLE : ALWAYS_READY;
            WeftFields.kind(fd, kind);
        }
        return kind == POLLABLE;
    }

    /**
     * The native {@code FileDispatcherImpl.lock0}: tries several times, then says that it was interrupted: its caller looks
     * whether the channel is still open, and calls again.
     */
    static int lock(FileDescriptor fd, boolean blocking, long start, long size, boolean shared) throws IOException {
        int result = WeftNatives.lock(fd, false, start, size, shared);
        boolean interrupted = false;
        for (long wait = FIRST_WAIT_NANOS; blocking && result == NO_LOCK && wait <= LAST_WAIT_NANOS; wait *= 2) {
            Waiting.await(wait);
            interrupted |= Thread.interrupted();
            result = WeftNatives.lock(fd, false, start, size, shared);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return blocking && result == NO_LOCK ? INTERRUPTED : result;
    }
}
