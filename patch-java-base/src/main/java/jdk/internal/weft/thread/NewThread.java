package jdk.internal.weft.thread;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.weft.CarrierContext;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.monitor.Keeper;

/**
 * What {@code Thread}'s constructors do differently, so that a thread is cheap to make: names are made when they are
 * asked for, the stack is only walked for a context where somebody could tell, locks are replaced by atomic operations.
 * Thread-safe; usable from the VM's first moments.
 */
public final class NewThread {
    /** Stands for a name that nobody has asked for; told by identity. */
    private static final String UNNAMED = new String("Thread");

    private static long firstIds;
    private static int firstNumbers;
    private static volatile boolean combinersExist;

    private NewThread() {}

    /**
     * What needs {@code Unsafe}. The VM makes its first threads before that class may be initialized (its constants are
     * not set yet), by one thread only.
     */
    private static final class Atomics {
        static final Unsafe U = Unsafe.getUnsafe();
        static final long IDS = U.objectFieldOffset(Atomics.class, "ids");
        static final long NUMBERS = U.objectFieldOffset(Atomics.class, "numbers");
        static final long NAME = U.objectFieldOffset(Thread.class, "name");
        static final long BLOCKER_LOCK = U.objectFieldOffset(Thread.class, "blockerLock");
        static final Atomics COUNTERS = new Atomics();

        volatile long ids = firstIds;
        volatile int numbers = firstNumbers;
    }

    // ------------------------------------------------------------------------------------------- names and numbers

    /** In place of {@code Thread.nextThreadID}. */
    public static long nextId() {
        return VM.isModuleSystemInited() ? Atomics.U.getAndAddLong(Atomics.COUNTERS, Atomics.IDS, 1) + 1 : ++firstIds;
    }

    /** In place of {@code Thread.nextThreadNum}. */
    public static int nextNumber() {
        return VM.isModuleSystemInited()
                ? Atomics.U.getAndAddInt(Atomics.COUNTERS, Atomics.NUMBERS, 1)
                : firstNumbers++;
    }

    /**
     * The name of a thread that is to be numbered; it is numbered at once if its constructor may call the program,
     * which may make other threads there, or throw.
     */
    public static String unnamed() {
        return mayCallOthers(CarrierContext.currentThread()) ? "Thread-" + nextNumber() : UNNAMED;
    }

    /** Whether a thread that the creator makes asks an override of its, a security manager or {@code childValue}. */
    @SuppressWarnings("removal")
    private static boolean mayCallOthers(Thread creator) {
        return creator.getClass() != Thread.class
                || WeftLocals.hasInheritable(creator)
                || System.getSecurityManager() != null;
    }

    /** Takes a number for a thread that was made without a name, and has none yet. */
    @SuppressWarnings("ReferenceEquality") // another string of the same letters is a name
    public static void number(Thread thread) {
        if (JdkAccess.name(thread) == UNNAMED) {
            JdkAccess.number(thread, nextNumber());
        }
    }

    /** What {@code Thread.getName} returns, given the field. */
    @SuppressWarnings("ReferenceEquality") // another string of the same letters is a name
    public static String name(String name, Thread thread) {
        return name == UNNAMED ? makeName(thread) : name;
    }

    /** The same for onlookers: no name is made that would stay with the thread. */
    @SuppressWarnings("ReferenceEquality") // as above
    public static String shownName(Thread thread) {
        String name = JdkAccess.name(thread);
        return name == UNNAMED ? "Thread-" + JdkAccess.number(thread) : name;
    }

    private static String makeName(Thread thread) {
        String made = "Thread-" + JdkAccess.number(thread);
        return Atomics.U.compareAndSetReference(thread, Atomics.NAME, UNNAMED, made) ? made : JdkAccess.name(thread);
    }

    // ------------------------------------------------------------------------------------------- locks and priorities

    /** In place of the field {@code Thread.blockerLock}: made when it is first needed. */
    public static Object blockerLock(Thread thread) {
        Object lock = Atomics.U.getReferenceAcquire(thread, Atomics.BLOCKER_LOCK);
        if (lock != null) {
            return lock;
        }
        Object made = new Object();
        Object other = Atomics.U.compareAndExchangeReference(thread, Atomics.BLOCKER_LOCK, null, made);
        return other == null ? made : other;
    }

    /**
     * In place of {@code Thread.setPriority0}, with the field already set: only a kernel thread has something to tell.
     */
    public static void setPriority0(Thread thread, int priority) {
        if (JdkAccess.eetop(thread) != 0 && Fibers.of(thread) == null) {
            JdkAccess.setPriority0(thread, priority);
        }
    }

    /**
     * Called first by {@code Thread.exit}: the thread has no context locals any more, nor monitors by continuations
     * that it has left suspended.
     */
    public static void ends(Thread thread) {
        Keeper.ended(thread);
        if (JdkAccess.bindings(thread) == null) {
            return;
        }
        if (thread == CarrierContext.currentThread()) {
            CarrierContext.bind(null);
        } else {
            JdkAccess.bindings(thread, null);
        }
    }

    // ------------------------------------------------------------------------------------------- access control

    /**
     * In place of {@code AccessController.getContext()}, the context that a new thread inherits. Where there is neither
     * a security manager nor any {@code DomainCombiner} (as {@code Subject.doAs} has), it decides nothing, and the one
     * of the creator does.
     */
    @SuppressWarnings("removal")
    public static AccessControlContext context() {
        if (combinersExist || System.getSecurityManager() != null) {
            return AccessController.getContext();
        }
        return JdkAccess.inheritedAccessControlContext(CarrierContext.currentThread());
    }

    /**
     * In place of the native {@code AccessController.getInheritedAccessControlContext}, which would ask the carrier.
     */
    @SuppressWarnings("removal")
    public static AccessControlContext inheritedContext() {
        return JdkAccess.inheritedAccessControlContext(CarrierContext.currentThread());
    }

    /** A context has been given a combiner; returns the argument. */
    @SuppressWarnings("removal")
    public static java.security.DomainCombiner combiner(java.security.DomainCombiner combiner) {
        if (combiner != null && !combinersExist) {
            combinersExist = true;
        }
        return combiner;
    }
}
