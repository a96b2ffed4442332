package jdk.internal.weft;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Standard error as the VM writes to it, whatever the program has put in its place: that may be null, throw, or wait
 * for ever.
 */
public final class StandardError {
    private static volatile FileOutputStream stream;

    private StandardError() {}

    /** Its stream, which nobody closes; two that are made at the same time are as good as one. */
    @SuppressWarnings("removal")
    public static FileOutputStream stream() {
        FileOutputStream known = stream;
        if (known == null) {
            known = AccessController.doPrivileged(new Opening());
            stream = known;
        }
        return known;
    }

    /**
     * Writes a line, and throws nothing: it is only not said where it cannot be. For where the end of the stack may be
     * near: to encode for {@code System.err} initializes classes of the JDK's, and who failed there would have taken
     * the program's standard streams from it, for the life of the VM.
     */
    public static void say(String line) {
        try {
            stream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (Throwable e) {
            return;
        }
    }

    /** A class of its own, as all tasks of the runtime. */
    private static final class Opening implements PrivilegedAction<FileOutputStream> {
        @Override
        public FileOutputStream run() {
            return new FileOutputStream(FileDescriptor.err);
        }
    }
}
