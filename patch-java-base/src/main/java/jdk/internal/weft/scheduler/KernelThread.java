package jdk.internal.weft.scheduler;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;

/**
 * What the kernel says of a thread of this process, in {@code /proc}: whether it is blocked, in which call, and its
 * processor time. The VM says RUNNABLE for class initialization, native code and page faults; the kernel knows better.
 *
 * <p>Reads by the native methods of {@code FileInputStream}: no security manager is asked, and no cleaner is
 * registered. No more descriptors stay open than the maker says. A look makes no objects: in a full heap each would be
 * a collection, and those who wait for memory would hardly get a turn. Not thread-safe.
 */
public final class KernelThread {
    /** The folder of this process' threads. */
    static final String TASKS = "/proc/self/task";

    /** More than the fields that are read here take. */
    private static final int LENGTH = 512;

    /** Fields between the state and {@code utime}; see proc(5). */
    private static final int SKIPPED = 10;

    /** USER_HZ is 100 for all that the kernel tells. */
    private static final long TICK_NANOS = 10_000_000;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long FD = U.objectFieldOffset(FileInputStream.class, "fd");
    private static final long SEEKER_FD = U.objectFieldOffset(RandomAccessFile.class, "fd");

    static {
        // not in the first look, which may come in a full heap
        U.ensureClassInitialized(RandomAccessFile.class);
    }

    private final byte[] text = new byte[LENGTH];
    private final FileDescriptor descriptor = new FileDescriptor();

    /** How many descriptors may stay open; how many do. */
    private final int mostOpen;

    private int open;

    /** Opens and reads; made by the first look. */
    private FileInputStream stream;

    /** Goes back to the beginning of a file that is open. */
    private RandomAccessFile seeker;

    private int length;
    private int at;
    private boolean isBlocked;
    private long nanos;

    /** That leaves nothing open. */
    public KernelThread() {
        this(0);
    }

    /** That may leave so many descriptors open. */
    KernelThread(int mostOpen) {
        this.mostOpen = mostOpen;
    }

    /**
     * The call in which the thread with that id waits in the kernel: its number, its arguments and two addresses, or
     * other words if it is in none; empty if the kernel does not tell. Makes objects.
     */
    public String call(int id) {
        return read(of(id, "/syscall")) ? new String(text, 0, length, StandardCharsets.ISO_8859_1).strip() : "";
    }

    /** The processor time of the thread with that id, exact; -1 if the kernel keeps no such account. */
    public long exactNanos(int id) {
        if (!read(of(id, "/schedstat"))) {
            return -1;
        }
        at = 0;
        return number();
    }

    /** The kernel's id of the calling thread; 0 if the kernel does not tell. */
    int ownId() {
        if (!read("/proc/thread-self/stat")) {
            return 0;
        }
        at = 0;
        return (int) number();
    }

    /** The file that tells the state of the thread with that id. */
    static KernelFile stat(int id) {
        return new KernelFile(of(id, "/stat"));
    }

    /** The file that tells its processor time exactly, if the kernel keeps that account. */
    static KernelFile schedstat(int id) {
        return new KernelFile(of(id, "/schedstat"));
    }

    private static String of(int id, String file) {
        return TASKS.concat("/").concat(Integer.toString(id)).concat(file);
    }

    /** Reads the state of the thread that these files tell of; false if the kernel does not tell. */
    boolean look(KernelFile stat, KernelFile schedstat) {
        if (!read(stat) || !findState()) {
            return false;
        }
        isBlocked = text[at] != 'R';
        for (int i = 0; i <= SKIPPED; i++) {
            while (at < length && text[at] != ' ') {
                at++;
            }
            at++;
        }
        nanos = number() * TICK_NANOS;
        at++;
        nanos += number() * TICK_NANOS;
        if (read(schedstat)) {
            at = 0;
            nanos = number();
        }
        return true;
    }

    /** Whether the thread that this file tells of runs, or waits for nothing but a processor; false if it has ended. */
    boolean isRunnable(String stat) {
        return readState(stat) && text[at] == 'R';
    }

    /** Whether the name of the thread that this file tells of begins so, a parenthesis in front. */
    boolean isNamed(String stat, String start) {
        if (!readState(stat)) {
            return false;
        }
        String told = new String(text, 0, at, StandardCharsets.ISO_8859_1);
        return told.startsWith(start, told.indexOf('('));
    }

    /** Reads that file, up to the letter of the state. */
    private boolean readState(String stat) {
        return read(stat) && findState();
    }

    private boolean findState() {
        at = length - 1;
        // the name of the thread, in parentheses, may contain anything
        while (at >= 0 && text[at] != ')') {
            at--;
        }
        at += 2;
        return at >= 2 && at < length;
    }

    /** False if the thread ran, or waited for nothing but a processor, at the last look. */
    boolean isBlocked() {
        return isBlocked;
    }

    /**
     * Its processor time at the last look, in nanoseconds; only to some milliseconds, if the kernel keeps no other
     * account.
     */
    long nanos() {
        return nanos;
    }

    private long number() {
        long number = 0;
        while (at < length && text[at] >= '0' && text[at] <= '9') {
            number = number * 10 + text[at++] - '0';
        }
        return number;
    }

    private boolean read(String name) {
        length = 0;
        try {
            use(descriptor);
            JdkAccess.open0(stream, name);
            try {
                length = JdkAccess.readBytes(stream, text, 0, LENGTH);
            } finally {
                JdkAccess.close0(descriptor);
            }
        } catch (IOException | InstantiationException e) {
            // no such thread any more, no /proc, or no descriptor to be had
        }
        return length > 0;
    }

    /** Leaves the file open, if there is room. */
    private boolean read(KernelFile file) {
        boolean isAnew = !file.isOpen;
        if (isAnew && open >= mostOpen) {
            return read(file.name);
        }
        if (readOpen(file)) {
            return true;
        }
        close(file);
        // it may be a kernel that tells nothing twice
        return !isAnew && read(file.name);
    }

    private boolean readOpen(KernelFile file) {
        length = 0;
        try {
            use(file.descriptor);
            if (file.isOpen) {
                goBack(file);
            } else {
                JdkAccess.open0(stream, file.name);
                file.isOpen = true;
                open++;
            }
            length = JdkAccess.readBytes(stream, text, 0, LENGTH);
        } catch (IOException | InstantiationException e) {
            // as above
        }
        return length > 0;
    }

    /** Closes the file, if it is open. */
    void close(KernelFile file) {
        if (file.isOpen) {
            file.isOpen = false;
            open--;
            try {
                JdkAccess.close0(file.descriptor);
            } catch (IOException e) {
                // it is closed all the same
            }
        }
    }

    private void use(FileDescriptor used) throws InstantiationException {
        if (stream == null) {
            stream = (FileInputStream) U.allocateInstance(FileInputStream.class);
        }
        U.putReference(stream, FD, used);
    }

    private void goBack(KernelFile file) throws IOException, InstantiationException {
        if (seeker == null) {
            seeker = (RandomAccessFile) U.allocateInstance(RandomAccessFile.class);
        }
        U.putReference(seeker, SEEKER_FD, file.descriptor);
        JdkAccess.seek0(seeker, 0);
    }
}
