package jdk.internal.weft;

import java.weft.Cont;

/**
 * Thread locals that belong to the carrier: caches of native memory, of which each fiber would otherwise keep its own.
 *
 * <p>The caller must not suspend while it uses such a value in place (it may, once it has taken out a buffer). While the
 * variable is read or written the carrier shows its own identity, so that the registry of {@code TerminatingThreadLocal},
 * which frees the value, is the carrier's as well.
 */
public final class CarrierLocals {
    private CarrierLocals() {}

    /** In place of {@code local.get()}. */
    public static Object get(ThreadLocal<?> local) {
        Cont cont = Fields.cont(Thread.currentThread());
        Thread mounted = cont == null ? null : cont.thread;
        if (mounted == null) {
            return local.get();
        }
        cont.thread = null;
        try {
            return local.get();
        } finally {
            cont.thread = mounted;
        }
    }

    /** In place of {@code local.set(value)}. */
    public static void set(ThreadLocal<Object> local, Object value) {
        Cont cont = Fields.cont(Thread.currentThread());
        Thread mounted = cont == null ? null : cont.thread;
        if (mounted == null) {
            local.set(value);
            return;
        }
        cont.thread = null;
        try {
            local.set(value);
        } finally {
            cont.thread = mounted;
        }
    }
}
