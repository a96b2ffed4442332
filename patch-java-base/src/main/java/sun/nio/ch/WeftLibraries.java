package sun.nio.ch;

import java.io.FileInputStream;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.StackProbe;

/**
 * The classes of this package whose initializers load native libraries, for calls that do without them on the plain
 * JDK: of files, and of selectors. An initializer that fails does so for good, and a program that can still read its
 * files could open no socket any more.
 */
final class WeftLibraries {
    private static volatile boolean areLoaded;

    private WeftLibraries() {}

    /**
     * Initializes these classes, once; false while the descriptors are missing that this takes.
     *
     * @throws StackOverflowError if they might not have enough of the stack; a later call tries again
     */
    @SuppressWarnings("removal")
    static boolean areThere() {
        if (!areLoaded) {
            StackProbe.beforeLibraries();
            try {
                AccessController.doPrivileged(new Probe()).close();
            } catch (PrivilegedActionException | IOException e) {
                return false;
            }
            IOUtil.load();
            Unsafe.getUnsafe().ensureClassInitialized(Net.class);
            Unsafe.getUnsafe().ensureClassInitialized(InheritedChannel.class);
            areLoaded = true;
        }
        return true;
    }

    /** Opens a file, to see whether that is possible; a class of its own, as all tasks of the runtime. */
    private static final class Probe implements PrivilegedExceptionAction<FileInputStream> {
        @Override
        public FileInputStream run() throws IOException {
            return new FileInputStream("/dev/null");
        }
    }
}
