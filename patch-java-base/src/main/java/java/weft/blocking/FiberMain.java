package java.weft.blocking;

import java.nio.charset.StandardCharsets;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.StandardError;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.monitor.FiberEnd;

/** The outermost method of every fiber. Woven, as everything in this package is: it blocks by suspending. */
public final class FiberMain {
    private FiberMain() {}

    /**
     * Runs the thread's {@code run}, then its uncaught-exception handler if need be, then ends the thread. Asks for the
     * thread anew each time: a frame without values can be one for all fibers.
     */
    @SuppressWarnings("DoNotCall") // this is what runs a fiber
    public static void run(Thread thread) {
        try {
            Runnable target = JdkAccess.target(thread);
            if (target instanceof ProgramMain) {
                ((ProgramMain) target).call();
            } else if (!JdkAccess.stillborn(thread)) {
                thread.run();
            }
        } catch (Throwable t) {
            uncaught(Thread.currentThread(), t);
        }
        end(Thread.currentThread());
    }

    /**
     * Ends a thread whose outermost frame was lost for want of memory.
     *
     * @param lost what has come out of it; goes to the uncaught-exception handler, unless the thread was past that
     */
    public static void end(Thread thread, Throwable lost) {
        if (thread.getThreadGroup() != null) {
            uncaught(thread, lost);
        }
        end(thread);
    }

    private static void uncaught(Thread thread, Throwable t) {
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
        } catch (Throwable ofHandler) {
            report(thread, ofHandler);
        }
    }

    /** An exception of the handler is dropped (JLS 11.3); the VM says as much, not by what the program may replace. */
    private static void report(Thread thread, Throwable ofHandler) {
        try {
            String text = "\nException: " + ofHandler.getClass().getName()
                    + " thrown from the UncaughtExceptionHandler in thread \"" + thread.getName() + "\"\n";
            StandardError.stream().write(text.getBytes(StandardCharsets.UTF_8));
        } catch (Throwable ignored) {
            // it has not to be said
        }
    }

    private static void end(Thread thread) {
        try {
            VirtualRules.leaveGroup(thread);
            JdkAccess.exit(thread);
        } finally {
            // as on JDK 21, the end of a virtual thread does not wait for its monitor
            boolean isVirtual = VirtualRules.isMadeByApi(thread);
            if (isVirtual) {
                terminate(thread);
            }
            if (!FiberEnd.endAtOnce(thread, isVirtual)) {
                synchronized (thread) {
                    if (!isVirtual) {
                        Fibers.terminated(thread);
                    }
                    thread.notifyAll();
                }
            }
            if (!isVirtual) {
                Fibers.of(thread).releaseJoiners();
            }
        }
    }

    private static void terminate(Thread thread) {
        Fibers.terminated(thread);
        Fibers.of(thread).releaseJoiners();
    }
}
