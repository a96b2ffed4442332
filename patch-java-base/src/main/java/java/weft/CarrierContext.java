package java.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.MarkWord;

/**
 * The continuation context of one carrier: the last argument of every twin.
 *
 * <p>A carrier owns exactly one {@code CarrierContext} at a time and hands it to whatever fiber is mounted. It holds
 * what is needed only while a fiber runs or unwinds: the unwinding flag, the return registers, the pending exception
 * and the chain of heap frames that the current unwinding has produced so far. A parked fiber keeps none of it
 * (docs/design.md).
 *
 * <p>This class is part of the ABI between woven code and the runtime. It lives below {@code java.} because a class
 * loader may refuse to delegate any other prefix to the boot loader (OSGi containers do).
 *
 * <p>Not thread-safe: used by its carrier only. What it hands from one carrier to the next is published by the state
 * change of the {@link AbstractFiber} that parks or queues the fiber.
 *
 * <p>The class stays whole because woven code names its fields, and an unwinding changes most of them together. It has
 * no initializer: threads ask {@link #of} from the VM's first moments on, in which {@code Unsafe} must not be
 * initialized.
 */
public final class CarrierContext {
    /** Value of {@link #unwinding}: a callee has suspended, and the trampoline has not collected the frames yet. */
    public static final int UNWINDING = 1;

    /** Value of {@link #unwinding}: the mounted fiber is to leave the carrier where it can. */
    public static final int ASKED = 2;

    /**
     * What twins test behind each call: 0, {@link #UNWINDING} or {@link #ASKED}. Its carrier writes it plainly;
     * {@link #ask} is the only change by others, and may get lost, or reach the next fiber.
     */
    public int unwinding;

    /** Whether the mounted fiber is about to let others run, for the sake of the heir of a monitor. */
    public boolean makesWay;

    /** The last mount in which the fiber was woken in vain, by {@link #mounts}. */
    public long mountInVain;

    /** Value of {@link #leaving}: the fiber is to be parked. */
    public static final int PARKING = 1;

    /** Value of {@link #leaving}: the fiber is to be parked, in a wait of the runtime's own. */
    public static final int WAITING = 2;

    /** Value of {@link #leaving}: the fiber goes to the end of the scheduler's queue. */
    public static final int YIELDING = 3;

    /** Value of {@link #leaving}: the fiber is resumed at once (chaos mode). */
    public static final int RESUMING = 4;

    /** Value of {@link #leaving}: another fiber may be given its turn here, by chance ({@link #simulation}). */
    public static final int MAKING_WAY = 5;

    /**
     * Value of {@link #leaving}: the fiber has used up its slice, and goes to the background; a call has just returned.
     */
    public static final int PREEMPTED = 6;

    /** Value of {@link #leaving}: the continuation that was entered last is to be suspended. */
    public static final int SUSPENDING = 7;

    /** Value of {@link #leaving}: the continuation {@link #target} is to be suspended. */
    public static final int SUSPENDING_OUTER = 8;

    /** Why the fiber unwinds; no state of the fiber, since only its carrier knows. Meaningless unless it does. */
    public int leaving;

    /** Return register of references; cleared when it is read. */
    public Object retA;

    /** Return register of boolean, byte, char, short and int. */
    public int retI;

    /** Return register of long. */
    public long retJ;

    /** Return register of float. */
    public float retF;

    /** Return register of double. */
    public double retD;

    /** Exception that leaves the frame just resumed, to be rethrown in the next outer frame; else null. */
    public Throwable exc;

    /** Error of the unwinding itself, which may be thrown where the fiber was to suspend; else null. */
    public Throwable error;

    /** How often the unwinding has waited for memory; meaningless without {@link #error}. */
    int starves;

    /** Number of suspensions until the depth of a fiber is looked at. */
    public int untilLook;

    /** The mounted fiber's thread: what {@code Thread.currentThread()} returns in a twin. */
    public Thread thread;

    /** The mounted fiber, or null. */
    public AbstractFiber fiber;

    /**
     * Innermost heap frame saved by the unwinding in progress. While there is none it is the one that may be used
     * again, or null.
     */
    public Frame head;

    /** Outermost heap frame saved so far by the unwinding in progress; null if none was. */
    public Frame tail;

    /** Heap frames of the mounted fiber that lie below the one being run, innermost first. */
    public Frame rest;

    /**
     * Whether heap frames that have been resumed may be used again: those that follow {@link #tail}, or from
     * {@link #head} on if nothing is saved yet, up to {@link #rest}. The fiber or continuation keeps them.
     */
    public boolean hasSpares;

    /** A spare frame that could not be used, in whose place the next one is pushed; else null. */
    private Frame skipped;

    /** Whether frames are used again: what they refer to may then be collected later, so that it must pay. */
    private boolean usesAgain;

    /** What the innermost trampoline hides that stands on the stack of a twin, or null. */
    public OuterFrames pinned;

    /** What is to be suspended; null unless {@link #SUSPENDING_OUTER}. */
    public Delimiter target;

    /** Up to the trampoline that hides these frames {@link #target} is suspended; null for that of the carrier. */
    public OuterFrames catcher;

    /**
     * The entry of a monitor that the mounted fiber has taken back, in the hope that it is the next to be given away;
     * or null.
     */
    public KeptMonitor kept;

    /**
     * The processor locals that the mounted fiber has used since it was mounted ({@code CarrierLocals}); null before
     * the first.
     */
    public ThreadLocal<?>[] borrowed;

    /** How many of {@link #borrowed} there are. */
    public int borrowedCount;

    /** How often the mounted fiber has looked for its context locals' bindings since they were hidden. */
    private int looks;

    /** Whether the kernel thread's own field shows the bindings of the mounted fiber: {@link #bindings()}. */
    private boolean showsBindings;

    /** Class on whose behalf the runtime makes a caller-sensitive call; else null. */
    public Class<?> caller;

    /** How many fibers were mounted so far; written by the carrier, read racily by the watchdog. */
    public long mounts;

    /**
     * How often a fiber has begun here to resume the frames with which it had suspended: at each mount, where one goes
     * on at once, and where a continuation is run. For who looks from outside; in between, {@link #rest} only loses
     * frames, or those of a continuation that has suspended.
     */
    public long resumptions;

    /** The carrier that this belongs to. */
    public AbstractCarrier carrier;

    /** True once there has been a simulation, whose fibers have a clock of their own. */
    public static boolean simulates;

    /** Who draws lots for which fiber runs; null but for fibers of a {@code DeterministicScheduler}. */
    public AbstractSimulation simulation;

    /** See {@link #takesBehindCall}. */
    boolean isBehindCall;

    /**
     * Under which scheduler the fiber, which unwinds to yield, goes on: the {@code SchedulerTask}, or itself for the
     * default one; null if nothing changes.
     */
    public Object moving;

    /** Nanoseconds of the timed park that the mounted fiber is entering, or 0. */
    public long parkNanos;

    /** Whether the pinned park that the mounted fiber is in is timed; read racily by others. */
    public volatile boolean timedPin;

    /** State of the random numbers of chaos mode; 0 before the first. */
    long chance;

    /** Value of {@link #resultKind}: there is none to be kept. */
    public static final char NO_RESULT = 0;

    /**
     * What the call has returned behind which the fiber leaves that is {@link #PREEMPTED}, or {@link #MAKING_WAY}: kind
     * of {@link ResultFrame}, and value.
     */
    private char resultKind;

    private Object resultA;
    private long resultJ;

    /** For a carrier's first one. */
    public CarrierContext() {}

    /**
     * Takes the place of another one, while no fiber is mounted.
     *
     * @param usesAgain whether there are so many fibers that frames survive a collection before they are resumed
     */
    public CarrierContext(CarrierContext predecessor, boolean usesAgain) {
        carrier = predecessor.carrier;
        mounts = predecessor.mounts;
        resumptions = predecessor.resumptions;
        untilLook = predecessor.untilLook;
        chance = predecessor.chance;
        this.usesAgain = usesAgain;
    }

    // ------------------------------------------------------------------------------------------- whose it is

    /**
     * The continuation context of a thread that has carried fibers or run continuations, else null. Used by that thread
     * itself.
     */
    public static CarrierContext of(Thread carrier) {
        Object role = JdkAccess.role(carrier);
        return role instanceof CarrierContext ? (CarrierContext) role : null;
    }

    /** Sets {@link #of}. */
    public static void set(Thread carrier, CarrierContext context) {
        JdkAccess.role(carrier, context);
    }

    /** The calling carrier's; null if the caller is none. */
    public static CarrierContext ofCarrier() {
        CarrierContext context = of(Thread.currentThread());
        return context == null || context.carrier == null ? null : context;
    }

    /** {@code Thread.currentThread()}: the mounted fiber's thread, else the caller's own. */
    public static Thread currentThread() {
        Thread kernel = Thread.currentThread();
        CarrierContext context = of(kernel);
        if (context == null) {
            return kernel;
        }
        Thread mounted = context.thread;
        return mounted == null ? kernel : mounted;
    }

    /**
     * Whether the thread is a carrier of the default scheduler's. Others have a context while they run a scheduler's
     * task, or if they have run continuations.
     */
    public static boolean isCarrier(Thread thread) {
        CarrierContext context = of(thread);
        return context != null && context.carrier != null && context.carrier.isWorker();
    }

    /** Whether a fiber may be mounted on the thread: a carrier, or one that runs a scheduler's task. */
    public static boolean carries(Thread thread) {
        CarrierContext context = of(thread);
        return context != null && context.carrier != null;
    }

    /** Whether the calling thread runs a fiber, which in a plain copy is pinned. */
    public static boolean isInFiber() {
        CarrierContext context = of(Thread.currentThread());
        return context != null && context.fiber != null;
    }

    // ------------------------------------------------------------------------------------------- context locals

    /** Value of {@link #looks} from which on bindings are shown. */
    private static final int SHOWN_FROM = 2;

    /**
     * {@link #bindings()}, or null where these are not shown yet. The field of the kernel thread has them: its own, or,
     * while a fiber is mounted, those of the fiber, once that has looked for them more often than once. So who reads in
     * loops reads as a platform thread does, and who reads once a mount pays for no store, which is a fence in G1.
     */
    public static Object[] shownBindings() {
        return JdkAccess.bindings(Thread.currentThread());
    }

    /** What is bound in the current thread, see {@code dev.weft.ContextLocal}; null if nothing is. */
    public static Object[] bindings() {
        Thread kernel = Thread.currentThread();
        Object[] shown = JdkAccess.bindings(kernel);
        if (shown != null) {
            return shown;
        }
        CarrierContext context = of(kernel);
        return context == null || context.thread == null ? null : context.show(kernel);
    }

    private Object[] show(Thread kernel) {
        Object[] bindings = JdkAccess.bindings(thread);
        if (bindings != null && ++looks >= SHOWN_FROM) {
            showsBindings = true;
            JdkAccess.bindings(kernel, bindings);
        }
        return bindings;
    }

    /** Binds that in the current thread. */
    public static void bind(Object[] bindings) {
        Thread kernel = Thread.currentThread();
        CarrierContext context = of(kernel);
        if (context == null || context.thread == null) {
            JdkAccess.bindings(kernel, bindings);
        } else {
            context.bindThread(bindings);
        }
    }

    /** Restores earlier bindings, even where the stack overflows; a {@code StackOverflowError} is thrown afterwards. */
    @ReservedStackAccess
    public static void rebind(Object[] bindings) {
        bind(bindings);
    }

    /** Binds that in the {@link #thread}, which calls. */
    public void bindThread(Object[] bindings) {
        if (showsBindings) {
            hideBindings();
        }
        looks = 0;
        JdkAccess.bindings(thread, bindings);
    }

    /** The fiber is about to leave, or its bindings change: the kernel thread's field is empty again. */
    private void hideBindings() {
        showsBindings = false;
        JdkAccess.bindings(Thread.currentThread(), null);
    }

    /** The fiber leaves the carrier. */
    public void unmount() {
        if (showsBindings) {
            hideBindings();
        }
        looks = 0;
        fiber = null;
        thread = null;
        rest = null;
    }

    // ------------------------------------------------------------------------------------------- frames

    /** Appends the frame that the unwinding twin has just filled. */
    public void push(Frame frame) {
        if (leaving != PREEMPTED) {
            frame.at.waited();
        }
        if (tail == null) {
            head = frame;
        } else {
            tail.next = frame;
        }
        tail = frame;
        Frame replaced = skipped;
        if (replaced == null) {
            hasSpares = false;
        } else {
            frame.next = replaced.next;
            skipped = null;
        }
    }

    /**
     * Resumes a fiber that has suspended with these frames.
     *
     * @return the frames that the fiber is to keep while it runs: null, or all of them so that they can be used again.
     *     New ones would be copied by the next collection, and found by way of the fiber, which costs more than they do
     *     themselves. That holds for frames that have survived a collection, where there are many fibers: others
     *     suspend again before the next. In chaos mode it is always all of them
     */
    public Frame resume(Frame innermost) {
        resumptions++;
        rest = innermost;
        if (innermost == null || !Chaos.isOn() && !(usesAgain && MarkWord.hasAged(innermost))) {
            return null;
        }
        offer(innermost);
        return innermost;
    }

    /** This frame, which is about to be resumed, and those that follow it may be used again. */
    public void offer(Frame innermost) {
        head = innermost;
        hasSpares = innermost != null;
    }

    /** No frame that has been resumed is to be used again. */
    public void forgetSpares() {
        hasSpares = false;
        if (tail == null) {
            head = null;
        }
    }

    /**
     * A frame of that suspension point which has been resumed, was the next one outwards of those saved so far, and may
     * be used again; null if there is none, or if it was another point's. The caller gives it to {@link #pushSpare} or
     * {@link #skipSpare}. To be called if there {@linkplain #hasSpares are spares}.
     */
    public Frame takeSpare(Class<?> host, int point) {
        Frame next = tail == null ? head : tail.next;
        if (next == rest || next.at.number != point || next.at.host != host || next instanceof SharedFrame) {
            hasSpares = false;
            return null;
        }
        return next;
    }

    /**
     * Appends a spare frame, like {@link #push}; it is in its old place, and nothing is stored but where the chain
     * ends.
     */
    public void pushSpare(Frame frame) {
        if (leaving != PREEMPTED) {
            frame.at.waited();
        }
        tail = frame;
    }

    /** The spare frame has other references than the one to be saved, for which a new one is pushed; null for none. */
    public void skipSpare(Frame frame) {
        skipped = frame;
    }

    /** Ends the unwinding: takes the frames that it has saved, linked to those that were not touched. */
    public Frame take() {
        // first: where this ends for want of stack, nothing has happened
        Frame result = resultKind == NO_RESULT ? null : ResultFrame.make(this, resultKind, resultA, resultJ);
        unwinding = 0;
        hasSpares = false;
        Frame innermost = head;
        Frame outermost = tail;
        head = null;
        if (outermost == null) {
            innermost = rest;
        } else {
            tail = null;
            if (outermost.next != rest) {
                outermost.next = rest;
            }
        }
        if (result == null) {
            return innermost;
        }
        forgetResult();
        result.next = innermost;
        return result;
    }

    /**
     * Goes on with an unwinding that has reached a trampoline: its frames and those that it has not resumed are left
     * together, from the twin on that stands below.
     *
     * @param below the parked frames below that twin
     */
    public void leaveWith(Frame below) {
        Frame outermost = tail;
        if (rest != null) {
            if (outermost == null) {
                head = rest;
            } else if (outermost.next != rest) {
                outermost.next = rest;
            }
            outermost = rest;
            while (outermost.next != null) {
                outermost = outermost.next;
            }
        }
        tail = outermost;
        rest = below;
        forgetSpares();
        skipped = null;
    }

    private void forgetResult() {
        resultKind = NO_RESULT;
        resultA = null;
    }

    // ------------------------------------------------------------------------------------------- asking

    /**
     * True if a callee has suspended. For code that tests {@link #unwinding} and cannot leave when it is
     * {@linkplain #ASKED asked} to.
     */
    public boolean isUnwinding() {
        return unwinding == UNWINDING;
    }

    /** Asks the mounted fiber to leave behind a call; without effect if it leaves anyway. Thread-safe. */
    public void ask() {
        Asking.U.compareAndSetInt(this, Asking.UNWINDING, 0, ASKED);
    }

    /** What needs {@code Unsafe}. */
    private static final class Asking {
        static final Unsafe U = Unsafe.getUnsafe();
        static final long UNWINDING = U.objectFieldOffset(CarrierContext.class, "unwinding");
    }

    /**
     * A save block is entered: if no callee has suspended, the fiber was asked to leave. Then its unwinding begins
     * here, with the value that the call has returned. Makes no objects and calls nothing: an error would be thrown
     * where no handler is.
     */
    public void beginIfAsked(char kind, Object reference, long bits) {
        if (unwinding == ASKED) {
            resultKind = kind;
            resultA = reference;
            resultJ = bits;
            leaving = simulation == null ? PREEMPTED : MAKING_WAY;
            unwinding = UNWINDING;
        }
    }

    /** The same, if these are all frames that the fiber has, and it keeps them. */
    public Frame takeAll() {
        Frame innermost = take();
        if (rest == null && innermost != null) {
            // a frame with a value must be made again when it is resumed: that pays where many fibers live
            SharedFrame.share(innermost, usesAgain ? thread : null);
        }
        return innermost;
    }

    /** An exception has left the frame that was resumed. If it was unwinding, the frames saved so far are lost. */
    public void thrown(Throwable t) {
        exc = t;
        if (isUnwinding()) {
            abandonUnwinding();
        }
    }

    /** Drops the frames of the unwinding in progress, as if the fiber had never been to suspend. */
    public void abandonUnwinding() {
        unwinding = 0;
        forgetResult();
        hasSpares = false;
        skipped = null;
        head = null;
        tail = null;
        error = null;
        parkNanos = 0;
        target = null;
        catcher = null;
        moving = null;
    }

    /**
     * Whether the frame that has just returned was only there since the fiber made way behind the call: it is not to be
     * asked to once more.
     */
    public boolean takesBehindCall() {
        boolean is = isBehindCall;
        isBehindCall = false;
        return is;
    }

    /** The frames of a fiber that leaves where one frame has returned, and the next one is not resumed yet. */
    public Frame takeBetween() {
        Frame result = new RegistersFrame(this);
        result.next = rest;
        unwinding = 0;
        forgetSpares();
        return result;
    }

    /** Takes the innermost frame off {@link #rest}. */
    Frame takeRest() {
        Frame innermost = rest;
        rest = innermost.next;
        return innermost;
    }

    /** Rethrows, in a resumed frame, the exception of its callee. */
    public void rethrow() {
        Throwable t = exc;
        if (t != null) {
            exc = null;
            CarrierContext.<RuntimeException>sneak(t);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable t) throws T {
        throw (T) t;
    }

    /** Reads and clears the reference register. */
    public Object takeA() {
        Object value = retA;
        retA = null;
        return value;
    }
}
