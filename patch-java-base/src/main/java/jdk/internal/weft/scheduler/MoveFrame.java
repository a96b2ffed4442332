package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.util.concurrent.RejectedExecutionException;
import java.weft.CarrierContext;
import java.weft.RuntimeFrame;

/** The innermost frame of a fiber that goes to another scheduler: tells it if that one has not taken it. */
final class MoveFrame extends RuntimeFrame {
    private final FiberScheduler wanted;

    /** Written by whoever owns the fiber then. */
    private boolean isRefused;

    private Throwable cause;

    MoveFrame(FiberScheduler wanted) {
        this.wanted = wanted;
    }

    /** The fiber goes on elsewhere. For its owner. */
    void refuse(Throwable why) {
        isRefused = true;
        cause = why;
    }

    @Override
    public void resume(CarrierContext c) throws Throwable {
        c.rethrow();
        if (isRefused) {
            throw new RejectedExecutionException(
                    "the scheduler " + wanted.getClass().getName()
                            + " has not taken the thread: it goes on under the default scheduler",
                    cause);
        }
    }
}
