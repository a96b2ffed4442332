package jdk.internal.weft.scheduler;

import java.weft.Blocker;
import java.weft.CarrierContext;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.local.CarrierLocals;
import jdk.internal.weft.timer.Sleeper;
import jdk.internal.weft.timer.Timer;

/**
 * A thread of the program's while it runs a {@link SchedulerTask}: it carries that fiber until it parks. What it was
 * before, a carrier with another fiber even, it is again afterwards.
 */
final class TaskCarrier extends Carrier {
    private final Thread thread;

    /** What the thread had before, or null. */
    private final CarrierContext outer;

    private final Simulation simulation;

    /** The context locals' bindings that the thread shows otherwise, its own or those of the fiber that calls. */
    private Object[] bindings;

    /** What the thread has meanwhile. */
    final CarrierContext context = new CarrierContext();

    /** Its fiber has yielded: to be given to its scheduler as soon as the thread is again what it was before. */
    boolean hasYielded;

    /** {@code simulation} or null. */
    TaskCarrier(Thread thread, CarrierContext outer, Simulation simulation) {
        this.thread = thread;
        this.outer = outer;
        this.simulation = simulation;
        context.carrier = this;
        context.simulation = simulation;
    }

    /**
     * The thread, which is the calling one, carries. If it is a carrier already, the fiber that calls may be in the
     * middle of using processor locals, which no other is to find.
     */
    void install() {
        if (outer != null && outer.borrowedCount != 0) {
            CarrierLocals.leaveBorrowed(outer);
        }
        bindings = JdkAccess.bindings(thread);
        if (bindings != null) {
            JdkAccess.bindings(thread, null);
        }
        CarrierContext.set(thread, context);
    }

    /** It is what it was before. */
    void uninstall() {
        CarrierContext.set(thread, outer);
        if (bindings != null) {
            JdkAccess.bindings(thread, bindings);
        }
    }

    private Carrier outerCarrier() {
        return outer == null ? null : (Carrier) outer.carrier;
    }

    @Override
    Thread thread() {
        return thread;
    }

    @Override
    public int number() {
        if (simulation != null) {
            // not by a thread's identity: what lies in stripes is seen in their order
            return 0;
        }
        Carrier outerCarrier = outerCarrier();
        return outerCarrier == null ? (int) JdkAccess.tid(thread) & Integer.MAX_VALUE : outerCarrier.number();
    }

    /** Slices are the default scheduler's. */
    @Override
    public boolean hasUsedUpSlice() {
        return false;
    }

    @Override
    void add(Fiber fiber) {
        Carrier outerCarrier = outerCarrier();
        if (outerCarrier == null) {
            Carriers.submitFromOutside(fiber);
        } else {
            outerCarrier.add(fiber);
        }
    }

    @Override
    void addFirst(Fiber fiber) {
        Carrier outerCarrier = outerCarrier();
        if (outerCarrier == null) {
            Carriers.submitFromOutside(fiber);
        } else {
            outerCarrier.addFirst(fiber);
        }
    }

    @Override
    void addYielding(Fiber fiber, boolean hasComputed) {
        add(fiber);
    }

    @Override
    public Timer wakeLater(Sleeper fiber, long nanos) {
        if (simulation != null) {
            return simulation.wakeLater((Fiber) fiber, nanos);
        }
        return Carriers.wakeLater(fiber, nanos, number());
    }

    @Override
    public void block(Blocker blocker) {
        Carrier outerCarrier = outerCarrier();
        if (simulation != null) {
            Fiber fiber = (Fiber) context.fiber;
            simulation.block(blocker, fiber != null && fiber.thread().isDaemon());
        } else if (outerCarrier == null) {
            blocker.block();
        } else {
            outerCarrier.block(blocker);
        }
    }
}
