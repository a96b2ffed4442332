package sun.nio.ch;

import java.weft.Frame;
import jdk.internal.weft.trace.FrameValues;

/** For which events of which descriptor a fiber waits, for onlookers: a snapshot. */
public final class WeftAwaited {
    /** Frames above the one that waits: the runtime's own. */
    private static final int OWN_FRAMES = 4;

    /** The number of the descriptor. */
    public final int descriptor;

    /** Whether the fiber waits until it can read there; a selector's descriptor is read. */
    public final boolean isToRead;

    /** Whether it waits until it can write there, or is connected. */
    public final boolean isToWrite;

    private WeftAwaited(int descriptor, int events) {
        this.descriptor = descriptor;
        isToRead = (events & Net.POLLIN) != 0;
        isToWrite = (events & Net.POLLOUT) != 0;
    }

    /** That of a fiber with these frames; null if it waits for no descriptor. */
    public static WeftAwaited of(Thread thread, Frame top) {
        int n = 0;
        for (Frame f = top; f != null && n < OWN_FRAMES; f = f.next, n++) {
            if (f.at.host == WeftPoller.class) {
                WeftWaiters waiters = FrameValues.reference(f, WeftWaiters.class);
                return waiters == null ? null : of(thread, waiters);
            }
        }
        return null;
    }

    /** The same of a pinned fiber, whose frames are not to be had: looks at all descriptors. */
    public static WeftAwaited ofPinned(Thread thread) {
        WeftEpoll known = WeftEpoll.known();
        if (known == null) {
            return null;
        }
        for (WeftWaiters each : known.all()) {
            WeftAwaited found = each == null ? null : of(thread, each);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** How many descriptors there are for which a fiber waits. A snapshot. */
    public static int descriptors() {
        WeftEpoll known = WeftEpoll.known();
        int n = 0;
        if (known != null) {
            for (WeftWaiters each : known.all()) {
                if (each != null && each.areAwaited()) {
                    n++;
                }
            }
        }
        return n;
    }

    private static WeftAwaited of(Thread thread, WeftWaiters waiters) {
        int events = waiters.awaitedBy(thread);
        return events == 0 ? null : new WeftAwaited(waiters.fd, events);
    }
}
