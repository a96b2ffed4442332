package java.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;

/**
 * An outermost heap frame of many fibers, in place of one for each: with most threads {@code Thread.run} and the
 * {@code run} of the task, which wait for nothing but the end of what they have called. It has no value, or one that
 * each fiber's thread has, too: the thread, or its task. It never changes.
 */
final class SharedFrame extends Frame {
    private static final Class<?> EMPTY = shape("java.weft.FrameA0J0");
    private static final Class<?> WITH_ONE = shape("java.weft.FrameA1J0");
    private static final long VALUE = Unsafe.getUnsafe().objectFieldOffset(WITH_ONE, "a0");
    private static final Resumer RESTORER = new Restorer();

    /** Recursions may end in any number of such frames. */
    private static final int MAX = 8;

    /** What a frame may have as its value; no other can be shared. */
    private static final int OTHER = -1;

    private static final int NONE = 0;
    private static final int THREAD = 1;
    private static final int TASK = 2;

    /** Where the frames suspended for which this one stands. */
    private final SuspensionPoint point;

    private final int value;

    private SharedFrame(SuspensionPoint point, int value, Frame outer) {
        this.point = point;
        this.value = value;
        at = value == NONE ? point : new SuspensionPoint(point, RESTORER);
        next = outer;
    }

    private static Class<?> shape(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new InternalError(e);
        }
    }

    /** Where the frame suspended; of a shared one, where those did for which it stands. */
    static SuspensionPoint point(Frame frame) {
        return frame instanceof SharedFrame ? ((SharedFrame) frame).point : frame.at;
    }

    /**
     * Puts shared frames into the place of the outermost ones of a whole stack, but not of the innermost.
     *
     * @param thread whose stack it is, or null to share only frames without a value
     */
    static void share(Frame innermost, Thread thread) {
        Frame kept = innermost;
        int shared = 0;
        for (Frame f = innermost.next; f != null; f = f.next) {
            if (valueOf(f, thread) != OTHER) {
                shared++;
            } else {
                kept = f;
                shared = 0;
            }
        }
        for (; shared > MAX; shared--) {
            kept = kept.next;
        }
        if (shared > 0) {
            kept.next = shared(kept.next, thread);
        }
    }

    private static int valueOf(Frame frame, Thread thread) {
        Class<?> shape = frame.getClass();
        if (shape == EMPTY) {
            return NONE;
        }
        if (thread == null || shape != WITH_ONE) {
            return OTHER;
        }
        Object value = Unsafe.getUnsafe().getReference(frame, VALUE);
        boolean isThread = value == thread;
        // onlookers look for monitors in a frame's values
        if (value == null || !isThread && value != JdkAccess.target(thread) || mayHoldMonitors(frame.at)) {
            return OTHER;
        }
        return isThread ? THREAD : TASK;
    }

    @SuppressWarnings("unused") // who cannot be told may hold some
    private static boolean mayHoldMonitors(SuspensionPoint point) {
        try {
            return point.holdsMonitors();
        } catch (Throwable t) {
            return true;
        }
    }

    /** The frame that all have, or the argument where that cannot be. */
    private static Frame shared(Frame own, Thread thread) {
        Frame outer = own.next == null ? null : shared(own.next, thread);
        int value = valueOf(own, thread);
        SharedFrame known = own.at.shared;
        if (known != null && known.next == outer && known.value == value) {
            return known;
        }
        if (value != OTHER && mayKeep(own.at.host, outer)) {
            try {
                SharedFrame made = new SharedFrame(own.at, value, outer);
                // others read it by a race
                Unsafe.getUnsafe().storeFence();
                own.at.shared = made;
                return made;
            } catch (OutOfMemoryError e) {
                // then this one has its own
            }
        }
        own.next = outer;
        return own;
    }

    /** As long as the class lives, so would the one of the frame: it must be one that lives as long in any case. */
    private static boolean mayKeep(Class<?> host, Frame outer) {
        if (outer == null) {
            return true;
        }
        if (!(outer instanceof SharedFrame)) {
            return false;
        }
        Class<?> kept = outer.at.host;
        ClassLoader loader = kept.getClassLoader();
        return kept == host || !kept.isHidden() && (loader == null || loader == host.getClassLoader());
    }

    /** A frame of the thread's own, with its value. Waits for memory. */
    private Frame own(Thread thread) {
        for (int tries = 0; ; tries++) {
            try {
                Frame own = (Frame) Unsafe.getUnsafe().allocateInstance(WITH_ONE);
                own.at = point;
                own.next = next;
                Object has = value == THREAD ? thread : JdkAccess.target(thread);
                Unsafe.getUnsafe().putReference(own, VALUE, has);
                return own;
            } catch (OutOfMemoryError e) {
                Reserve.await(tries);
            } catch (InstantiationException e) {
                throw new InternalError(e);
            }
        }
    }

    /** Resumes a frame that has the fiber's own value. */
    private static final class Restorer extends Resumer {
        @Override
        public void resume(Frame frame, CarrierContext context) throws Throwable {
            Frame own = ((SharedFrame) frame).own(context.thread);
            own.at.resumer().resume(own, context);
        }
    }
}
