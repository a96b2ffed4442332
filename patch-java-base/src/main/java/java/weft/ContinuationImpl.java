package java.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.CarrierLocals;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.ContinuationEntry;
import jdk.internal.weft.fiber.Depth;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.OuterFrames;
import jdk.internal.weft.monitor.Monitors;

/**
 * The mechanics of {@code dev.weft.Continuation}.
 *
 * <p>The heap frames of a continuation end with one of its own, {@link EntryFrame}. Where it is entered, {@link #enter} is a trampoline on
 * the stack, which hides the caller's parked frames ({@link OuterFrames}) and runs those of the continuation. If a suspension has to
 * leave this trampoline (a fiber parks; a continuation further out is suspended), the frames are put in front of the
 * caller's, and the continuation goes on as a part of the stack that is being saved: whichever trampoline resumes it finds its end at the {@code EntryFrame}.
 *
 * <p>To suspend a continuation is an unwinding up to the trampoline that runs the frames among which its {@code EntryFrame} is: that of its own, if
 * it is <em>entered</em>, else one further out. That one takes the frames off, and goes on behind the {@code EntryFrame}.
 *
 * <p>Nothing is stored that has not changed: a continuation soon is an old object, and each reference stored into it costs a
 * fence under G1. For the same reason the frames are kept while it runs, and used again ({@link CarrierContext#takeSpare}).
 *
 * <p>The class stays whole because each of its steps, entering, leaving, suspending, moves the same frames from one list to another.
 */
public final class ContinuationImpl extends OuterFrames {
    /** How many runs a platform thread's context serves: the next collection would make it old, and stores into it dear. */
    private static final int RENEWAL = 64;

    private final Object scope;
    private final EntryFrame bottom = new EntryFrame(this);

    /** What it is to run, until it has begun. */
    private Runnable target;

    /** The innermost frame while suspended; while entered, that, to be used again. Frames end with {@link #bottom}. */
    private Frame frames = bottom;

    /** While at rest: the context locals' bindings in the innermost call of it. Since it has begun to run: those of whoever runs it. */
    private Object[] bindings;

    /** Other continuations may end among its frames. */
    private boolean hasNested;

    /** Value of {@link #state}: new or suspended. */
    private static final int AT_REST = 0;

    /** Value of {@link #state}: on the stack of some thread or fiber, running or parked, without a trampoline of its own. */
    private static final int MOUNTED = 1;

    /** Value of {@link #state}: there is a trampoline of its own on a carrier's stack. */
    private static final int ENTERED = 2;

    /** Value of {@link #state}: the same, and the caller of that trampoline cannot be left. */
    private static final int ENTERED_PLAINLY = 3;

    private static final int DONE = 4;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(ContinuationImpl.class, "state");

    /**
     * Whoever changes it from {@link #AT_REST}, by a compare-and-set, owns all other fields, on whatever carriers a fiber does so, until a
     * store with release gives them back, which is the owner's last access.
     */
    private volatile int state = AT_REST;

    /** One that has not begun. */
    public ContinuationImpl(Object scope, Runnable target) {
        this.scope = scope;
        this.target = target;
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
            WovenCode.rethrow(c);
        }
    }

    // ------------------------------------------------------------------------------------------- entering

    /** Called by plain copies: the caller's frames cannot be saved. */
    public void run() {
        Thread thread = Thread.currentThread();
        CarrierContext known = JdkAccess.context(thread);
        enter(known != null && !isToBeRenewed(known) ? known : renew(thread, known), true);
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
        JdkAccess.context(thread, fresh);
        return fresh;
    }

    /** Called by twins. */
    public void run(CarrierContext c) {
        enter(c, false);
    }

    /** The trampoline: runs the continuation until it ends or suspends, or something else is to leave the stack. */
    private void enter(CarrierContext c, boolean isPlain) {
        begin(c, isPlain);
        try {
            resumeFirst(c);
        } catch (Throwable t) {
            c.thrown(t);
        }
        for (; ; ) {
            if (c.unwinding && unwound(c)) {
                return;
            }
            if (c.rest == bottom && target == null) {
                c.forgetSpares();
                frames = null;
                leave(c, DONE);
                WovenCode.rethrow(c);
                return;
            }
            try {
                if (c.rest != bottom) {
                    Frame.resumeNext(c);
                } else {
                    start(c);
                }
            } catch (Throwable t) {
                c.thrown(t);
            }
        }
    }

    /** What {@link Frame#resumeNext} does; but that a local variable keeps the frame does not matter here: this does so, too. */
    private void resumeFirst(CarrierContext c) throws Throwable {
        Frame first = frames;
        if (first == bottom) {
            c.rest = bottom;
            start(c);
        } else {
            c.rest = first.next;
            first.at.resumer().resume(first, c);
        }
    }

    private void start(CarrierContext c) throws Throwable {
        Runnable begun = target;
        if (begun != null) {
            target = null;
            ContinuationEntry.run(begun, c);
        }
    }

    private void begin(CarrierContext c, boolean isPlain) {
        if (!U.compareAndSetInt(this, STATE, AT_REST, isPlain ? ENTERED_PLAINLY : ENTERED)) {
            throw new IllegalStateException(
                    isDone() ? "the continuation has ended: " + this : "the continuation runs already: " + this);
        }
        if (below != c.rest) {
            below = c.rest;
        }
        if (outer != c.pinned) {
            outer = c.pinned;
        }
        c.pinned = this;
        c.offer(frames == bottom ? null : frames);
        if (target == null) {
            exchangeBindings(c);
        } else {
            bindings = JdkAccess.bindings(c.thread);
        }
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

    /** It is suspended, or goes on: its bindings go with it, and the others stay with the thread. What it uses of processor locals nobody else may. */
    private void exchangeBindings(CarrierContext c) {
        if (c.borrowedCount != 0) {
            CarrierLocals.leaveBorrowed(c);
        }
        Object[] current = JdkAccess.bindings(c.thread);
        Object[] other = bindings;
        if (current != other) {
            bindings = current;
            JdkAccess.bindings(c.thread, other);
        }
    }

    private void endBindings(CarrierContext c) {
        Object[] others = bindings;
        if (JdkAccess.bindings(c.thread) != others) {
            JdkAccess.bindings(c.thread, others);
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
            if (c.target != this) {
                takeTarget(c);
                return false;
            }
            if (!takeInner(c)) {
                return false;
            }
            leave(c, AT_REST);
            return true;
        }
        if (state == ENTERED_PLAINLY) {
            Fibers.stayPinned(c);
            return false;
        }
        merge(c);
        return true;
    }

    /** Puts its frames in front of its caller's, which come next. */
    private void merge(CarrierContext c) {
        if (c.tail == null) {
            c.head = c.rest;
        } else if (c.tail.next != c.rest) {
            c.tail.next = c.rest;
        }
        c.tail = bottom;
        c.forgetSpares();
        if (outer instanceof ContinuationImpl) {
            ((ContinuationImpl) outer).hasNested = true;
        }
        frames = null;
        leave(c, MOUNTED);
    }

    /**
     * Takes the frames of {@link CarrierContext#target} off those that have been saved or were parked, and suspends it, unless there is an error
     * to be thrown in it instead. Called by the trampoline that runs these frames, which is not its own.
     */
    public static void takeTarget(CarrierContext c) {
        ContinuationImpl target = c.target;
        if (target.takeInner(c)) {
            target.exchangeBindings(c);
            target.become(AT_REST);
        }
    }

    /** The target's frames, and others behind {@link #bottom}, were in one list; false if there is an error to be thrown instead. */
    private boolean takeInner(CarrierContext c) {
        c.target = null;
        c.catcher = null;
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
        if (c.error != null || Depth.isExceeded(c, all, c.thread)) {
            fail(c, all);
            return false;
        }
        if (frames != all) {
            frames = all;
        }
        return true;
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
        CarrierContext c = JdkAccess.context(Thread.currentThread());
        if (c != null && c.thread != null) {
            find(scope, c);
            throw pinned(scope, "the caller cannot be suspended");
        }
        throw notIn(scope);
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
        c.unwinding = true;
    }

    private static void suspendOuter(Object scope, CarrierContext c) {
        ContinuationImpl target = find(scope, c);
        OuterFrames catcher = target.catcher(c);
        if (!target.isEntered() && target.holdsMonitors(c)) {
            throw pinned(scope, "it holds a monitor");
        }
        if (catcher == target) {
            target.hasNested = catcher != c.pinned || target.hasNested(c.rest);
        }
        c.target = target;
        c.catcher = catcher;
        c.leaving = CarrierContext.SUSPENDING_OUTER;
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
        Frame segment = c.rest;
        for (OuterFrames at = c.pinned; ; at = at.outer) {
            for (Frame f = segment; f != null; f = f.next) {
                if (f instanceof EntryFrame && ((EntryFrame) f).owner.scope == scope) {
                    return ((EntryFrame) f).owner;
                }
            }
            if (at == null) {
                throw notIn(scope);
            }
            segment = at.below;
        }
    }

    private static IllegalStateException notIn(Object scope) {
        return new IllegalStateException("not in a continuation of scope " + scope);
    }

    /** What {@link #suspend} is to throw, as the unwinding has met a frame that cannot be left. */
    public static IllegalStateException refuse(CarrierContext c) {
        ContinuationImpl target = c.target;
        for (OuterFrames at = c.pinned; target == null; at = at.outer) {
            target = at instanceof ContinuationImpl ? (ContinuationImpl) at : null;
        }
        c.target = null;
        c.catcher = null;
        return pinned(target.scope, "it holds a monitor");
    }

    private static IllegalStateException pinned(Object scope, String why) {
        return new IllegalStateException("a continuation of scope " + scope + " is pinned: " + why);
    }

    /**
     * The frames outside of the trampoline that runs those with its {@link #bottom}; null for the carrier's.
     *
     * @throws IllegalStateException if another one stands further in that cannot be left
     */
    private OuterFrames catcher(CarrierContext c) {
        OuterFrames at = c.pinned;
        Frame segment = c.rest;
        while (!(isEntered() ? at == this : contains(segment))) {
            if (!(at instanceof ContinuationImpl) || ((ContinuationImpl) at).state == ENTERED_PLAINLY) {
                throw pinned(scope, "a caller cannot be suspended");
            }
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

    /** Whether frames that were parked when a fiber did, and have not been resumed, are to enter monitors again. */
    private boolean holdsMonitors(CarrierContext c) {
        if (Monitors.ever == 0) {
            return false;
        }
        Frame f = c.rest;
        OuterFrames at = c.pinned;
        while (f != bottom) {
            if (f == null) {
                f = at.below;
                at = at.outer;
            } else if (f.at.holdsMonitors()) {
                return true;
            } else {
                f = f.next;
            }
        }
        return false;
    }

    // ------------------------------------------------------------------------------------------- state

    /** True once it has ended. */
    public boolean isDone() {
        return state == DONE;
    }

    private boolean isEntered() {
        return state == ENTERED || state == ENTERED_PLAINLY;
    }

    /** Scope and state. */
    @Override
    public String toString() {
        return scope
                + (isDone() ? ", done" : state != AT_REST ? ", running" : target == null ? ", suspended" : ", new");
    }
}
