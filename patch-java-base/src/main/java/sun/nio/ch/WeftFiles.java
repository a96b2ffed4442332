package sun.nio.ch;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.weft.CarrierContext;
import java.weft.FiberEvents;
import java.weft.blocking.Waiting;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.scheduler.FileCalls;

/**
 * Streams and files, as woven code. A fiber does the I/O on regular files on its carrier: from the page cache it takes
 * less time than handing it to another thread would. What may take for ever it waits for: pipes (standard input, the
 * streams of processes), and terminals that are written to, through the poller, a file lock by trying.
 *
 * <p>Limits: two fibers that read the same pipe at the same time may both find it readable, and the one that comes late
 * holds its carrier; so does a {@code FileChannel} or {@code RandomAccessFile} opened on a pipe, and who reads a
 * terminal.
 *
 * <p>In plain copies platform threads block in the kernel; a pinned fiber does what others do, and blocks its carrier
 * where they are parked: {@link WeftWaits}.
 *
 * <p>The class stays whole because all of it replaces natives of streams and files.
 */
public final class WeftFiles {
    /** Values of {@code WeftFields.kind}; while it is unknown, the bytes that were written so far, negated. */
    private static final int ALWAYS_READY = 1;

    private static final int POLLABLE = 2;

    /**
     * Tells when it can be written, but not when a read returns: as terminals may be set (termios(3), {@code VMIN} and
     * {@code VTIME}), it does when there is nothing, at once or after a time.
     */
    private static final int TERMINAL = 3;

    /** A regular file of a file system that can poll, as FUSE and /proc can: what is written is written at once. */
    private static final int FILE = 4;

    /** A socket each of whose writes is a message. */
    private static final int MESSAGES = 5;

    /** Another device: it polls as a terminal does, but each write may be a record of its own. */
    private static final int DEVICE = 6;

    /** As {@link #POLLABLE}, and no socket. */
    private static final int PIPE = 7;

    /** What {@code InheritedChannel.soType0} returns, and {@code addressFamily} of what is no socket. */
    private static final int STREAM = 1;

    private static final int NO_SOCKET = -1;

    /** A pipe that is writable takes so many bytes at once ({@code PIPE_BUF}). */
    private static final int MAX_WRITE = 4096;

    /**
     * What an empty pipe takes, unless it was made smaller, or too many are there (pipe(7)): the watchdog sees who is
     * blocked then.
     */
    private static final int MAX_WRITE_TO_EMPTY = 65_536;

    /** What {@code FileDispatcher.lock} returns. */
    private static final int NO_LOCK = -1;

    private static final int INTERRUPTED = 2;

    private static final long FIRST_WAIT_NANOS = 1_000_000;
    private static final long LAST_WAIT_NANOS = 16_000_000;

    /** Whether there is a {@link WeftEpoll}: who closes a file in a program without one loads nothing of the poller. */
    static volatile boolean isPolling;

    private WeftFiles() {}

    /** Called in place of the native {@code FileInputStream.readBytes}; its twin is {@link #readReady}'s. */
    public static int readBytes(FileInputStream in, byte[] bytes, int start, int length) throws IOException {
        if (!CarrierContext.isInFiber()) {
            return WeftFields.readBytes(in, bytes, start, length);
        }
        return mayBePipe(in) ? readReady(in, bytes, start, length) : readFile(in, bytes, start, length);
    }

    /** Called in place of the native {@code FileInputStream.read0}; its twin is {@link #readByte}'s. */
    public static int read0(FileInputStream in) throws IOException {
        if (!CarrierContext.isInFiber()) {
            return WeftFields.read0(in);
        }
        if (mayBePipe(in)) {
            return readByte(in);
        }
        FileCalls.begin(FileCalls.READS);
        int value = WeftFields.read0(in);
        FileCalls.end();
        return value;
    }

    private static int readFile(FileInputStream in, byte[] bytes, int start, int length) throws IOException {
        FileCalls.begin(FileCalls.READS);
        int count = WeftFields.readBytes(in, bytes, start, length);
        FileCalls.end();
        return count;
    }

    /**
     * Whether the file has no position, as pipes and terminals have none. To load classes is what pinned fibers mostly
     * read for: that is to need nothing of the poller.
     */
    private static boolean mayBePipe(FileInputStream in) {
        int kind = WeftFields.kind(WeftFields.fd(in));
        if (kind > 0) {
            return isStream(kind);
        }
        try {
            WeftFields.position0(in);
            return false;
        } catch (IOException e) {
            // closed, which the native call is to say, or without a position
            return true;
        }
    }

    /**
     * Whether the flight recorder may have an event of what the caller, a method of the stream, is about to do: it has
     * instrumented the plain copy. That itself is told no, and goes on; the twin is told by the one below.
     */
    public static boolean isRecorded(FileInputStream in) {
        return false;
    }

    /** For a twin. No events are recorded of pipes, for which the fiber waits in the twin. */
    public static boolean isRecorded$weft(FileInputStream in, CarrierContext context) {
        return FiberEvents.recorder != null && (WeftFields.fd(WeftFields.fd(in)) < 0 || !mayBePipe(in));
    }

    /** As for a stream that reads. */
    public static boolean isRecorded(FileOutputStream out) {
        return false;
    }

    /** For a twin; likewise. A stream without a path may be one of a pipe until its kind is known. */
    public static boolean isRecorded$weft(FileOutputStream out, CarrierContext context) {
        if (FiberEvents.recorder == null) {
            return false;
        }
        FileDescriptor fd = WeftFields.fd(out);
        int kind = WeftFields.fd(fd) < 0 ? ALWAYS_READY : WeftFields.kind(fd);
        return kind > 0 ? kind == ALWAYS_READY || kind == FILE : WeftFields.path(out) != null;
    }

    /** As for a stream that reads. */
    static boolean isRecorded(FileChannelImpl channel) {
        return false;
    }

    /** For a twin. */
    static boolean isRecorded$weft(FileChannelImpl channel, CarrierContext context) {
        return FiberEvents.recorder != null;
    }

    /** Reads what is there, or waits until something is. */
    static int readReady(FileInputStream in, byte[] bytes, int start, int length) throws IOException {
        // the native method does not wait to say that the arguments are wrong
        boolean mayWait = bytes != null && start >= 0 && length > 0 && length <= bytes.length - start;
        WeftUses uses = mayWait ? toAwait(WeftFields.fd(in), false) : null;
        if (uses == null) {
            return readFile(in, bytes, start, length);
        }
        try {
            for (; ; ) {
                await(uses, Net.POLLIN);
                FileInputStream open = uses.open(in);
                try {
                    return WeftFields.readBytes(open, bytes, start, length);
                } catch (IOException e) {
                    if (uses.open(in) == open) {
                        throw e;
                    }
                }
            }
        } finally {
            uses.end();
        }
    }

    /** A byte, or -1 at the end. */
    static int readByte(FileInputStream in) throws IOException {
        byte[] one = new byte[1];
        return readReady(in, one, 0, 1) <= 0 ? -1 : one[0] & 0xFF;
    }

    /** Called in place of the native {@code FileOutputStream.writeBytes}; its twin is {@link #writePieces}'s. */
    public static void writeBytes(FileOutputStream out, byte[] bytes, int start, int length, boolean append)
            throws IOException {
        if (CarrierContext.isInFiber()) {
            writePieces(out, bytes, start, length, append);
        } else {
            WeftFields.writeBytes(out, bytes, start, length, append);
        }
    }

    /** Called in place of the native {@code FileOutputStream.write}; its twin is {@link #writeByte}'s. */
    public static void write(FileOutputStream out, int value, boolean append) throws IOException {
        if (CarrierContext.isInFiber()) {
            writeByte(out, value, append);
        } else {
            WeftFields.write(out, value, append);
        }
    }

    /** Writes a byte. */
    static void writeByte(FileOutputStream out, int value, boolean append) throws IOException {
        writePieces(out, new byte[] {(byte) value}, 0, 1, append);
    }

    /**
     * Writes in pieces that do not block, where the descriptor may block. The first bytes of all are written without a
     * look at the descriptor, for which a program that prints some lines would initialize the poller and all of
     * {@code sun.nio.ch.Net}: unless another process has filled a pipe, it takes them.
     */
    static void writePieces(FileOutputStream out, byte[] bytes, int start, int length, boolean append)
            throws IOException {
        FileDescriptor fd = WeftFields.fd(out);
        // the native method does not wait to say that the arguments are wrong
        boolean mayWait = bytes != null && start >= 0 && length > 0 && length <= bytes.length - start;
        if (!mayWait || isAmongFirst(fd, length) || !isPollable(fd, true)) {
            FileCalls.begin(FileCalls.WRITES);
            WeftFields.writeBytes(out, bytes, start, length, append);
            FileCalls.end();
            return;
        }
        int kind = WeftFields.kind(fd);
        int most = kind == MESSAGES || kind == DEVICE ? length : MAX_WRITE;
        // of several pieces all are written, as the kernel does, although the stream is closed meanwhile
        WeftUses uses = length > most ? WeftUses.begin(fd) : toAwait(fd, true);
        try {
            for (int done = 0; done < length; ) {
                done += writePiece(out, uses, bytes, start + done, length - done, most, append);
            }
        } finally {
            if (uses != null) {
                uses.end();
            }
        }
    }

    /** Returns how many it has written: at most that many, or what an empty pipe takes. */
    private static int writePiece(
            FileOutputStream out, WeftUses uses, byte[] bytes, int start, int left, int most, boolean append)
            throws IOException {
        for (; ; ) {
            FileOutputStream open = out;
            int piece = Math.min(left, most);
            if (uses != null) {
                await(uses, Net.POLLOUT);
                open = uses.open(out);
                if (left > piece && isEmptyPipe(WeftFields.fd(open))) {
                    piece = Math.min(left, MAX_WRITE_TO_EMPTY);
                }
            }
            try {
                WeftFields.writeBytes(open, bytes, start, piece, append);
                return piece;
            } catch (IOException e) {
                if (uses == null || uses.open(out) == open) {
                    throw e;
                }
            }
        }
    }

    /** Also known at the end that writes. Each piece that is longer saves calls of the kernel, for the reader too. */
    private static boolean isEmptyPipe(FileDescriptor fd) {
        try {
            return WeftFields.kind(fd) == PIPE && Net.available(fd) == 0;
        } catch (IOException e) {
            // closed, which the native call is to say; or something that cannot tell
            return false;
        }
    }

    /** Null if the native call will not block, or is to say that the stream is closed; else a use has begun. */
    private static WeftUses toAwait(FileDescriptor fd, boolean isToWrite) throws IOException {
        // not an argument: who names an event before isPollable initializes Net where the stack may be about to end
        return !isPollable(fd, isToWrite) || WeftNatives.poll(fd, isToWrite ? Net.POLLOUT : Net.POLLIN, 0) != 0
                ? null
                : WeftUses.begin(fd);
    }

    /** Waits until the native call will not block. */
    private static void await(WeftUses uses, int event) throws IOException {
        FileDescriptor open = uses.descriptor();
        while (WeftFields.fd(open) >= 0 && WeftNatives.poll(open, event, 0) == 0) {
            WeftWaits.poll(open, event, -1);
            open = uses.descriptor();
        }
    }

    /** Called in place of the native {@code FileDescriptor.close0}. */
    public static void close(FileDescriptor fd) throws IOException {
        WeftUses uses = WeftFields.uses(fd);
        int number = WeftFields.fd(fd);
        if (uses == null) {
            if (isPolling) {
                WeftPoller.forget(number);
            }
            closeUnused(fd, number);
            return;
        }
        uses.beforeClose();
        try {
            WeftFields.close0(fd);
        } finally {
            WeftPoller.closed(number);
        }
    }

    /** A fiber that begins its first wait for the descriptor meanwhile sees that it is closed, or is woken. */
    private static void closeUnused(FileDescriptor fd, int number) throws IOException {
        try {
            WeftFields.close0(fd);
        } finally {
            Unsafe.getUnsafe().fullFence();
            if (WeftFields.uses(fd) != null) {
                WeftPoller.closed(number);
            }
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

    private static boolean isPollable(FileDescriptor fd, boolean isToWrite) {
        int kind = WeftFields.kind(fd);
        if (kind <= 0) {
            int number = WeftFields.fd(fd);
            if (number < 0 || !WeftLibraries.areThere()) {
                return false;
            }
            WeftWaiters waiters = WeftEpoll.waiters(number);
            if (waiters == null) {
                // not known for now; to ask whether it is ready is right in any case
                return true;
            }
            kind = waiters.isPollable() ? kindOf(number) : ALWAYS_READY;
            WeftFields.kind(fd, kind);
        }
        return isStream(kind) || (isToWrite ? kind == TERMINAL || kind == DEVICE : kind == FILE);
    }

    /** By the name that the kernel has for it, which those of pipes and sockets are no paths of. */
    @SuppressWarnings("removal")
    private static int kindOf(int number) {
        if (WeftFields.addressFamily(null, number) != NO_SOCKET) {
            return WeftFields.soType0(null, number) == STREAM ? POLLABLE : MESSAGES;
        }
        File file = new File("/proc/self/fd/" + number);
        String path = pathOf(file);
        if (path.startsWith("/dev/")) {
            return path.startsWith("/dev/pts/") || path.startsWith("/dev/tty") || path.equals("/dev/console")
                    ? TERMINAL
                    : DEVICE;
        }
        return AccessController.doPrivileged(new IsRegular(file)) ? FILE : PIPE;
    }

    /** Whether it has no position, and can be waited for in both ways. */
    private static boolean isStream(int kind) {
        return kind == POLLABLE || kind == PIPE || kind == MESSAGES;
    }

    private static String pathOf(File file) {
        try {
            return file.getCanonicalPath();
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether it is a regular file; a class of its own, as all tasks of the runtime. */
    private static final class IsRegular implements PrivilegedAction<Boolean> {
        private final File file;

        IsRegular(File file) {
            this.file = file;
        }

        @Override
        public Boolean run() {
            return file.isFile();
        }
    }

    /**
     * The native {@code FileDispatcherImpl.lock0}: tries several times, then says that it was interrupted: its caller
     * looks whether the channel is still open, and calls again.
     */
    static int lock(FileDescriptor fd, boolean blocking, long start, long size, boolean shared) throws IOException {
        int result = WeftNatives.lock(fd, false, start, size, shared);
        boolean interrupted = false;
        try {
            for (long wait = FIRST_WAIT_NANOS; blocking && result == NO_LOCK && wait <= LAST_WAIT_NANOS; wait *= 2) {
                interrupted |= Waiting.takeInterrupt();
                Waiting.awaitInput(wait, wait > FIRST_WAIT_NANOS);
                result = WeftNatives.lock(fd, false, start, size, shared);
            }
        } finally {
            if (interrupted) {
                JdkAccess.giveInterrupt(Thread.currentThread());
            }
        }
        return blocking && result == NO_LOCK ? INTERRUPTED : result;
    }
}
