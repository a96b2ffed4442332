package dev.weft.coverage;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * The probes of all instrumented classes of one JVM, which writes them when it ends. In the woven JDK it is {@code
 * java.weft.Probes}, and {@link InstrumentedWeaver} replaces its texts. Instrumented classes use it in the VM's first
 * moments, so it needs nothing but arrays until the end. A probe is only ever set: races lose nothing.
 */
public final class Probes implements PrivilegedAction<Void> {
    /** Where the files go; replaced. */
    static final String FOLDER = "folder of the probes";

    /** A character for each class: how many probes it has; replaced. */
    static final String COUNTS = "counts of the probes";

    /** By class, in the order of the list that {@link InstrumentedWeaver} writes. */
    public static final boolean[][] OF_CLASSES = make(COUNTS);

    private static boolean isWritten;

    private Probes() {}

    private static boolean[][] make(String counts) {
        boolean[][] probes = new boolean[counts.length()][];
        for (int i = 0; i < probes.length; i++) {
            probes[i] = new boolean[counts.charAt(i)];
        }
        return probes;
    }

    /** Writes all probes into a new file, once; called as the last thing before the VM exits. */
    @SuppressWarnings("removal") // who asks for the exit may have no right to write
    public static void write() {
        synchronized (OF_CLASSES) {
            if (isWritten) {
                return;
            }
            isWritten = true;
        }
        AccessController.doPrivileged(new Probes());
    }

    @Override
    public Void run() {
        try {
            File file;
            do {
                file = new File(FOLDER, Long.toString(System.nanoTime()));
            } while (!file.createNewFile());
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(bytes());
            }
        } catch (IOException e) {
            // tests look at what a program says, and some let the disk be full: this one does not count
        }
        return null;
    }

    private static byte[] bytes() {
        int length = 0;
        for (boolean[] each : OF_CLASSES) {
            length += each.length;
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (boolean[] each : OF_CLASSES) {
            for (boolean isHit : each) {
                bytes[at++] = (byte) (isHit ? 1 : 0);
            }
        }
        return bytes;
    }
}
