package sun.nio.ch;

import java.io.IOException;
import java.util.Arrays;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.StackProbe;
import jdk.internal.weft.scheduler.Poller;

/**
 * The kernel's events of all descriptors that fibers wait for: one epoll instance, and the waiters by descriptor
 * number. Made by the first fiber that waits; where the descriptors or the memory for it are missing just then, by a
 * later one. So nothing that can fail for long happens while this class is initialized. Thread-safe.
 */
final class WeftEpoll implements Poller.Source {
    /** Most events that are taken at a time. */
    private static final int EVENTS = 256;

    private static final int FIRST_NUMBERS = 1024;

    /** How many numbers are looked at for threads that have ended, each time. */
    private static final int LOOKS = 8;

    private static final long PAUSE_NANOS = 1_000_000;

    private static final int NONE = -1;

    /** Null until made. */
    private static volatile WeftEpoll events;

    private final SpinLock table = new SpinLock();

    /** Held by who looks without waiting; the others need not, then. */
    private final SpinLock look = new SpinLock();

    private int epfd = NONE;

    /** A pipe: what is written there ends a wait. */
    private int wakeIn = NONE;

    private int wakeOut = NONE;

    private long lookedAt;

    private long foundAt;

    /** Waiters by descriptor number; replaced by a larger copy when need be. */
    private volatile WeftWaiters[] waiters = new WeftWaiters[FIRST_NUMBERS];

    /** The number that was looked at last for a thread that has ended; racy. */
    private int lookedFor;

    /** What the last {@link #await} has found; of the one thread that waits. */
    private int found;

    private WeftEpoll() {}

    /** Null if the operating system, or the VM, has not what it takes just now. */
    static WeftEpoll get() {
        WeftEpoll known = events;
        return known != null ? known : make();
    }

    /** The same, unless no fiber has ever waited: null then, too. */
    static WeftEpoll known() {
        return events;
    }

    private static synchronized WeftEpoll make() {
        if (events == null) {
            // a class whose initializer meets the end of the stack is lost for good
            StackProbe.beforeDefinition();
            try {
                WeftEpoll made = new WeftEpoll();
                if (made.open()) {
                    events = made;
                    WeftFiles.isPolling = true;
                }
            } catch (OutOfMemoryError e) {
                return null;
            }
        }
        return events;
    }

    /** Acquires all that is to be had from outside, and starts the thread; or else gives everything back. */
    private boolean open() {
        boolean isDone = false;
        try {
            epfd = EPoll.create();
            long pipe = IOUtil.makePipe(false);
            wakeIn = (int) (pipe >>> 32);
            wakeOut = (int) pipe;
            lookedAt = EPoll.allocatePollArray(EVENTS);
            foundAt = EPoll.allocatePollArray(EVENTS);
            if (EPoll.ctl(epfd, EPoll.EPOLL_CTL_ADD, wakeIn, Net.POLLIN) == 0) {
                WeftPollThread.start(this);
                isDone = true;
            }
        } catch (IOException e) {
            // too many open files
        } finally {
            if (!isDone) {
                close(wakeOut);
                close(wakeIn);
                close(epfd);
                free(lookedAt);
                free(foundAt);
            }
        }
        return isDone;
    }

    private static void close(int fd) {
        if (fd != NONE) {
            try {
                // the class initializer of FileDispatcherImpl, which can close as well, itself needs descriptors
                SharedSecrets.getJavaIOFileDescriptorAccess().close(IOUtil.newFD(fd));
            } catch (IOException e) {
                // it is closed nevertheless
            }
        }
    }

    private static void free(long address) {
        if (address != 0) {
            EPoll.freePollArray(address);
        }
    }

    /** {@code epoll_ctl}; returns 0 or the error number. */
    int control(int operation, int fd, int wanted) {
        return EPoll.ctl(epfd, operation, fd, wanted);
    }

    /**
     * The waiters for a descriptor number, which is not negative; null if there can be none just now, see {@link #get}.
     */
    static WeftWaiters waiters(int fd) {
        WeftEpoll known = get();
        return known == null ? null : known.of(fd);
    }

    /** The waiters for a descriptor number. */
    WeftWaiters of(int fd) {
        WeftWaiters here = ofKnown(fd);
        return here == null ? add(fd) : here;
    }

    /** The same, but null if nobody has ever waited for a descriptor of that number. */
    WeftWaiters ofKnown(int fd) {
        WeftWaiters[] known = waiters;
        return fd < known.length ? known[fd] : null;
    }

    /** The waiters of all numbers for which any fiber has waited; null between them. Not to be changed. */
    WeftWaiters[] all() {
        return waiters;
    }

    @ReservedStackAccess
    private WeftWaiters add(int fd) {
        table.lock();
        try {
            WeftWaiters[] known = waiters;
            if (fd >= known.length) {
                known = Arrays.copyOf(known, Math.max(fd + 1, known.length * 2));
            }
            if (known[fd] == null) {
                known[fd] = new WeftWaiters(this, fd);
            }
            waiters = known;
            return known[fd];
        } finally {
            table.unlock();
        }
    }

    /** Keeps no threads that have ended, of the next few numbers. */
    void forgetEnded() {
        WeftWaiters[] known = waiters;
        int number = lookedFor;
        for (int i = 0; i < LOOKS; i++) {
            number = number + 1 < known.length ? number + 1 : 0;
            if (known[number] != null) {
                known[number].forgetEnded();
            }
        }
        lookedFor = number;
    }

    @Override
    public void look() {
        if (look.tryLock()) {
            try {
                take(lookedAt, EPoll.wait(epfd, lookedAt, EVENTS, 0));
            } catch (IOException e) {
                // who waits gets it too, and tries again
            } finally {
                look.unlock();
            }
        }
    }

    @Override
    public boolean await() {
        try {
            found = EPoll.wait(epfd, foundAt, EVENTS, -1);
            if (found != 1 || EPoll.getDescriptor(EPoll.getEvent(foundAt, 0)) != wakeIn) {
                return found > 0;
            }
            IOUtil.drain(wakeIn);
        } catch (IOException e) {
            // nobody to tell; those who wait must not be left waiting for ever because of it
            Unsafe.getUnsafe().park(false, PAUSE_NANOS);
        }
        found = 0;
        return false;
    }

    @Override
    public void take() {
        take(foundAt, found);
    }

    @Override
    public void wake() {
        try {
            IOUtil.write1(wakeOut, (byte) 0);
        } catch (IOException e) {
            // the pipe is full: it wakes
        }
    }

    private void take(long from, int count) {
        for (int i = 0; i < count; i++) {
            long event = EPoll.getEvent(from, i);
            int fd = EPoll.getDescriptor(event);
            if (fd != wakeIn) {
                of(fd).occurred(EPoll.getEvents(event));
            }
        }
    }
}
