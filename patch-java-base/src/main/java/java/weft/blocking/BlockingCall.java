package java.weft.blocking;

import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.PinnedCall;

/**
 * A native call that another thread makes on behalf of one that waits for it; used once.
 *
 * <p>What the call did happens-before {@link #isDone} returns true.
 */
public abstract class BlockingCall implements Runnable {
    private final Thread waiter;
    private volatile boolean done;
    private Object result;
    private Throwable failure;

    /** A call on behalf of the calling thread. */
    protected BlockingCall() {
        waiter = Thread.currentThread();
    }

    /**
     * Makes the call.
     *
     * @throws Exception what the native method throws; the waiting thread gets it
     */
    protected abstract Object call() throws Exception;

    /** Makes the call, and wakes the thread that waits for it. */
    @Override
    public final void run() {
        try {
            result = call();
        } catch (Throwable t) {
            failure = t;
        } finally {
            done = true;
            Waiting.signal(waiter);
        }
    }

    /** Makes the call on the caller's own kernel thread; that of a fiber is a carrier, in whose place another runs. */
    final void runHere() {
        Fiber fiber = Fibers.of(waiter);
        if (fiber == null) {
            run();
        } else {
            new Here(this).run(fiber);
        }
    }

    private static final class Here extends PinnedCall {
        private final BlockingCall call;

        Here(BlockingCall call) {
            this.call = call;
        }

        void run(Fiber fiber) {
            blockCarrierOf(fiber);
        }

        @Override
        protected void call() {
            call.run();
        }
    }

    /** True once the result is there. */
    final boolean isDone() {
        return done;
    }

    /** The result of a call that is done. */
    final Object result() throws Exception {
        Throwable t = failure;
        if (t == null) {
            return result;
        }
        if (t instanceof Error) {
            throw (Error) t;
        }
        throw (Exception) t;
    }
}
