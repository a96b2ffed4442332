package java.weft.entry;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.weft.AbstractFiber;
import java.weft.AbstractSimulation;
import java.weft.CarrierContext;
import java.weft.ConversionFrame;
import java.weft.Frame;
import java.weft.Initializers;
import java.weft.MadeFrame;
import java.weft.Resumer;
import java.weft.blocking.Sleep;
import java.weft.reflect.HandleTwins;
import java.weft.reflect.PrivilegedCalls;
import java.weft.reflect.Reflective;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import jdk.internal.weft.ThreadStatics;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.continuation.ContinuationImpl;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Starving;
import jdk.internal.weft.local.CarrierLocals;
import jdk.internal.weft.monitor.Monitors;

/**
 * The static methods that woven code calls: with {@link CarrierContext} and {@link Frame}, the whole ABI.
 *
 * <p>Methods with a {@code CarrierContext} are called by twins, the others by plain copies, on platform threads and on
 * carriers alike. None of them is woven.
 *
 * <p>The class stays whole because woven code names this one class; what is more than a few lines is elsewhere.
 */
public final class WovenCode {
    private WovenCode() {}

    // ------------------------------------------------------------------------------------------- identity

    /** What {@code Thread.currentThread()} is in a plain copy: the mounted fiber's thread, else the caller's own. */
    public static Thread currentThread() {
        return CarrierContext.currentThread();
    }

    /** The fiber that the calling carrier has mounted; null on a platform thread, also in a continuation. */
    private static AbstractFiber mounted() {
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        return context == null ? null : context.fiber;
    }

    // ------------------------------------------------------------------------------------------- parking

    /** {@code Unsafe.park} in a plain copy: pins, if the caller is a fiber. */
    public static void park(Unsafe unsafe, boolean isAbsolute, long time) {
        AbstractFiber fiber = mounted();
        if (fiber == null) {
            unsafe.park(isAbsolute, time);
        } else {
            long nanos = nanos(isAbsolute, time);
            if (nanos >= 0) {
                fiber.parkPinned(nanos);
            } else {
                fiber.takePermit();
            }
        }
    }

    /** {@code Unsafe.park} in a twin. */
    public static void park(Unsafe unsafe, boolean isAbsolute, long time, CarrierContext context) {
        AbstractFiber fiber = context.fiber;
        if (fiber == null) {
            unsafe.park(isAbsolute, time);
            return;
        }
        long nanos = nanos(isAbsolute, time);
        if (nanos >= 0) {
            fiber.park(context, nanos);
        } else {
            fiber.takePermit();
        }
    }

    /** {@code Waiting.await} in a plain copy: pins. */
    public static void await(long nanos) {
        AbstractFiber fiber = mounted();
        if (fiber == null) {
            Unsafe.getUnsafe().park(false, nanos);
        } else {
            fiber.awaitPinned(nanos);
        }
    }

    /** {@code Waiting.await} in a twin. */
    public static void await(long nanos, CarrierContext context) {
        AbstractFiber fiber = context.fiber;
        if (fiber == null) {
            Unsafe.getUnsafe().park(false, nanos);
        } else {
            fiber.await(context, nanos);
        }
    }

    /** {@code Waiting.awaitInput} in a plain copy: pins. */
    public static void awaitInput(long nanos, boolean isAgain) {
        AbstractFiber fiber = mounted();
        if (fiber == null) {
            Unsafe.getUnsafe().park(false, nanos);
        } else {
            fiber.awaitInputPinned(nanos, isAgain);
        }
    }

    /** {@code Waiting.awaitInput} in a twin. */
    public static void awaitInput(long nanos, boolean isAgain, CarrierContext context) {
        await(nanos, context);
    }

    /** {@code Waiting.makeWay} in a plain copy: it cannot. */
    public static void makeWay() {}

    /** {@code Waiting.makeWay} in a twin. */
    public static void makeWay(CarrierContext context) {
        if (context.simulation != null) {
            context.fiber.makeWay(context);
        } else if (context.makesWay) {
            context.makesWay = false;
            context.fiber.yieldNow(context);
        }
    }

    /** {@code Waiting.leaveIfAsked} in a plain copy: it cannot. */
    public static void leaveIfAsked() {}

    /** {@code Waiting.leaveIfAsked} in a twin, which tests behind the call whether it was. */
    public static void leaveIfAsked(CarrierContext context) {}

    /**
     * In place of {@code Thread.onSpinWait} by the first of a synchronizer's queue, which does so when it was woken and
     * has found that others were faster. Loads nothing.
     */
    public static void comesInVain() {
        Thread.onSpinWait();
        CarrierContext context = CarrierContext.ofCarrier();
        if (context != null && context.fiber != null) {
            Starving.waitsAgain(context);
        }
    }

    /** Relative nanoseconds, 0 for ever, -1 if the time is over. */
    private static long nanos(boolean isAbsolute, long time) {
        if (!isAbsolute) {
            return time < 0 ? -1 : time;
        }
        long millis = time <= 0 ? 0 : time - currentTimeMillis();
        if (millis <= 0) {
            return -1;
        }
        return millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000;
    }

    /** {@code Unsafe.unpark} everywhere. */
    public static void unpark(Unsafe unsafe, Object thread) {
        if (thread instanceof Thread) {
            Fiber fiber = Fibers.of((Thread) thread);
            if (fiber != null) {
                fiber.unpark();
                return;
            }
        }
        unsafe.unpark(thread);
    }

    /** {@code Thread.yield} in a plain copy. */
    public static void yield() {
        Thread.yield();
    }

    /** {@code Thread.yield} in a twin. */
    public static void yield(CarrierContext context) {
        if (context.fiber != null) {
            context.fiber.yieldNow(context);
        } else {
            Thread.yield();
        }
    }

    // ------------------------------------------------------------------------------------------- time

    private static AbstractSimulation simulation() {
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        return context == null ? null : context.simulation;
    }

    /** {@code System.nanoTime} everywhere. */
    public static long nanoTime() {
        return CarrierContext.simulates ? simulatedNanoTime() : System.nanoTime();
    }

    private static long simulatedNanoTime() {
        AbstractSimulation simulation = simulation();
        return simulation == null ? System.nanoTime() : simulation.nanoTime();
    }

    /** {@code System.currentTimeMillis} everywhere. */
    public static long currentTimeMillis() {
        return CarrierContext.simulates ? simulatedMillis() : System.currentTimeMillis();
    }

    private static long simulatedMillis() {
        AbstractSimulation simulation = simulation();
        return simulation == null ? System.currentTimeMillis() : simulation.currentTimeMillis();
    }

    /** {@code VM.getNanoTimeAdjustment} everywhere: the clock of {@code java.time}. */
    public static long getNanoTimeAdjustment(long offsetInSeconds) {
        AbstractSimulation simulation = CarrierContext.simulates ? simulation() : null;
        return simulation == null
                ? VM.getNanoTimeAdjustment(offsetInSeconds)
                : simulation.getNanoTimeAdjustment(offsetInSeconds);
    }

    // ------------------------------------------------------------------------------------------- monitors

    /**
     * The check after a {@code monitorenter} of a plain copy, and at the start of its {@code synchronized} methods:
     * waits, in a real {@code Object.wait}, while a suspended fiber owns the monitor.
     */
    public static void entered(Object monitor) {
        if (Monitors.ever != 0) {
            Monitors.entered(monitor);
        }
    }

    /** At the start of a constructor, or of the initializer, of a class with {@code synchronized native} methods. */
    public static void nativeMonitors(Class<?> host, boolean isOfObjects) {
        Monitors.areNative(host, isOfObjects);
    }

    /** The check after a {@code monitorenter} of a twin: true if it must leave and call {@code Contention.await}. */
    public static boolean mustQueue(Object monitor, CarrierContext context) {
        return Monitors.ever != 0 && Monitors.isForeign(monitor, context) && !waitsItself(monitor, context);
    }

    /** A platform thread in a continuation waits as in its plain copies: it is not suspended. */
    private static boolean waitsItself(Object monitor, CarrierContext context) {
        if (context.fiber != null) {
            return false;
        }
        Monitors.entered(monitor);
        return true;
    }

    /**
     * Whether the suspending twin may leave the monitor; if not, it calls {@link #runPinned}. Who is preempted does not
     * leave one: who waited for it would wait for who computes, and all monitors would have to be looked up from then
     * on.
     */
    public static boolean canDetach(Object monitor, CarrierContext context) {
        if (context.leaving < CarrierContext.PREEMPTED) {
            return Monitors.canDetach(monitor, context.thread);
        }
        // a program whose continuations are run by platform threads only may have initialized nothing yet
        return context.leaving != CarrierContext.PREEMPTED
                && (ContinuationImpl.drops(context)
                        || Initializers.haveRoom() && Monitors.canDetach(monitor, context.thread));
    }

    /**
     * Records that the mounted fiber, or the platform thread that runs a continuation, owns the monitor, which the
     * suspending twin is about to leave; unless it leaves for good.
     */
    public static void detach(Object monitor, CarrierContext context) {
        if (context.leaving >= CarrierContext.SUSPENDING) {
            if (ContinuationImpl.drops(context)) {
                return;
            }
            ContinuationImpl.detaches(context);
        }
        Monitors.detach(monitor, context);
    }

    /** Takes back one hold, after the resumed twin has entered the monitor again. */
    public static void attach(Object monitor, CarrierContext context) {
        Monitors.attach(monitor, context);
    }

    /**
     * Runs the frames that the unwinding has saved so far to their end, on the caller's stack: called by a twin that
     * must not leave. On return the callee's result is in the registers.
     *
     * @return true if these frames unwind again, for another reason: the caller asks anew whether it may leave
     * @throws Throwable what leaves the outermost of those frames
     */
    public static boolean runPinned(CarrierContext context) throws Throwable {
        return Fibers.runPinned(context);
    }

    /** {@code Object.wait(long)} in a plain copy. */
    public static void wait(Object monitor, long millis) throws InterruptedException {
        if (monitor == null) {
            throw Monitors.nullReceiver("wait(long)");
        }
        Monitors.waitPlain(monitor, millis);
    }

    /** {@code Object.wait()} in a plain copy. */
    public static void wait(Object monitor) throws InterruptedException {
        if (monitor == null) {
            throw Monitors.nullReceiver("wait()");
        }
        wait(monitor, 0L);
    }

    /** {@code Object.wait(long, int)} in a plain copy. */
    public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
        if (monitor == null) {
            throw Monitors.nullReceiver("wait(long, int)");
        }
        wait(monitor, Monitors.millis(millis, nanos));
    }

    /** {@code Object.notify()} in plain copies and twins. */
    public static void notify(Object monitor) {
        if (monitor == null) {
            throw Monitors.nullReceiver("notify()");
        }
        Monitors.notify(monitor, currentThread());
    }

    /** {@code Object.notifyAll()} in plain copies and twins. */
    public static void notifyAll(Object monitor) {
        if (monitor == null) {
            throw Monitors.nullReceiver("notifyAll()");
        }
        Monitors.notifyAll(monitor, currentThread());
    }

    /** {@code Thread.holdsLock} in plain copies and twins. */
    public static boolean holdsLock(Object monitor) {
        return Thread.holdsLock(monitor) || Monitors.ever != 0 && Monitors.owns(monitor, currentThread());
    }

    // ------------------------------------------------------------- calls of Thread by the name of an heir

    /**
     * What {@code Heir.currentThread()} has returned, in a plain copy: the carrier of a mounted fiber stands for that
     * one.
     */
    public static Thread currentThread(Thread found) {
        return found == Thread.currentThread() ? currentThread() : found;
    }

    /**
     * In front of {@code Heir.sleep(millis)} in a plain copy: sleeps for a fiber, then leaves nothing more to be slept.
     */
    public static long sleepFirst(long millis, Class<?> heir) throws InterruptedException {
        if (mounted() == null || !ThreadStatics.isInherited(heir, "sleep", long.class)) {
            return millis;
        }
        Sleep.sleepPlain(millis);
        return 0;
    }

    /** What {@code Heir.holdsLock(monitor)} means in a plain copy; {@code found} is what it has returned. */
    public static boolean holdsLock(Object monitor, boolean found, Class<?> heir) {
        return found
                || Monitors.ever != 0
                        && ThreadStatics.isInherited(heir, "holdsLock", Object.class)
                        && holdsLock(monitor);
    }

    // ------------------------------------------------------------------------------------------- unwinding

    /**
     * First in each save block, behind a call without a result: the callee has suspended, or the fiber is asked to
     * leave.
     */
    public static void leave(CarrierContext context) {
        context.beginIfAsked(CarrierContext.NO_RESULT, null, 0);
    }

    /** The same with what the call has returned; meaningless if the callee has suspended. */
    public static void leave(Object result, CarrierContext context) {
        context.beginIfAsked('A', result, 0);
    }

    /** The same. */
    public static void leave(int result, CarrierContext context) {
        context.beginIfAsked('I', null, result);
    }

    /** The same. */
    public static void leave(long result, CarrierContext context) {
        context.beginIfAsked('J', null, result);
    }

    /** The same. */
    public static void leave(float result, CarrierContext context) {
        context.beginIfAsked('F', null, Float.floatToRawIntBits(result));
    }

    /** The same. */
    public static void leave(double result, CarrierContext context) {
        context.beginIfAsked('D', null, Double.doubleToRawLongBits(result));
    }

    /** Rethrows, in a resumed frame, the exception of its callee. */
    public static void rethrow(CarrierContext context) {
        context.rethrow();
    }

    /**
     * Called by a resumer that could not cast what it restores to the types that the method has for it, before it has
     * done anything: puts the frame back, so that the next resumer of its point, which casts nothing, goes on with it.
     * The plain copy would not have loaded the class either, whatever has kept its loader from it, a lack of memory
     * among others; nor would it have asked whether an object is of the interface that a method says it returns, which
     * the verifier does not either.
     */
    @SuppressWarnings("unused") // what the failure was makes no difference
    public static void castFailed(Throwable failure, Frame frame, CarrierContext context) {
        frame.at.dropCasts();
        context.rest = frame;
    }

    // ------------------------------------------------------------------------------------------- reflection

    /** The caller that a caller-sensitive method sees: a resumer stands for the class whose method it continues. */
    public static Class<?> callerClass(Class<?> seen) {
        if (seen == null) {
            return null;
        }
        if (seen == Reflective.class || seen == PrivilegedCalls.class) {
            CarrierContext context = CarrierContext.of(Thread.currentThread());
            return context.caller;
        }
        return seen.getSuperclass() == Resumer.class ? GeneratedClasses.hostOf(seen) : seen;
    }

    /** The same for the caller of a call site or constant that is being linked. */
    public static Object linkingClass(Object caller) {
        return caller instanceof Class ? callerClass((Class<?>) caller) : caller;
    }

    // ------------------------------------------------------------------------------------------- processor locals

    /**
     * What a field is being set to that is chosen as a processor local.
     *
     * @param field the name of class and field, for the message if it is no thread local, or an inheritable one
     */
    public static void processorLocal(Object value, String field) {
        if (value != null) {
            try {
                CarrierLocals.move(value);
            } catch (IllegalArgumentException e) {
                System.err.println("weft: " + field + " cannot be a processor local: it is a "
                        + value.getClass().getName());
            }
        }
    }

    /** Whether a coder of that charset is not to be left on the carrier; for {@code ZipCoder}. */
    public static boolean isCharsetOfProgram(Charset charset) {
        return CarrierLocals.isCharsetOfProgram(charset);
    }

    // ------------------------------------------------------------------------------------------- generated code

    /** A forwarder's target has suspended: convert its result, and cast it unless the class is null, when it comes. */
    public static void convertLater(CarrierContext context, String conversions, Class<?> cast) {
        context.push(ConversionFrame.make(context, conversions, cast));
    }

    /** A forwarder's target, a constructor, has suspended: return the object when it has returned. */
    public static void returnLater(Object made, CarrierContext context) {
        context.push(MadeFrame.make(context, made));
    }

    // ------------------------------------------------------------------------------------------- method handles

    /** What a twin calls in place of {@code handle.invokeExact} of that type: the same with the context behind. */
    public static MethodHandle exactTwin(MethodHandle handle, MethodType type) {
        if (handle == null) {
            throw nullHandle("invokeExact", type);
        }
        return HandleTwins.get().ofExact(handle, type);
    }

    /** What a twin calls in place of {@code handle.invoke} of that type: the same with the context behind. */
    public static MethodHandle adaptedTwin(MethodHandle handle, MethodType type) {
        if (handle == null) {
            throw nullHandle("invoke", type);
        }
        return HandleTwins.get().ofAdapted(handle, type);
    }

    /** As the VM's own message (JEP 358), which would tell of this class, but without the handle's name. */
    private static NullPointerException nullHandle(String call, MethodType type) {
        StringBuilder text = new StringBuilder("Cannot invoke \"java.lang.invoke.MethodHandle." + call + "(");
        for (int i = 0; i < type.parameterCount(); i++) {
            text.append(i == 0 ? "" : ", ").append(inMessage(type.parameterType(i)));
        }
        return new NullPointerException(text.append(")\"").toString());
    }

    /** The class as these messages name it: the commonest two without their package. */
    private static String inMessage(Class<?> type) {
        if (type.isArray()) {
            return inMessage(type.componentType()) + "[]";
        }
        return type == Object.class || type == String.class ? type.getSimpleName() : type.getName();
    }
}
