package jdk.internal.weft;

import java.util.concurrent.ThreadLocalRandom;
import java.weft.CarrierContext;

/**
 * Thread locals that belong to the carrier: caches of native memory, of which each fiber would otherwise keep its own.
 *
 * <p>The caller must not suspend while it uses such a value in place (it may, once it has taken out a buffer). While the
 * variable is read or written the carrier shows its own identity, so that the registry of {@code TerminatingThreadLocal},
 * which frees the value, is the carrier's as well.
 */
public final class CarrierLocals {
    private CarrierLocals() {}

    /** The kernel thread under the caller: the carrier of a mounted fiber, else the caller's own thread. */
    public static Thread carrier() {
        return Thread.currentThread();
    }

    /** The same, for {@code ThreadLocalRandom.nextSeed}: a fiber may have asked for its generator on another carrier than this. */
    public static Thread seededCarrier() {
        Thread carrier = Thread.currentThread();
        if (JdkAccess.threadLocalRandomProbe(carrier) == 0) {
            ThreadLocalRandom.current();
        }
        return carrier;
    }

    /** {@code Thread.getId}, which cannot be overridden here. */
    public static long id(Thread carrier) {
        return JdkAccess.tid(carrier);
    }

    /** In place of {@code local.get()}. */
    public static Object get(ThreadLocal<?> local) {
        CarrierContext context = JdkAccess.context(Thread.currentThread());
        Thread mounted = context == null ? null : context.thread;
        if (mounted == null) {
            return local.get();
        }
        context.thread = null;
        try {
            return local.get();
        } finally {
            context.thread = mounted;
        }
    }

    /** In place of {@code local.set(value)}. */
    public static void set(ThreadLocal<Object> local, Object value) {
        CarrierContext context = JdkAccess.context(Thread.currentThread());
        Thread mounted = context == null ? null : context.thread;
        if (mounted == null) {
            local.set(value);
            return;
        }
        context.thread = null;
        try {
            local.set(value);
        } finally {
            context.thread = mounted;
        }
    }
}
