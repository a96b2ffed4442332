package jdk.internal.weft.fiber;

import java.weft.CarrierContext;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * Whether fibers that compute are made to leave their carriers, as {@code weft.preemption} says: {@code on} where more
 * compute than there are processors, {@code off} never, {@code always} behind the first call of a twin after each
 * mount, for tests.
 */
public final class Preemption {
    private static final String CHOICE = VM.getSavedProperty("weft.preemption");

    private static final boolean IS_ALWAYS = "always".equals(CHOICE);

    /** Whether the watchdog asks. */
    public static final boolean IS_ON = !"off".equals(CHOICE);

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long COUNT = U.objectFieldOffset(Preemption.class, "count");

    private static final Preemption COUNTER = new Preemption();

    private volatile long count;

    private Preemption() {}

    /**
     * What {@link CarrierContext#unwinding} is when a fiber is mounted. Those of schedulers of the program's are never
     * asked: an event loop's may count on it. Those of a simulation are asked behind each call.
     */
    public static int atMount(CarrierContext c) {
        return IS_ALWAYS && c.carrier.isWorker() || c.simulation != null ? CarrierContext.ASKED : 0;
    }

    /** A fiber leaves that was asked to. */
    public static void note() {
        U.getAndAddLong(COUNTER, COUNT, 1);
    }

    /** How often fibers have left that were asked to. */
    public static long count() {
        return COUNTER.count;
    }
}
