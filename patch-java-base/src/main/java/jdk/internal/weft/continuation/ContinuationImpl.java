package jdk.internal.weft.continuation;

import dev.weft.NotCloneableException;
import dev.weft.NotInScopeException;
import dev.weft.NotResumableException;
import java.lang.invoke.MethodHandle;
import java.util.IdentityHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.weft.CarrierContext;
import java.weft.Delimiter;
import java.weft.Frame;
import java.weft.OuterFrames;
import java.weft.RuntimeFrame;
import java.weft.SuspensionPoint;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Depth;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.LoudMethods;
import jdk.internal.weft.local.CarrierLocals;
import jdk.internal.weft.monitor.Keeper;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.trace.FrameValues;
import jdk.internal.weft.trace.Traces;

/**
 * The mechanics of {@code dev.weft.Continuation}.
 *
 * <p>The heap frames of a continuation end with one of its own, {@link EntryFrame}. Where it is entered, {@link #enter}
 * is a trampoline on the stack, which hides the caller's parked frames ({@link OuterFrames}) and runs those of the
 * continuation. If a suspension has to leave this trampoline (a fiber parks; a continuation further out is suspended),
 * the frames are put in front of the caller's, and the continuation goes on as a part of the stack that is being saved:
 * whichever trampoline resumes it finds its end at the {@code EntryFrame}.
 *
 * <p>To suspend a continuation is an unwinding up to the trampoline that runs the frames among which its
 * {@code EntryFrame} is: that of its own, if it is <em>entered</em>, else one further out. That one takes the frames
 * off, and goes on behind the {@code EntryFrame}.
 *
 * <p>Nothing is stored that has not changed: a continuation soon is an old object, and each reference stored into it
 * costs a fence under G1. For the same reason the frames are kept while it runs, and used again
 * ({@link CarrierContext#takeSpare}).
 *
 * <p>The class stays whole because each of its steps, entering, leaving, suspending, moves the same frames from one
 * list to another.
 */
public final class ContinuationImpl extends Delimiter {
    /**
     * How many runs a platform thread's context serves: the next collection would make it old, and stores into it dear.
     */
    private static final int RENEWAL = 64;

    /** Value of {@link #purpose}: the unwinding suspends it. */
    private static final byte SUSPEND = 0;

    /** Value of {@link #purpose}: it goes on at once; somebody has asked whether it could be suspended. */
    private static final byte ASK = 1;

    /** Value of {@link #purpose}: the frames are dropped, and something else is called in their place. */
    private static final byte DROP = 2;

    private final Object scope;

    /** The {@code dev.weft.Continuation} whose mechanics this is. */
    private final Object self;

    private final EntryFrame bottom = new EntryFrame(this);

    /** What it is to run, until it has begun. */
    private Runnable target;

    /** The innermost frame while suspended; while entered, that, to be used again. Frames end with {@link #bottom}. */
    private Frame frames = bottom;

    /**
     * While at rest: the context locals' bindings in the innermost call of it. Since it has begun to run: those of
     * whoever runs it.
     */
    private Object[] bindings;

    /** Other continuations may end among its frames. */
    private boolean hasNested;

    /** Value of {@link #state}: new or suspended. */
    private static final int AT_REST = 0;

    /**
     * Value of {@link #state}: on the stack of some thread or fiber, running or parked, without a trampoline of its
     * own.
     */
    private static final int MOUNTED = 1;

    /** Value of {@link #state}: there is a trampoline of its own on a carrier's stack. */
    private static final int ENTERED = 2;

    /** Value of {@link #state}: the same, and the caller of that trampoline cannot be left. */
    private static final int ENTERED_PLAINLY = 3;

    private static final int DONE = 4;

    /** Value of {@link #state}: at rest, and somebody looks at its frames for a moment. */
    private static final int LOOKED_AT = 5;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(ContinuationImpl.class, "state");

    /**
     * Whoever changes it from {@link #AT_REST}, by a compare-and-set, owns all other fields, on whatever carriers a
     * fiber does so, until a store with release gives them back, which is the owner's last access.
     */
    private volatile int state = AT_REST;

    /** What the unwinding is for that has this as its target. */
    private byte purpose = SUSPEND;

    /** Written before it is done: see {@link #isDropped}. */
    private boolean isDropped;

    /** While it runs: some of its frames that have not been resumed may hold monitors. May be true for nothing. */
    private boolean mayHold;

    /** While at rest: whose monitors its frames hold, who alone may run it; else null. */
    private Keeper keeper;

    /** One that has not begun. */
    public ContinuationImpl(Object scope, Runnable target, Object self) {
        LoudMethods.all();
        this.scope = scope;
        this.target = target;
        this.self = self;
    }

    /** The last frame of a continuation. */
    private static final class EntryFrame extends RuntimeFrame {
        private final ContinuationImpl owner;

        EntryFrame(ContinuationImpl owner) {
            this.owner = owner;
        }

        @Override
        public void resume(CarrierContext c) throws Throwable {
            owner.endBindings(c);
            owner.become(DONE);
            c.rethrow();
            c.retI = 1;
        }
    }

    // ------------------------------------------------------------------------------------------- entering

    /** Called by plain copies: the caller's frames cannot be saved. True if it has ended. */
    public boolean run() {
        return enter(contextOfCaller(), true, null);
    }

    /** The same, but if it is suspended, it finds that thrown where it is. */
    public boolean run(Throwable thrown) {
        return enter(contextOfCaller(), true, thrown);
    }

    private static CarrierContext contextOfCaller() {
        Thread thread = Thread.currentThread();
        CarrierContext known = CarrierContext.of(thread);
        return known != null && !isToBeRenewed(known) ? known : renew(thread, known);
    }

    /** That of a carrier is its carrier's to renew. */
    private static boolean isToBeRenewed(CarrierContext c) {
        return c.carrier == null && c.pinned == null && (++c.mounts & RENEWAL - 1) == 0;
    }

    private static CarrierContext renew(Thread thread, CarrierContext old) {
        CarrierContext fresh = new CarrierContext();
        fresh.thread = thread;
        if (old != null) {
            fresh.mounts = old.mounts;
            fresh.untilLook = old.untilLook;
        }
        CarrierContext.set(thread, fresh);
        return fresh;
    }

    /**
     * Called by twins. The same, unless the context unwinds: then {@link CarrierContext#retI} has the answer in the
     * end.
     */
    public boolean run(CarrierContext c) {
        return enter(c, false, null);
    }

    /** Called by twins: {@link #run(Throwable)}. */
    public boolean run(Throwable thrown, CarrierContext c) {
        return enter(c, false, thrown);
    }

    /**
     * The trampoline: runs the continuation until it ends or suspends, or something else is to leave the stack.
     *
     * <p>This is called wherever the program is, also where the stack is about to end. Each call of a method may throw
     * then; so it stores by itself what says how far it has come, and before each call that is all that is needed.
     */
    private boolean enter(CarrierContext c, boolean isPlain, Throwable thrown) {
        begin(c, isPlain);
        Frame next = frames;
        Runnable begun = target;
        if (begun != null) {
            target = null;
            c.rest = bottom;
        } else if (thrown != null) {
            c.exc = thrown;
        }
        for (; ; ) {
            try {
                if (begun == null) {
                    // as Frame.resumeNext; that a local variable keeps the frame does not matter: this does so, too
                    c.rest = next.next;
                    next.at.resumer().resume(next, c);
                } else {
                    Runnable first = begun;
                    begun = null;
                    ContinuationEntry.run(first, c);
                }
            } catch (Throwable t) {
                c.exc = t;
                if (c.unwinding == CarrierContext.UNWINDING) {
                    c.abandonUnwinding();
                }
            }
            if (c.unwinding == CarrierContext.UNWINDING && unwound(c)) {
                return false;
            }
            next = c.rest;
            if (next == bottom) {
                Throwable failure = c.exc;
                if (failure != null) {
                    c.exc = null;
                }
                c.rest = below;
                c.pinned = outer;
                end(c);
                if (failure != null) {
                    ContinuationImpl.<RuntimeException>sneak(failure);
                }
                return true;
            }
        }
    }

    private void end(CarrierContext c) {
        frames = null;
        try {
            leave(c, DONE);
        } catch (StackOverflowError e) {
            state = DONE;
            throw e;
        }
        c.forgetSpares();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable t) throws T {
        throw (T) t;
    }

    private void begin(CarrierContext c, boolean isPlain) {
        if (keeper != null) {
            // beforehand, so that its own thread, if it comes now, does not find it running
            checkThread(c.thread);
        }
        Object[] current = JdkAccess.bindings(c.thread);
        if (!U.compareAndSetInt(this, STATE, AT_REST, isPlain ? ENTERED_PLAINLY : ENTERED)) {
            claim(isPlain ? ENTERED_PLAINLY : ENTERED, c.thread);
        }
        if (keeper != null) {
            try {
                takeBack(c);
            } catch (StackOverflowError e) {
                state = AT_REST;
                throw e;
            }
        }
        if (below != c.rest) {
            below = c.rest;
        }
        if (outer != c.pinned) {
            outer = c.pinned;
        }
        // whoever looks at the carrier is to see that what was seen is not as it was, though it may look so again
        c.resumptions++;
        c.pinned = this;
        c.head = frames == bottom ? null : frames;
        c.hasSpares = c.head != null;
        if (target != null) {
            bindings = current;
        } else if (current != bindings || c.borrowedCount != 0) {
            beginBindings(c);
        }
    }

    /** Exchanges the bindings, or has done nothing if the stack ends here. */
    private void beginBindings(CarrierContext c) {
        try {
            exchangeBindings(c);
        } catch (StackOverflowError e) {
            c.pinned = outer;
            outer = null;
            below = null;
            state = AT_REST;
            throw e;
        }
    }

    /** Waits for who looks at it, which is for a moment only. */
    private void claim(int next, Thread thread) {
        while (!U.compareAndSetInt(this, STATE, AT_REST, next)) {
            int found = state;
            if (found == DONE) {
                throw new NotResumableException(
                        NotResumableException.Reason.DONE, "the continuation has ended: " + this);
            }
            if (found != LOOKED_AT && found != AT_REST && !isClaimedInVain(thread)) {
                throw new NotResumableException(
                        NotResumableException.Reason.RUNNING, "the continuation runs already: " + this);
            }
            Thread.yield();
        }
    }

    /** The monitors that its frames hold go to the thread that runs it, which must be the one that had them. */
    private void takeBack(CarrierContext c) {
        if (keeper.thread() != c.thread) {
            try {
                throw foreign();
            } finally {
                state = AT_REST;
            }
        }
        keeper.takeBack();
        keeper = null;
        mayHold = true;
    }

    private NotResumableException foreign() {
        Thread owner = keeper.thread();
        return new NotResumableException(
                NotResumableException.Reason.OTHER_THREAD,
                "the continuation holds a monitor in " + holderPlace()
                        + ", and monitors belong to threads: only \"" + owner.getName() + "\" can run it"
                        + (owner.isAlive() ? ": " : ", which has ended: ") + scope + ", suspended");
    }

    /**
     * Refuses if {@link #run} would refuse the caller because of monitors.
     *
     * @throws NotResumableException if it does
     */
    public void checkThread() {
        checkThread(CarrierContext.currentThread());
    }

    private void checkThread(Thread thread) {
        if (stop() == AT_REST) {
            try {
                if (keeper != null && keeper.thread() != thread) {
                    throw foreign();
                }
            } finally {
                state = AT_REST;
            }
        }
    }

    /**
     * True if another thread is about to find out that only the caller may run it: the field is the caller's own until
     * it does.
     */
    private boolean isClaimedInVain(Thread thread) {
        Keeper own = keeper;
        return own != null && own.thread() == thread;
    }

    /** The trampoline is about to be left for good, in that state. Nothing of this object is touched afterwards. */
    private void leave(CarrierContext c, int next) {
        c.rest = below;
        c.pinned = outer;
        if (below != null) {
            below = null;
        }
        if (outer != null) {
            outer = null;
        }
        if (next == AT_REST) {
            exchangeBindings(c);
        } else if (next == DONE) {
            endBindings(c);
        }
        become(next);
    }

    /**
     * It is suspended, or goes on: its bindings go with it, and the others stay with the thread. What it uses of
     * processor locals nobody else may.
     */
    private void exchangeBindings(CarrierContext c) {
        if (c.borrowedCount != 0) {
            CarrierLocals.leaveBorrowed(c);
        }
        Object[] current = JdkAccess.bindings(c.thread);
        Object[] other = bindings;
        if (current != other) {
            bindings = current;
            c.bindThread(other);
        }
    }

    private void endBindings(CarrierContext c) {
        Object[] others = bindings;
        if (JdkAccess.bindings(c.thread) != others) {
            c.bindThread(others);
        }
        if (others != null) {
            bindings = null;
        }
    }

    private void become(int next) {
        U.putIntRelease(this, STATE, next);
    }

    // ------------------------------------------------------------------------------------------- unwinding

    /** True if the trampoline is to return; what the caller finds in the context tells it whether to unwind as well. */
    private boolean unwound(CarrierContext c) {
        if (c.leaving == CarrierContext.SUSPENDING) {
            if (!take(c)) {
                return false;
            }
            leave(c, AT_REST);
            return true;
        }
        if (c.leaving == CarrierContext.SUSPENDING_OUTER && c.catcher == this) {
            if (c.target != this || purpose != SUSPEND) {
                c.target.takeFrames(c);
                return false;
            }
            if (!takeInner(c)) {
                return false;
            }
            rest(c);
            return true;
        }
        if (state == ENTERED_PLAINLY) {
            mayHold |= Monitors.ever != 0;
            Fibers.stayPinned(c);
            return false;
        }
        merge(c);
        return true;
    }

    /** Leaves the trampoline with the continuation suspended, and passes on what it was suspended with. */
    private void rest(CarrierContext c) {
        HandoffFrame handoff = SuspendedFrame.takeHandoff(frames);
        boolean isPlain = state == ENTERED_PLAINLY;
        leave(c, AT_REST);
        if (handoff != null) {
            handoff.pass(c, isPlain);
        }
    }

    /** Puts its frames in front of its caller's, which come next. */
    private void merge(CarrierContext c) {
        if (drops(c)) {
            giveBack(c.rest, bottom, c);
        }
        if (c.tail == null) {
            c.head = c.rest;
        } else if (c.tail.next != c.rest) {
            c.tail.next = c.rest;
        }
        c.tail = bottom;
        c.forgetSpares();
        if (outer instanceof ContinuationImpl) {
            ((ContinuationImpl) outer).hasNested = true;
            ((ContinuationImpl) outer).mayHold |= mayHold;
        }
        frames = null;
        leave(c, MOUNTED);
    }

    /**
     * Takes the frames of {@link CarrierContext#target} off those that have been saved or were parked, and suspends it,
     * unless there is an error to be thrown in it instead. Called by the trampoline that runs these frames, which is
     * not its own.
     */
    @Override
    public void takeFrames(CarrierContext c) {
        if (purpose == ASK) {
            goOn(c);
        } else if (purpose == DROP) {
            replace(c);
        } else if (takeInner(c)) {
            HandoffFrame handoff = SuspendedFrame.takeHandoff(frames);
            if (handoff != null) {
                handoff.next = c.rest;
                c.rest = handoff;
            }
            c.retI = 0;
            exchangeBindings(c);
            become(AT_REST);
        }
    }

    /** Nothing has kept the unwinding from coming here: it could be suspended. */
    private void goOn(CarrierContext c) {
        reached(c);
        Frame all = c.take();
        c.retI = 0;
        stays(c);
        if (c.error != null) {
            fail(c, all);
        } else {
            c.rest = all;
        }
    }

    /** Drops the frames up to its own end, and has the innermost, an {@link InvocationFrame}, go on in their place. */
    private void replace(CarrierContext c) {
        reached(c);
        giveBack(c.rest, bottom, c);
        Frame invocation = c.take();
        // of memory that lacked for frames which nobody needs
        c.error = null;
        for (Frame f = invocation.next; f != bottom; f = f.next) {
            if (f instanceof EntryFrame) {
                ContinuationImpl dropped = ((EntryFrame) f).owner;
                dropped.bindings = null;
                dropped.isDropped = true;
                dropped.become(DONE);
            }
        }
        // those of the calls that are dropped are over
        c.bindThread(bindings);
        invocation.next = bottom;
        c.rest = invocation;
        hasNested = false;
        if (frames != null && frames != bottom) {
            frames = bottom;
        }
    }

    /** Whether the frames of the unwinding are dropped, so that their monitors are left for good. */
    public static boolean drops(CarrierContext c) {
        return c.leaving == CarrierContext.SUSPENDING_OUTER
                && c.target != null
                && ((ContinuationImpl) c.target).purpose == DROP;
    }

    /** Gives up the monitors that are held by frames which were parked before, and are dropped now. */
    private static void giveBack(Frame first, Frame end, CarrierContext c) {
        if (Monitors.ever == 0) {
            return;
        }
        for (Frame f = first; f != end; f = f.next) {
            if (f.at.holdsMonitors()) {
                for (Object monitor : FrameValues.monitors(f)) {
                    synchronized (monitor) {
                        Monitors.attach(monitor, c);
                    }
                }
            }
        }
    }

    private void reached(CarrierContext c) {
        c.target = null;
        c.catcher = null;
        purpose = SUSPEND;
    }

    /**
     * The target's frames, and others behind {@link #bottom}, were in one list; false if there is an error to be thrown
     * instead.
     */
    private boolean takeInner(CarrierContext c) {
        reached(c);
        boolean isTaken = take(c);
        if (isTaken) {
            c.rest = bottom.next;
            bottom.next = null;
        }
        return isTaken;
    }

    /** The frames behind {@link #bottom} are left to the caller. */
    private boolean take(CarrierContext c) {
        Frame all = c.take();
        if (c.error != null || Depth.isExceeded(c, all, c.thread) || mayHold && !keep(c, all)) {
            stays(c);
            fail(c, all);
            return false;
        }
        if (frames != all) {
            frames = all;
        }
        return true;
    }

    /** Sees whether it is suspended with monitors; false if there is no memory to keep them with it. */
    private boolean keep(CarrierContext c, Frame all) {
        if (holder(all, bottom) != null) {
            try {
                keeper = Keeper.keep(c.thread);
            } catch (OutOfMemoryError e) {
                c.error = e;
                return false;
            }
        }
        mayHold = false;
        return true;
    }

    /** The frames of the unwinding go on where it has ended, and are to enter again what they have left. */
    private void stays(CarrierContext c) {
        if (mayHold && c.pinned instanceof ContinuationImpl) {
            ((ContinuationImpl) c.pinned).mayHold = true;
        }
    }

    /** A twin of the continuation that is being suspended leaves a monitor. */
    public static void detaches(CarrierContext c) {
        ((ContinuationImpl) (c.leaving == CarrierContext.SUSPENDING ? c.pinned : c.target)).mayHold = true;
    }

    /** It is to go on with an error, thrown where it was to suspend. */
    private static void fail(CarrierContext c, Frame all) {
        // also for the stack trace
        c.rest = all;
        c.exc = c.error != null ? c.error : new StackOverflowError();
        c.error = null;
    }

    // ------------------------------------------------------------------------------------------- suspending

    /** Called by plain copies, which cannot be left. */
    public static void suspendPlainly(Object scope) {
        find(scope, context(scope));
        throw PinningFrame.ofPlainCaller(scope);
    }

    /** That of the calling thread or fiber. */
    private static CarrierContext context(Object scope) {
        CarrierContext c = CarrierContext.of(Thread.currentThread());
        if (c == null || c.thread == null) {
            throw notIn(scope);
        }
        return c;
    }

    /** Called by twins, which unwind when this returns. */
    public static void suspend(Object scope, CarrierContext c) {
        OuterFrames at = c.pinned;
        if (at instanceof ContinuationImpl
                && ((ContinuationImpl) at).scope == scope
                && !((ContinuationImpl) at).hasNested) {
            c.leaving = CarrierContext.SUSPENDING;
        } else {
            suspendOuter(scope, c);
        }
        c.unwinding = CarrierContext.UNWINDING;
    }

    /**
     * Called by twins, which unwind when this returns. Once it is resumed, the register of references has the
     * {@code Continuation} that was.
     *
     * @param consumer what the caller of {@code run} is to do first, with the continuation; or null
     */
    public static void suspend(Object scope, Consumer<Object> consumer, CarrierContext c) {
        ContinuationImpl target = find(scope, c);
        SuspendedFrame spare =
                c.hasSpares && c.tail == null ? (SuspendedFrame) c.takeSpare(SuspendedFrame.class, 0) : null;
        SuspendedFrame frame = spare != null && spare.owner == target ? spare : new SuspendedFrame(target);
        HandoffFrame handoff = consumer == null ? null : new HandoffFrame(consumer, target.self);
        if (target == c.pinned && !target.hasNested) {
            // as if further out: only that looks for what is passed on
            target.purpose = SUSPEND;
            c.target = target;
            c.catcher = target;
            c.leaving = CarrierContext.SUSPENDING_OUTER;
        } else {
            suspendOuter(scope, c);
        }
        c.unwinding = CarrierContext.UNWINDING;
        frame.handoff = handoff;
        if (frame == spare) {
            c.pushSpare(frame);
        } else {
            c.push(frame);
        }
    }

    /** Called by plain copies, which cannot be left. */
    public static void dropPlainly(Object scope) {
        find(scope, context(scope));
        throw PinningFrame.ofPlainCaller(scope);
    }

    /** Called by twins, which unwind when this returns, and are not resumed. */
    public static void drop(Object scope, MethodHandle handle, Object[] arguments, CarrierContext c) {
        ContinuationImpl target = find(scope, c);
        int level = target.levelThatStays(c);
        if (level >= 0) {
            throw PinningFrame.ofTrampoline(scope, level);
        }
        InvocationFrame invocation = new InvocationFrame(handle, arguments);
        aim(target, DROP, c);
        c.unwinding = CarrierContext.UNWINDING;
        c.push(invocation);
    }

    /** The {@code Continuation} that this is the mechanics of. */
    Object self() {
        return self;
    }

    private static void suspendOuter(Object scope, CarrierContext c) {
        ContinuationImpl target = find(scope, c);
        int level = target.levelThatStays(c);
        if (level >= 0) {
            throw PinningFrame.ofTrampoline(scope, level);
        }
        target.lookForMonitors(c);
        aim(target, SUSPEND, c);
    }

    /** Has the context unwind up to the trampoline that runs the frames of the target. */
    private static void aim(ContinuationImpl target, byte purpose, CarrierContext c) {
        OuterFrames catcher = target.catcher(c);
        if (catcher == target) {
            target.hasNested = catcher != c.pinned || target.hasNested(c.rest);
        }
        target.purpose = purpose;
        c.target = target;
        c.catcher = catcher;
        c.leaving = CarrierContext.SUSPENDING_OUTER;
    }

    /** Called by plain copies, which cannot be left. */
    public static boolean isPinnedPlainly(Object scope) {
        find(scope, context(scope));
        return true;
    }

    /**
     * Called by twins: tries to suspend. If the context unwinds on return, the register of integers has the answer in
     * the end.
     */
    public static boolean isPinned(Object scope, CarrierContext c) {
        ContinuationImpl target = find(scope, c);
        if (target.levelThatStays(c) >= 0) {
            return true;
        }
        target.lookForMonitors(c);
        aim(target, ASK, c);
        c.unwinding = CarrierContext.UNWINDING;
        return false;
    }

    /** The {@code Continuation} of that scope in which the caller is innermost, or null. */
    public static Object current(Object scope) {
        return current(scope, scope);
    }

    /** The {@code Continuation} of one of these scopes in which the caller is innermost, or null. */
    public static Object current(Object scope, Object other) {
        CarrierContext c = CarrierContext.of(Thread.currentThread());
        ContinuationImpl found = c == null || c.thread == null ? null : look(scope, other, c);
        return found == null ? null : found.self;
    }

    /** The scope of that class whose continuation is the innermost in which the caller is, or null. */
    public static Object innermostScope(Class<?> type) {
        CarrierContext c = CarrierContext.of(Thread.currentThread());
        if (c == null || c.thread == null) {
            return null;
        }
        Frame segment = c.rest;
        for (OuterFrames at = c.pinned; ; at = at.outer) {
            for (Frame f = segment; f != null; f = f.next) {
                if (f instanceof EntryFrame && type.isInstance(((EntryFrame) f).owner.scope)) {
                    return ((EntryFrame) f).owner.scope;
                }
            }
            if (at == null) {
                return null;
            }
            segment = at.below;
        }
    }

    private boolean hasNested(Frame first) {
        Frame f = first;
        while (!(f instanceof EntryFrame)) {
            f = f.next;
        }
        return f != bottom;
    }

    /** The innermost continuation of that scope. */
    private static ContinuationImpl find(Object scope, CarrierContext c) {
        ContinuationImpl found = look(scope, scope, c);
        if (found == null) {
            throw notIn(scope);
        }
        return found;
    }

    private static ContinuationImpl look(Object scope, Object other, CarrierContext c) {
        if (c.pinned instanceof ContinuationImpl) {
            ContinuationImpl innermost = (ContinuationImpl) c.pinned;
            if (!innermost.hasNested && (innermost.scope == scope || innermost.scope == other)) {
                return innermost;
            }
        }
        Frame segment = c.rest;
        for (OuterFrames at = c.pinned; ; at = at.outer) {
            for (Frame f = segment; f != null; f = f.next) {
                if (f instanceof EntryFrame) {
                    ContinuationImpl found = ((EntryFrame) f).owner;
                    if (found.scope == scope || found.scope == other) {
                        return found;
                    }
                }
            }
            if (at == null) {
                return null;
            }
            segment = at.below;
        }
    }

    private static NotInScopeException notIn(Object scope) {
        return new NotInScopeException("not in a continuation of scope " + scope);
    }

    @Override
    public void refuse(CarrierContext c) {
        boolean isAsked = c.leaving == CarrierContext.SUSPENDING_OUTER && purpose == ASK;
        reached(c);
        c.error = null;
        if (isAsked) {
            c.retI = 1;
        } else {
            c.exc = PinningFrame.ofTrampoline(scope, 0);
        }
    }

    /**
     * How many trampolines stand further in than the first whose caller cannot be left, on the way to {@link #catcher};
     * -1 if all can.
     */
    private int levelThatStays(CarrierContext c) {
        OuterFrames at = c.pinned;
        Frame segment = c.rest;
        int level = 0;
        while (!(isEntered() ? at == this : contains(segment))) {
            if (!(at instanceof ContinuationImpl) || ((ContinuationImpl) at).state == ENTERED_PLAINLY) {
                return level;
            }
            level++;
            segment = at.below;
            at = at.outer;
        }
        return -1;
    }

    /** The frames outside of the trampoline that runs those with its {@link #bottom}; null for the carrier's. */
    private OuterFrames catcher(CarrierContext c) {
        OuterFrames at = c.pinned;
        Frame segment = c.rest;
        while (!(isEntered() ? at == this : contains(segment))) {
            segment = at.below;
            at = at.outer;
        }
        return at;
    }

    private boolean contains(Frame segment) {
        Frame f = segment;
        while (f != null && f != bottom) {
            f = f.next;
        }
        return f != null;
    }

    /**
     * Looks for frames that were parked when a fiber did, have not been resumed, and are to enter monitors again. While
     * there is a trampoline of its own it is told of these.
     */
    private void lookForMonitors(CarrierContext c) {
        if (Monitors.ever == 0 || isEntered()) {
            return;
        }
        Frame f = c.rest;
        OuterFrames at = c.pinned;
        while (f != bottom && !mayHold) {
            if (f == null) {
                f = at.below;
                at = at.outer;
            } else {
                mayHold = f.at.holdsMonitors();
                f = f.next;
            }
        }
    }

    /** The innermost of these frames that holds a monitor, or null. */
    private static Frame holder(Frame first, Frame end) {
        Frame f = first;
        while (f != end && !f.at.holdsMonitors()) {
            f = f.next;
        }
        return f == end ? null : f;
    }

    // ------------------------------------------------------------------------------------------- state

    /** True once it has ended. */
    public boolean isDone() {
        return state == DONE;
    }

    /** Whether it has ended, though whoever has run it will not hear of that: they were both dropped. */
    public boolean isDropped() {
        return state == DONE && isDropped;
    }

    /**
     * Where it was suspended, innermost frame first, in its author's names; empty if it has not begun or has ended.
     *
     * @throws NotResumableException if it runs
     */
    public StackTraceElement[] trace() {
        int found = stop();
        if (found == DONE) {
            return new StackTraceElement[0];
        }
        if (found != AT_REST) {
            throw new NotResumableException(NotResumableException.Reason.RUNNING, "the continuation runs: " + this);
        }
        SuspensionPoint[] points;
        try {
            points = points();
        } finally {
            state = AT_REST;
        }
        return Traces.ofPoints(points);
    }

    /**
     * Keeps it from being run for a moment, and returns that it was at rest; else returns the state that it is in. Who
     * stores that it is at rest again calls nothing for this: where the stack ends, others would wait for ever.
     */
    private int stop() {
        while (!U.compareAndSetInt(this, STATE, AT_REST, LOOKED_AT)) {
            int found = state;
            if (found != LOOKED_AT && found != AT_REST) {
                return found;
            }
            Thread.yield();
        }
        return AT_REST;
    }

    /**
     * A continuation that goes on from the same place as this one, which stays as it is.
     *
     * @param self the {@code Continuation} whose mechanics it is to be
     * @param copier gives what the copy's frames are to refer to in place of each object, once for each; null to share
     *     all
     * @param lender the class whose suspended frames hold something lent, which a copy must not hold as well
     * @throws NotCloneableException if it is not at rest, or holds monitors or something lent, or another one was
     *     suspended within it
     */
    public ContinuationImpl copy(Object self, UnaryOperator<Object> copier, Class<?> lender) {
        int found = stop();
        if (found != AT_REST) {
            boolean isDone = found == DONE;
            throw new NotCloneableException(
                    isDone ? NotCloneableException.Reason.DONE : NotCloneableException.Reason.RUNNING,
                    "the continuation " + (isDone ? "has ended: " : "runs: ") + this);
        }
        ContinuationImpl copy;
        try {
            if (keeper != null) {
                throw new NotCloneableException(
                        NotCloneableException.Reason.MONITOR,
                        "the continuation holds a monitor in " + holderPlace() + ": " + this);
            }
            copy = new ContinuationImpl(scope, target, self);
            copy.frames = copyFrames(copy, lender);
            copy.bindings = bindings;
        } finally {
            state = AT_REST;
        }
        if (copier != null) {
            IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
            for (Frame f = copy.frames; f != copy.bottom; f = f.next) {
                FrameValues.replace(f, copier, copies);
            }
        }
        return copy;
    }

    private Frame copyFrames(ContinuationImpl copy, Class<?> lender) {
        Frame innermost = null;
        Frame last = null;
        for (Frame f = frames; ; f = f.next) {
            Frame made = f == bottom ? copy.bottom : copyFrame(f, copy, lender);
            if (last == null) {
                innermost = made;
            } else {
                last.next = made;
            }
            if (f == bottom) {
                return innermost;
            }
            last = made;
        }
    }

    private Frame copyFrame(Frame f, ContinuationImpl copy, Class<?> lender) {
        if (f instanceof EntryFrame) {
            throw new NotCloneableException(
                    NotCloneableException.Reason.NESTED,
                    "the continuation was suspended within " + ((EntryFrame) f).owner + ": " + this);
        }
        if (f instanceof SuspendedFrame) {
            return new SuspendedFrame(copy);
        }
        if (f.at.host == lender) {
            throw new NotCloneableException(
                    NotCloneableException.Reason.LENT,
                    "the continuation was lent a value by a " + lender.getSimpleName()
                            + ", which its copy would give back as well: " + this);
        }
        return f.copy();
    }

    private SuspensionPoint[] points() {
        int n = 0;
        for (Frame f = frames; f != bottom; f = f.next) {
            n++;
        }
        SuspensionPoint[] points = new SuspensionPoint[n];
        int i = 0;
        for (Frame f = frames; f != bottom; f = f.next) {
            points[i++] = f.at;
        }
        return points;
    }

    /** Where it holds the innermost of its monitors. */
    private StackTraceElement holderPlace() {
        return Traces.ofPoints(new SuspensionPoint[] {holder(frames, bottom).at})[0];
    }

    private boolean isAtRest() {
        int found = state;
        return found == AT_REST || found == LOOKED_AT;
    }

    private boolean isEntered() {
        return state == ENTERED || state == ENTERED_PLAINLY;
    }

    /** Scope and state. */
    @Override
    public String toString() {
        return scope + (isDone() ? ", done" : !isAtRest() ? ", running" : target == null ? ", suspended" : ", new");
    }
}
