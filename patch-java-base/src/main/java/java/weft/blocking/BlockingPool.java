package java.weft.blocking;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.StackProbe;
import jdk.internal.weft.SystemThread;

/**
 * Platform threads that make native calls which block and which the kernel cannot poll, such as looking up a host name.
 * At most {@value #MAX_PROPERTY} of them (default {@value #DEFAULT_MAX}) exist; they end when idle. Further calls queue
 * up.
 */
public final class BlockingPool {
    private static final String MAX_PROPERTY = "weft.blocking.max";
    private static final int DEFAULT_MAX = 64;
    private static final int IDLE_SECONDS = 10;

    /** Null until the first call: not made in an initializer, which would have failed for ever. */
    private static volatile ThreadPoolExecutor pool;

    private BlockingPool() {}

    private static int max() {
        String wanted = VM.getSavedProperty(MAX_PROPERTY);
        return wanted == null ? DEFAULT_MAX : Math.max(1, Integer.parseInt(wanted));
    }

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor known = pool;
        return known != null ? known : make();
    }

    private static synchronized ThreadPoolExecutor make() {
        if (pool == null) {
            // the initializers of the JDK's classes need room
            StackProbe.beforeDefinition();
            int max = max();
            ThreadPoolExecutor made = new ThreadPoolExecutor(
                    max, max, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new Threads());
            made.allowCoreThreadTimeOut(true);
            pool = made;
        }
        return pool;
    }

    /** A class of its own, as all tasks of the runtime: lambdas would be linked at a time when that is not safe. */
    private static final class Threads implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            return SystemThread.make(task, "weft-blocking");
        }
    }

    /**
     * Has the call made, and waits for it: in a fiber, parked. Not interruptible, as the native call is not. Where
     * there is no memory or kernel thread for it, the caller makes it, which needs neither.
     *
     * @return what the call returned
     * @throws Exception what it threw
     */
    public static Object run(BlockingCall call) throws Exception {
        if (!isTaken(call)) {
            call.runHere();
        }
        boolean interrupted = false;
        try {
            for (boolean isAgain = false; !call.isDone(); isAgain = true) {
                interrupted |= Waiting.takeInterrupt();
                Waiting.awaitInput(0, isAgain);
            }
        } finally {
            if (interrupted) {
                JdkAccess.giveInterrupt(Thread.currentThread());
            }
        }
        return call.result();
    }

    private static boolean isTaken(BlockingCall call) {
        try {
            pool().execute(call);
            return true;
        } catch (OutOfMemoryError e) {
            ThreadPoolExecutor known = pool;
            if (known != null) {
                // it may lie in the queue of a pool whose last thread has just ended
                known.remove(call);
            }
            return false;
        }
    }
}
