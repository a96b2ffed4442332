package jdk.internal.weft;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands in for the runtime's class of that name, whose methods get their bodies only when the JDK is woven: what the
 * tests of this module need, kept in tables. Thread-safe. On the class path it stands before the runtime's.
 */
public final class JdkAccess {
    private static final Map<Thread, Object> ROLES = new ConcurrentHashMap<>();
    private static final Map<Throwable, Object[]> OUTER = Collections.synchronizedMap(new WeakHashMap<>());

    private JdkAccess() {}

    /** What a thread is to the runtime. */
    public static Object role(Thread thread) {
        return ROLES.get(thread);
    }

    /** Sets it. */
    public static void role(Thread thread, Object role) {
        ROLES.put(thread, role);
    }

    /** The parked frames below an exception's own, or null. */
    public static Object[] outer(Throwable exception) {
        return exception == null ? null : OUTER.get(exception);
    }

    /** Sets them. */
    public static void outer(Throwable exception, Object... sites) {
        OUTER.put(exception, sites);
    }

    /** The interrupt status. */
    public static boolean interrupted(Thread thread) {
        return thread.isInterrupted();
    }

    /** Class and format of an element, which only the VM's own have. */
    public static void declaringClassObject(StackTraceElement element, Class<?> host) {}

    /** See {@link #declaringClassObject}. */
    public static void computeFormat(StackTraceElement element) {}

    /** The format of an element: as the VM gives it. */
    public static byte format(StackTraceElement element) {
        return 0;
    }

    /** Sets it. */
    public static void format(StackTraceElement element, byte format) {}

    /** The files that are open. */
    private static final Map<FileDescriptor, FileInputStream> OPEN = new ConcurrentHashMap<>();

    /** Opens a file, in the stream's descriptor. */
    public static void open0(FileInputStream stream, String name) throws IOException {
        OPEN.put(stream.getFD(), new FileInputStream(name));
    }

    /** Reads what {@link #open0} has opened. */
    public static int readBytes(FileInputStream stream, byte[] bytes, int start, int length) throws IOException {
        return OPEN.get(stream.getFD()).read(bytes, start, length);
    }

    /** Sets where it is read next. */
    public static void seek0(RandomAccessFile file, long position) throws IOException {
        OPEN.get(file.getFD()).getChannel().position(position);
    }

    /** Closes it. */
    public static void close0(FileDescriptor descriptor) throws IOException {
        OPEN.remove(descriptor).close();
    }

    /** How many are open. */
    public static int countOpen() {
        return OPEN.size();
    }
}
