package java.weft;

import jdk.internal.misc.Unsafe;

/**
 * An outermost heap frame that has no values, in place of one for each fiber: with most threads {@code Thread.run} and
 * the {@code run} of the task, which wait for nothing but the end of what they have called. It never changes.
 */
final class SharedFrame extends Frame {
    private static final Class<?> EMPTY = empty();

    /** Recursions may end in any number of such frames. */
    private static final int MAX = 8;

    private SharedFrame(SuspensionPoint point, Frame outer) {
        at = point;
        next = outer;
    }

    private static Class<?> empty() {
        try {
            return Class.forName("java.weft.FrameA0J0");
        } catch (ClassNotFoundException e) {
            throw new InternalError(e);
        }
    }

    /** Puts shared frames into the place of the outermost ones of a whole stack, but not of the innermost. */
    static void share(Frame innermost) {
        Frame kept = innermost;
        int empty = 0;
        for (Frame f = innermost.next; f != null; f = f.next) {
            if (f.getClass() == EMPTY) {
                empty++;
            } else {
                kept = f;
                empty = 0;
            }
        }
        for (; empty > MAX; empty--) {
            kept = kept.next;
        }
        if (empty > 0) {
            kept.next = shared(kept.next);
        }
    }

    /** The frame that all have, or the argument where that cannot be. */
    private static Frame shared(Frame own) {
        Frame outer = own.next == null ? null : shared(own.next);
        SharedFrame known = own.at.shared;
        if (known != null && known.next == outer) {
            return known;
        }
        if (mayKeep(own.at.host, outer)) {
            try {
                SharedFrame made = new SharedFrame(own.at, outer);
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
}
