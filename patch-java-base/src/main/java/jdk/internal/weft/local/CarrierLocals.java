package jdk.internal.weft.local;

import java.nio.charset.Charset;
import java.util.concurrent.ThreadLocalRandom;
import java.weft.CarrierContext;
import jdk.internal.loader.ClassLoaders;
import jdk.internal.weft.JdkAccess;

/**
 * Thread locals that belong to the carrier: caches of native memory, of which each fiber would otherwise keep its own.
 *
 * <p>The caller must not suspend while it uses such a value in place (it may, once it has taken out a buffer). While
 * the variable is read or written the carrier shows its own identity, so that the registry of
 * {@code TerminatingThreadLocal}, which frees the value, is the carrier's as well.
 */
public final class CarrierLocals {
    /**
     * Value of {@code JdkAccess.owner}: the values of a processor local belong to carriers; to those of kernel threads
     * that carry none, too.
     */
    private static final byte CARRIER = 1;

    private CarrierLocals() {}

    /**
     * Makes it a processor local: a cache, whose values may be lost at any suspension. A fiber that uses it finds what
     * the last one has left on the carrier; if it is suspended meanwhile, what it has used leaves the carrier, so that
     * no other fiber can use it at the same time.
     *
     * @throws IllegalArgumentException if it is no {@code ThreadLocal}
     */
    public static void move(Object local) {
        if (!(local instanceof ThreadLocal) || local instanceof InheritableThreadLocal) {
            throw new IllegalArgumentException();
        }
        JdkAccess.owner((ThreadLocal<?>) local, CARRIER);
    }

    /** In place of {@code Thread.currentThread()} in {@code ThreadLocal}: the thread that has the value. */
    public static Thread owner(ThreadLocal<?> local) {
        if (JdkAccess.owner(local) != CARRIER) {
            return CarrierContext.currentThread();
        }
        Thread kernel = Thread.currentThread();
        CarrierContext context = CarrierContext.of(kernel);
        if (context != null && context.fiber != null) {
            borrow(context, local);
        }
        return kernel;
    }

    private static void borrow(CarrierContext context, ThreadLocal<?> local) {
        ThreadLocal<?>[] borrowed = context.borrowed;
        int count = context.borrowedCount;
        for (int i = 0; i < count; i++) {
            if (borrowed[i] == local) {
                return;
            }
        }
        if (borrowed == null) {
            borrowed = new ThreadLocal<?>[4];
            context.borrowed = borrowed;
        } else if (count == borrowed.length) {
            ThreadLocal<?>[] longer = new ThreadLocal<?>[2 * count];
            System.arraycopy(borrowed, 0, longer, 0, count);
            borrowed = longer;
            context.borrowed = borrowed;
        }
        borrowed[count] = local;
        context.borrowedCount = count + 1;
    }

    /**
     * The calling carrier's fiber, or a continuation, is suspended, and perhaps in the middle of using these values: it
     * alone may go on with them.
     */
    public static void leaveBorrowed(CarrierContext context) {
        WeftLocals.drop(context);
        forgetBorrowed(context);
    }

    /** The fiber has ended: the values stay with the carrier. */
    public static void forgetBorrowed(CarrierContext context) {
        for (int i = context.borrowedCount - 1; i >= 0; i--) {
            context.borrowed[i] = null;
        }
        context.borrowedCount = 0;
    }

    /**
     * Whether a coder of that charset is not to be left on the carrier, which would keep a loader of the program's for
     * as long. For {@code ThreadLocalCoders} and {@code ZipCoder}.
     */
    public static boolean isCharsetOfProgram(Object charset) {
        if (!(charset instanceof Charset) || !CarrierContext.isInFiber()) {
            return false;
        }
        ClassLoader loader = charset.getClass().getClassLoader();
        return loader != null && loader != ClassLoaders.platformClassLoader();
    }

    /** The kernel thread under the caller: the carrier of a mounted fiber, else the caller's own thread. */
    public static Thread carrier() {
        return Thread.currentThread();
    }

    /**
     * The same, for {@code ThreadLocalRandom.nextSeed}: a fiber may have asked for its generator on another carrier
     * than this.
     */
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
        CarrierContext context = CarrierContext.of(Thread.currentThread());
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
        CarrierContext context = CarrierContext.of(Thread.currentThread());
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
