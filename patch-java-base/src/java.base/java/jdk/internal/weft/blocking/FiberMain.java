package jdk.internal.weft.blocking;

import jdk.internal.weft.Fields;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;

/** The outermost method of every fiber. Woven, as everything in this package is: it blocks by suspending. */
public final class FiberMain {
    private FiberMain() {}

    /** Runs the thread's {@code run}, then its uncaught-exception handler if need be, then ends the thread. */
    public static void run(Thread thread) {
        try {
            thread.run();
        } catch (Throwable t) {
            uncaught(thread, t);
        }
        end(thread);
    }

    private static void uncaught(Thread thread, Throwable t) {
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
        } catch (Throwable ignored) {
            // as the VM does: an exception of the handler is dropped (JLS 11.3)
        }
    }

    private static void end(Thread thread) {
        try {
            VirtualRules.leaveGroup(thread);
            Fields.exit(thread);
        } finally {
            if (!Fibers.endAtOnce(thread)) {
                synchronized (thread) {
                    Fibers.terminated(thread);
                    thread.notifyAll();
                }
            }
            Fields.fiber(thread).releaseJoiners();
        }
    }
}
