package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import jdk.internal.access.SharedSecrets;

/**
 * The fibers that wait for the descriptor of a stream, or are about to use what they have waited for. A kernel thread
 * that is blocked in {@code read} or {@code write} keeps the file open, whoever closes the descriptor, and gets what
 * comes. So a descriptor that is closed while fibers use it is moved first: it gets another number, which the last of
 * them closes.
 *
 * <p>Thread-safe; one object per descriptor, made by the first fiber that must wait for it.
 */
final class WeftUses {
    private final FileDescriptor fd;
    private int count;
    private boolean isClosing;

    /** The same file by another number, once the first is closed; null before. */
    private FileDescriptor moved;

    private FileInputStream in;
    private FileOutputStream out;

    private WeftUses(FileDescriptor fd) {
        this.fd = fd;
    }

    /** Begins a use; null if the descriptor is closed, or about to be. */
    static WeftUses begin(FileDescriptor fd) {
        WeftUses uses = of(fd);
        return uses.enter() ? uses : null;
    }

    private static WeftUses of(FileDescriptor fd) {
        synchronized (fd) {
            WeftUses known = WeftFields.uses(fd);
            if (known == null) {
                known = new WeftUses(fd);
                WeftFields.uses(fd, known);
            }
            return known;
        }
    }

    private synchronized boolean enter() {
        if (isClosing || WeftFields.fd(fd) < 0) {
            return false;
        }
        count++;
        return true;
    }

    /** Ends a use; the last one closes the other number. */
    void end() throws IOException {
        FileDescriptor unused;
        synchronized (this) {
            unused = --count == 0 ? moved : null;
        }
        if (unused != null) {
            SharedSecrets.getJavaIOFileDescriptorAccess().close(unused);
        }
    }

    /** The descriptor by the number that is open. */
    synchronized FileDescriptor descriptor() {
        return moved == null ? fd : moved;
    }

    /** The stream itself, or one of the number that is open. */
    @SuppressWarnings("removal")
    FileInputStream open(FileInputStream stream) {
        synchronized (this) {
            if (moved == null) {
                return stream;
            } else if (in != null) {
                return in;
            }
        }
        FileInputStream made = AccessController.doPrivileged(new MakingIn(moved));
        synchronized (this) {
            in = made;
        }
        return made;
    }

    /** The stream itself, or one of the number that is open. */
    @SuppressWarnings("removal")
    FileOutputStream open(FileOutputStream stream) {
        synchronized (this) {
            if (moved == null) {
                return stream;
            } else if (out != null) {
                return out;
            }
        }
        FileOutputStream made = AccessController.doPrivileged(new MakingOut(moved));
        synchronized (this) {
            out = made;
        }
        return made;
    }

    /** Called before the descriptor is closed: keeps the file open for those that use it. */
    synchronized void beforeClose() {
        int number = WeftFields.fd(fd);
        if (isClosing || number < 0) {
            return;
        }
        isClosing = true;
        if (count > 0) {
            try {
                moved = IOUtil.newFD(WeftFields.dup(null, number));
                WeftFields.kind(moved, WeftFields.kind(fd));
            } catch (IOException e) {
                // no number is left: those that wait find the stream closed
                return;
            }
            WeftEpoll known = WeftEpoll.known();
            if (known != null) {
                known.of(number).forget();
            }
        }
    }

    /** A class of its own, as all tasks of the runtime. */
    private static final class MakingIn implements PrivilegedAction<FileInputStream> {
        private final FileDescriptor of;

        MakingIn(FileDescriptor of) {
            this.of = of;
        }

        @Override
        public FileInputStream run() {
            return new FileInputStream(of);
        }
    }

    /** The same for writing. */
    private static final class MakingOut implements PrivilegedAction<FileOutputStream> {
        private final FileDescriptor of;

        MakingOut(FileDescriptor of) {
            this.of = of;
        }

        @Override
        public FileOutputStream run() {
            return new FileOutputStream(of);
        }
    }
}
