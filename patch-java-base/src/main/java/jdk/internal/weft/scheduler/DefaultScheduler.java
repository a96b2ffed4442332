package jdk.internal.weft.scheduler;

import java.weft.AbstractCarrier;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Scheduler;

/** The scheduler of those fibers for which no other was chosen: {@link Carriers}. */
final class DefaultScheduler extends Scheduler {
    /** For {@link Carriers}. */
    DefaultScheduler() {}

    @Override
    public boolean callsProgram() {
        return false;
    }

    @Override
    public void start(Fiber fiber) {
        Carriers.submit(fiber);
    }

    @Override
    public void resume(Fiber fiber, boolean byProgram) {
        Carriers.submit(fiber);
    }

    @Override
    public void resumeFirst(Fiber fiber) {
        Carriers.submitFirst(fiber);
    }

    @Override
    public void resumeLater(Fiber fiber) {
        Carriers.submitBackground(fiber);
    }

    @Override
    public void yield(Fiber fiber, AbstractCarrier carrier, boolean hasComputed) {
        ((Carrier) carrier).addYielding(fiber, hasComputed);
    }

    @Override
    public Thread carrying(Fiber fiber) {
        return Carriers.carrying(fiber);
    }
}
