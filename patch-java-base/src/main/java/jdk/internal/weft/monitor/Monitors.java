package jdk.internal.weft.monitor;

import java.weft.CarrierContext;
import java.weft.Initializers;
import java.weft.Reserve;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.StackRoom;

/**
 * Monitors, as woven code sees them: each method belongs to one bytecode, one method of {@code Object}, or one step of
 * the blocking methods in {@code java.weft.blocking}. The {@code thread} that most of them take is the caller's
 * {@code Thread.currentThread()} in woven code: a mounted fiber's own, not its carrier's.
 *
 * <p>Guarantees, for fibers, pinned fibers and platform threads in any mixture: mutual exclusion, reentrancy and
 * visibility as in JLS 17.1 and 17.4; waiting as in JLS 17.2. As on HotSpot a thread may enter before others that have
 * waited longer. Where the stack ends, a thread is notified, or begins to wait, wholly or not at all.
 *
 * <p>The class stays whole because it is the one door to this package; what the methods do is in {@link Entry},
 * {@link Entries} and {@link RealWait}.
 */
public final class Monitors {
    /**
     * 0 as long as no monitor was ever detached, and no fiber has ever waited; then 1 for good.
     *
     * <p>Memory effects: written and read plainly, both inside the monitor that is spoken of. The write precedes the
     * exit that lets others in, which happens-before their enter (JLS 17.4.5), so they read 1.
     */
    public static int ever;

    private Monitors() {}

    // ------------------------------------------------------------------------------------------- enter

    /**
     * The check after a real enter in a plain copy: on return no other thread owns the monitor. Waits in the VM
     * meanwhile, for plain code cannot leave the monitor of a {@code synchronized} method.
     */
    public static void entered(Object monitor) {
        Entry entry = Entries.findHeld(monitor);
        if (entry != null) {
            try {
                RealWait.untilAdmitted(entry, CarrierContext.currentThread());
            } finally {
                Entries.prune(entry);
            }
        }
    }

    /**
     * To be called before an object is locked that will be looked up: hashing it when it is locked inflates its
     * monitor.
     */
    public static void prepare(Object monitor) {
        if (ClassFilter.mayContain(monitor)) {
            System.identityHashCode(monitor);
        }
    }

    /**
     * The check after a real enter in a twin: true if another fiber owns the monitor, so that the caller must leave it
     * and call {@code Contention.await}.
     */
    public static boolean isForeign(Object monitor, CarrierContext context) {
        if (context.simulation != null && context.simulation.isToMakeWay(context.fiber)) {
            // not foreign, but a place where others may come first
            return true;
        }
        Entry entry = Entries.findHeld(monitor);
        if (entry == null || entry == context.kept) {
            return false;
        }
        if (context.fiber != null && entry.makesWay(context.thread)) {
            context.makesWay = true;
            return true;
        }
        return isForeign(entry, context.thread);
    }

    /** The same for a thread that is about to end in plain code. */
    public static boolean isForeign(Object monitor, Thread thread) {
        Entry entry = Entries.findHeld(monitor);
        return entry != null && isForeign(entry, thread);
    }

    private static boolean isForeign(Entry entry, Thread thread) {
        if (!entry.pass(thread)) {
            return true;
        }
        Entries.prune(entry);
        return false;
    }

    /**
     * Queues up a fiber that {@link #isForeign} has sent away; null if by now it is to try again at once. To enter a
     * monitor takes no memory on the plain JDK: without any it waits for some, and is not in the queue meanwhile.
     */
    public static Waiter queue(Object monitor, Thread thread) {
        StackRoom.require();
        for (int tries = 0; ; tries++) {
            try {
                return tryToQueue(monitor, thread);
            } catch (OutOfMemoryError e) {
                Reserve.await(tries);
            }
        }
    }

    private static Waiter tryToQueue(Object monitor, Thread thread) {
        synchronized (monitor) {
            Entry entry = Entries.find(monitor);
            if (entry == null || entry.admits(thread)) {
                return null;
            }
            // should memory be out, the turn is given up properly: as there is an owner, nobody is due
            boolean wasHeir = entry.resign(thread);
            Waiter waiter = Waiter.entering(monitor, thread);
            entry.queue(waiter, wasHeir);
            return waiter;
        }
    }

    /** Takes back what {@link #queue} did, because the fiber was thrown out of its wait. */
    @ReservedStackAccess
    public static void abandon(Waiter waiter) {
        synchronized (waiter.monitor) {
            Entry entry = Entries.find(waiter.monitor);
            if (entry != null) {
                entry.abandon(waiter);
                Entries.prune(entry);
            }
        }
    }

    // ------------------------------------------------------------------------------------------- suspend and resume

    /**
     * Whether a suspending twin may detach the monitor, which it really holds; docs/monitors.md says which are refused.
     * After a yes, {@link #detach} of it does not throw.
     */
    public static boolean canDetach(Object monitor, Thread thread) {
        if (isDetachable(monitor, thread) && Entries.reserve()) {
            return true;
        }
        Waits.refused(thread);
        return false;
    }

    private static boolean isDetachable(Object monitor, Thread thread) {
        if (isOfVm(monitor)) {
            return false;
        }
        return !ThreadExit.concerns(monitor) || isWaitingOn(monitor, thread);
    }

    /** True for a monitor that the VM enters itself, which knows nothing of suspended owners. */
    private static boolean isOfVm(Object monitor) {
        return monitor instanceof ClassLoader || NativeMonitors.concerns(monitor);
    }

    /** Tells a class with {@code synchronized native} methods: of its objects, or static ones. */
    public static void areNative(Class<?> type, boolean isOfObjects) {
        NativeMonitors.add(type, isOfObjects);
    }

    private static boolean isWaitingOn(Object monitor, Thread thread) {
        Waiter waiter = Waits.current(thread);
        return waiter != null && waiter.monitor == monitor;
    }

    /**
     * Makes one real hold of the calling thread a detached one; the caller then really leaves the monitor once. That is
     * a fiber, which is suspended, or a thread of any kind, a continuation of which is.
     */
    @ReservedStackAccess
    public static void detach(Object monitor, CarrierContext context) {
        Thread thread = context.thread;
        Waiter waiter = Waits.current(thread);
        if (waiter != null && waiter.monitor == monitor) {
            waiter.saved++;
        } else {
            Entry kept = Entries.kept(monitor, context);
            (kept != null ? kept : Entries.ensureReserved(monitor)).detach(thread);
        }
    }

    /** The reverse, after the caller has really entered once. */
    @ReservedStackAccess
    public static void attach(Object monitor, CarrierContext context) {
        Entry entry = Entries.findHeld(monitor);
        entry.attach();
        if (context.fiber != null) {
            Entries.keep(entry, context);
        } else {
            Entries.prune(entry);
        }
    }

    /** True if the thread owns the monitor by detached holds; says nothing about real ones. */
    public static boolean owns(Object monitor, Thread thread) {
        Entry entry = Entries.find(monitor);
        return entry != null && entry.owner() == thread;
    }

    // ------------------------------------------------------------------------------------------- wait

    /** {@code Object.wait(long)} in plain code: blocks the calling kernel thread. */
    public static void waitPlain(Object monitor, long millis) throws InterruptedException {
        Thread thread = CarrierContext.currentThread();
        if (ever != 0 || Fibers.of(thread) != null) {
            checkWait(monitor, millis, thread);
            RealWait.await(monitor, millis, thread);
            return;
        }
        try {
            monitor.wait(millis);
        } catch (InterruptedException e) {
            enteredIfEver(monitor);
            throw e;
        }
        enteredIfEver(monitor);
    }

    private static void enteredIfEver(Object monitor) {
        if (ever != 0) {
            entered(monitor);
        }
    }

    private static void checkWait(Object monitor, long millis, Thread thread) {
        Initializers.before();
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (!Thread.holdsLock(monitor) && !owns(monitor, thread)) {
            throw notOwner();
        }
    }

    private static IllegalMonitorStateException notOwner() {
        return new IllegalMonitorStateException("current thread is not owner");
    }

    /** The milliseconds that {@code Object.wait(long, int)} waits. */
    public static long millis(long millis, int nanos) {
        if (millis < 0) {
            throw new IllegalArgumentException("timeoutMillis value is negative");
        }
        if (nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        return nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis;
    }

    /**
     * First step of {@code Object.wait} in a twin: gives up the detached holds; the real ones follow while the caller's
     * frames unwind. The fiber then suspends while {@link Waiter#isWaiting()}.
     *
     * @return null if the monitor is one that must not be left, the thread is no fiber (a platform thread in a
     *     continuation), or there is no memory, so that the caller is to use {@link #waitPlain}
     */
    public static Waiter beginWait(Object monitor, long millis, Thread thread) throws InterruptedException {
        checkWait(monitor, millis, thread);
        if (isOfVm(monitor) || Fibers.of(thread) == null || Reserve.isOut()) {
            return null;
        }
        StackRoom.require();
        synchronized (monitor) {
            Waiter waiter;
            Entry entry;
            try {
                waiter = Waiter.suspended(monitor, thread);
                entry = Entries.ensure(monitor);
            } catch (OutOfMemoryError e) {
                return null;
            }
            try {
                if (ThreadExit.concerns(monitor) && !ThreadExit.watch(entry)) {
                    return null;
                }
                Waits.begin(waiter);
                entry.startWait(waiter);
                waiter.saved = entry.release(thread);
                return waiter;
            } finally {
                Entries.prune(entry);
            }
        }
    }

    /** To be called while the fiber waits: makes the wait a real one if the fiber would pin, as memory is out. */
    public static void lookForMemory(Waiter waiter) {
        if (Reserve.isOut()) {
            Waits.refused(waiter.thread());
        }
    }

    /**
     * Last step: true if the fiber owns the monitor again, with all holds, detached; else it is queued, is to suspend
     * until {@link Waiter#granted()}, and to try again. To be called of a notified waiter only when it is granted.
     */
    public static boolean endWait(Waiter waiter) {
        synchronized (waiter.monitor) {
            Entry entry = Entries.ensureReserved(waiter.monitor);
            boolean entered = entry.reacquire(waiter);
            if (entered) {
                Waits.end(waiter);
            }
            Entries.prune(entry);
            return entered;
        }
    }

    /**
     * Ends a wait on the carrier, because the fiber was thrown out of it, or
     * {@linkplain Waiter#isPinned() could not unwind} and is to go on in {@link #waitPlain}. On return the fiber owns
     * the monitor as before the wait.
     */
    @ReservedStackAccess
    public static void leaveWait(Waiter waiter) {
        Thread thread = waiter.thread();
        synchronized (waiter.monitor) {
            Entry entry = Entries.ensureReserved(waiter.monitor);
            waiter.timeOut();
            entry.abandon(waiter);
            if (waiter.hasNotification()) {
                entry.notifyOne();
            }
            Waits.end(waiter);
            RealWait.untilAdmitted(entry, thread);
            entry.restore(thread, waiter.saved);
            waiter.saved = 0;
            Entries.prune(entry);
        }
    }

    /**
     * Second step of {@code Thread.interrupt} of a fiber, whose flag is set: ends its wait. The unpark is to follow.
     */
    public static void interrupted(Thread fiber) {
        Waits.interrupt(fiber);
    }

    // ------------------------------------------------------------------------------------------- notify

    /** {@code Object.notify()}. */
    public static void notify(Object monitor, Thread thread) {
        Entry entry = ever == 0 ? null : entryOfHolder(monitor, thread);
        if (entry == null) {
            monitor.notify();
            return;
        }
        StackRoom.require();
        synchronized (monitor) {
            entry.notifyOne();
            Entries.prune(entry);
        }
    }

    /** {@code Object.notifyAll()}. */
    public static void notifyAll(Object monitor, Thread thread) {
        Entry entry = ever == 0 ? null : entryOfHolder(monitor, thread);
        if (entry == null) {
            monitor.notifyAll();
            return;
        }
        StackRoom.require();
        synchronized (monitor) {
            entry.notifyEvery();
            Entries.prune(entry);
        }
    }

    /** The entry of a monitor that the thread must own, really or by detached holds; null if there is none. */
    private static Entry entryOfHolder(Object monitor, Thread thread) {
        Entry entry = Entries.find(monitor);
        if (entry != null && entry.owner() != thread && !Thread.holdsLock(monitor)) {
            throw notOwner();
        }
        return entry;
    }

    /** As the VM's own message (JEP 358), which would tell of the runtime, but without the name of the receiver. */
    public static NullPointerException nullReceiver(String call) {
        return new NullPointerException("Cannot invoke \"Object." + call + "\"");
    }

    // ------------------------------------------------------------------------------------------- for onlookers

    /** The thread that owns the monitor by detached holds, or null. A racy snapshot. */
    public static Thread owner(Object monitor) {
        Entry entry = Entries.find(monitor);
        return entry == null ? null : entry.owner();
    }

    /** The object in whose {@code wait} the fiber is, or null. A snapshot. */
    public static Object waitedOn(Thread fiber) {
        Waiter waiter = Waits.current(fiber);
        return waiter == null ? null : waiter.monitor;
    }

    /** Whether the fiber's suspended {@code wait}, if it is in one, is decided: it has to enter. A snapshot. */
    public static boolean isToEnterAgain(Thread fiber) {
        Waiter waiter = ever == 0 ? null : Waits.current(fiber);
        return waiter != null && !(waiter instanceof RealWaiter) && !waiter.isWaiting() && !waiter.isPinned();
    }

    /** The object whose monitor the thread has really entered but may not have yet, as plain code waits; or null. */
    public static Object checkedBy(Thread thread) {
        return MonitorWaiter.monitorOf(thread);
    }

    // ------------------------------------------------------------------------------------------- figures

    /** Number of monitors that are detached, queued for or waited on through the table. */
    public static int entries() {
        return Entries.size();
    }

    /** Number of fibers in {@code Object.wait}. */
    public static int waits() {
        return Waits.size();
    }
}
