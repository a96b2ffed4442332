package jdk.internal.weft.fiber;

import java.weft.AbstractCarrier;
import java.weft.AbstractFiber;
import java.weft.CarrierContext;
import java.weft.FiberEvents;
import java.weft.Frame;
import java.weft.Initializers;
import java.weft.Reserve;
import java.weft.SuspensionPoint;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.local.CarrierLocals;
import jdk.internal.weft.timer.CoarseClock;
import jdk.internal.weft.timer.Sleeper;
import jdk.internal.weft.timer.Timer;
import jdk.internal.weft.trace.Traces;

/**
 * A lightweight thread: the list of heap frames of a suspended computation, the thread it belongs to, and a state word.
 *
 * <pre>
 * state      mounted  meaning                         leaves by
 * NEW        no       made, not started               start        -> RUNNABLE
 * RUNNABLE   no, yes  waits for a carrier, or executes unwound      -> PARKED (nothing has ended the park)
 *                                                     parkPinned, stayPinned -> PINNED (a frame cannot be left)
 *                                                     the end      -> TERMINATED
 * PARKED     no       waits                           unpark, interrupt, time -> RUNNABLE
 * PINNED     yes      blocks its carrier              unpark, interrupt, time -> RUNNABLE
 * TERMINATED no       has run to its end              -
 * </pre>
 *
 * Five bits of the same word go with the states. {@link #PERMIT} is that of {@code LockSupport}. A wait of the
 * runtime's own (for a monitor, a descriptor, the end of a thread, for time to pass) must neither take the program's
 * permit nor be ended by its {@code unpark}: such a wait is a park with {@link #OWN} set, and {@link #SIGNAL} is its
 * permit. {@link #INPUT} tells {@code getState} what a pinned one waits for, {@link #COMPUTED} tells the scheduler
 * where to queue the fiber. The bits that are left have the time of the last change of state, by {@link CoarseClock}.
 * The transitions exist as data in {@link FiberState}, which a test compares with this class.
 *
 * <p>The class stays whole because each of its steps is a transition of the one state word.
 *
 * <p>Memory effects: what a fiber wrote before it parked or yielded happens-before what it does after it is resumed, on
 * whatever carrier: the carrier that unwinds publishes the frames by the compare-and-set of the state word that who
 * ends the park reads, who publishes the fiber by the queue that the next carrier takes it from. To mount a fiber, or
 * to yield, changes no state. {@code unpark} happens-before the return from the {@code park} that consumes its permit.
 */
public final class Fiber extends AbstractFiber implements Sleeper {
    public static final int NEW = 0;
    public static final int RUNNABLE = 1;
    public static final int PARKED = 2;
    public static final int PINNED = 3;
    static final int TERMINATED = 4;

    /** Bit of the state word: an unpark that no park has consumed yet. */
    static final int PERMIT = 8;

    /** Bit of the state word: a wake-up by the runtime that no wait of the runtime has consumed yet. */
    static final int SIGNAL = 16;

    /** Bit of the state word: the park is a wait of the runtime; only while PARKED or PINNED. */
    static final int OWN = 32;

    /**
     * Bit of the state word: the fiber has used up its slice before it parked; if time ends that, others go before it.
     * Only while PARKED, or while RUNNABLE if it was made to leave since it parked last.
     */
    static final int COMPUTED = 64;

    /** Bit of the state word: the wait stands for a native call, in which a thread is RUNNABLE; only while PINNED. */
    static final int INPUT = 128;

    /** Bits of the state word: since when the fiber is in its state, roughly; 0 if that is not known. */
    static final int SINCE = CoarseClock.BITS;

    private static final int BITS = PERMIT | SIGNAL | OWN | COMPUTED | INPUT | SINCE;

    /** How long a carrier blocks, before its fiber looks again, if there is no memory. */
    private static final long SHORT_NANOS = 10_000_000;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Fiber.class, "state");

    private static final long JOINERS = U.objectFieldOffset(Fiber.class, "joiners");
    private static final Joiner RELEASED = new Joiner(null);

    private final Thread thread;
    private volatile int state;

    /**
     * Innermost heap frame of the suspended fiber; owned by whoever won the last change of state. While the fiber runs:
     * null, or the same as before, see {@link CarrierContext#resume}.
     */
    private Frame top;

    /** The carrier that a pinned park blocks, else null; read by who ends the park. */
    private volatile Thread blocked;

    /** Pending timed park, or null. */
    private Timer timer;

    /**
     * Its {@link Scheduler}, if that is not the default one; else null, or the next fiber in that one's queue, which
     * guards it. Set by who owns the fiber: before the start, while it runs, or having ended its park.
     */
    public Object scheduling;

    /** Those that wait for the end, the last to come first; {@link #RELEASED} once they were told. */
    private volatile Joiner joiners;

    /** Makes the fiber of a thread that is not started yet. */
    public Fiber(Thread thread) {
        this.thread = thread;
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public Thread carrier() {
        return Scheduler.of(this).carrying(this);
    }

    /** The state without the bits that go with it. A snapshot. */
    public int state() {
        return state & ~BITS;
    }

    /** The same, but with {@link #INPUT}, which must be read with the state. */
    public int stateAndInput() {
        return state & (~BITS | INPUT);
    }

    /**
     * For how many seconds it has been in its state; -1 if that is not known, as under a scheduler of the program's. A
     * snapshot.
     */
    public long secondsInState() {
        int s = state;
        return scheduling instanceof Scheduler ? -1 : CoarseClock.secondsSince(s, System.nanoTime());
    }

    /** True if it may run, and has used up a slice since it last waited. A snapshot. */
    public boolean hasComputed() {
        int s = state;
        return (s & ~BITS) == RUNNABLE && (s & COMPUTED) != 0;
    }

    /** True from start to termination. A snapshot. */
    public boolean isLive() {
        int s = state();
        return s != NEW && s != TERMINATED;
    }

    @Override
    public Frame frames() {
        return top;
    }

    /** True if the park the fiber is in ends by itself. A snapshot. */
    public boolean isTimed() {
        Thread mountedOn = carrier();
        CarrierContext context = mountedOn == null ? null : CarrierContext.of(mountedOn);
        return timer != null || context != null && context.timedPin;
    }

    /** Hands a new fiber to the scheduler; where the stack may end, the caller has to see to it. */
    public void start() {
        if (!U.compareAndSetInt(this, STATE, NEW, RUNNABLE | CoarseClock.now())) {
            throw new IllegalThreadStateException();
        }
        Object chosen = scheduling;
        if (chosen == null) {
            Scheduler.of(this).start(this);
        } else {
            startElsewhere((Scheduler) chosen);
        }
    }

    private void startElsewhere(Scheduler chosen) {
        boolean isStarted = false;
        try {
            chosen.start(this);
            isStarted = true;
        } finally {
            if (!isStarted) {
                state = NEW;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- on the carrier

    /**
     * Mounts the fiber on the calling carrier and runs it until it parks, yields or ends. The trampoline: it resumes
     * only the innermost heap frame; when that returns, the next outer frame is resumed with its result
     * (docs/design.md).
     */
    public void run(CarrierContext c) {
        mount(c);
        // frames are in no local: what they have saved is not to be kept by a trampoline
        resumeTop(c);
        int tries = 0;
        for (; ; ) {
            try {
                if (c.rest != null) {
                    Frame.resumeNext(c);
                } else if (c.exc == null && PlainFibers.isPlain(this)) {
                    FiberEntry.runPlainly(thread);
                } else if (c.exc == null) {
                    FiberEntry.run(thread, c);
                } else {
                    Throwable lost = takeLost(c);
                    if (lost instanceof OutOfMemoryError) {
                        Reserve.await(tries++);
                    }
                    FiberEntry.end(thread, lost, c);
                }
            } catch (Throwable t) {
                c.thrown(t);
                if (t instanceof OutOfMemoryError) {
                    Traces.captureLate((OutOfMemoryError) t);
                }
            }
            if (c.isUnwinding() && c.leaving == CarrierContext.SUSPENDING_OUTER) {
                top = null;
                c.target.takeFrames(c);
            } else if (c.isUnwinding()) {
                Frame outermost = c.tail;
                if (outermost != null && c.leaving == CarrierContext.PARKING && outermost.at.isOfQueue()) {
                    Starving.waitsAgain(c);
                }
                Frame innermost = c.takeAll();
                if (innermost != top) {
                    top = innermost;
                }
                if (unwound(c)) {
                    return;
                }
                resumeTop(c);
            } else if (c.unwinding == CarrierContext.ASKED && c.simulation != null && makesWayBetween(c)) {
                return;
            }
            if (c.rest == null && (c.exc == null || joiners == RELEASED)) {
                terminate(c);
                return;
            }
        }
    }

    private void resumeTop(CarrierContext c) {
        Frame kept = c.resume(top);
        if (kept == null && top != null) {
            top = null;
        }
    }

    /**
     * The error that has left the outermost frame before it could end the thread: there was no memory for that frame.
     */
    private static Throwable takeLost(CarrierContext c) {
        Throwable lost = c.exc;
        c.exc = null;
        return lost;
    }

    private void mount(CarrierContext c) {
        c.mounts++;
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.resumes(this);
        }
        // what it was asked before was for another fiber
        c.unwinding = Preemption.atMount(c);
        cancelTimer();
        if (Accounts.kept != null) {
            Accounts.kept.begins(this);
        }
        if (CarrierNames.ARE_SHOWN) {
            CarrierNames.begins(Thread.currentThread(), thread);
        }
        c.fiber = this;
        c.rest = null;
        c.pinned = null;
        assert state() == RUNNABLE;
        c.thread = thread;
    }

    private void cancelTimer() {
        Timer pending = timer;
        if (pending != null) {
            timer = null;
            pending.cancel();
        }
    }

    private void unmount(CarrierContext c) {
        if (c.kept != null) {
            c.kept.forget(c);
        }
        if (c.borrowedCount != 0) {
            CarrierLocals.leaveBorrowed(c);
        }
        if (Accounts.kept != null) {
            Accounts.kept.leaves(this);
        }
        if (CarrierNames.ARE_SHOWN) {
            CarrierNames.leaves(Thread.currentThread());
        }
        c.unmount();
    }

    /** True if the fiber has left the carrier; false if it is to go on at once. */
    private boolean unwound(CarrierContext c) {
        if (c.error != null && ignoresError(c, top)) {
            c.error = null;
        }
        if (c.error != null || Depth.isExceeded(c, top, thread)) {
            return fails(c);
        }
        switch (c.leaving) {
            case CarrierContext.RESUMING:
                return false;
            case CarrierContext.MAKING_WAY:
                return makesWay(c);
            case CarrierContext.PREEMPTED:
                Preemption.note();
                setComputed(c);
                return yields(c, false);
            case CarrierContext.YIELDING:
                boolean wasMadeToLeave = consume(COMPUTED);
                if (wasMadeToLeave) {
                    SuspensionPoint.waits(top);
                }
                return yields(c, wasMadeToLeave);
            default:
                return leave(c, c.leaving == CarrierContext.WAITING);
        }
    }

    private boolean makesWay(CarrierContext c) {
        if (c.simulation.isToSwitch(top)) {
            return yields(c, false);
        }
        c.unwinding = Preemption.atMount(c);
        return false;
    }

    /** Behind a call, as {@link #makesWay}: the caller is a heap frame, so it tests nothing. */
    private boolean makesWayBetween(CarrierContext c) {
        if (c.takesBehindCall() || c.rest == null || c.exc != null || !c.simulation.isToSwitch(c.rest)) {
            return false;
        }
        top = c.takeBetween();
        return yields(c, false);
    }

    private boolean yields(CarrierContext c, boolean hasComputed) {
        unmount(c);
        if (c.moving != null) {
            scheduling = c.moving == this ? null : c.moving;
            c.moving = null;
        }
        Scheduler.of(this).yield(this, c.carrier, hasComputed);
        return true;
    }

    /**
     * Whether the fiber waits, or yields, as if there had been memory all along: its frames are saved. No wait throws
     * for that, as callers leave nodes behind in queues of synchronizers. But a fiber that fills the heap by endless
     * recursion has to be told, since only it could give memory back.
     *
     * @param frames those of the unwinding, innermost first
     */
    private static boolean ignoresError(CarrierContext c, Frame frames) {
        switch (c.leaving) {
            case CarrierContext.YIELDING:
                return c.moving == null && !Depth.isMuch(frames);
            case CarrierContext.WAITING:
                return !Depth.isMuch(frames);
            default:
                return true;
        }
    }

    /** What is left of its slice may be short; it has computed nevertheless. */
    private void setComputed(CarrierContext c) {
        int s = state;
        while (c.carrier.hasUsedUpSlice() && (s & COMPUTED) == 0 && !U.compareAndSetInt(this, STATE, s, s | COMPUTED)) {
            s = state;
        }
    }

    private boolean leave(CarrierContext c, boolean own) {
        long wait = c.parkNanos;
        c.parkNanos = 0;
        unmount(c);
        if (wait > 0) {
            if (!own) {
                // that of the timer is to be told from one for a wait that is over
                consume(SIGNAL);
            }
            timer = c.carrier.wakeLater(this, wait);
        }
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.parks(this);
        }
        if (Accounts.kept != null) {
            Accounts.kept.waits(this);
        }
        boolean wasMadeToLeave = (state & COMPUTED) != 0;
        if (wasMadeToLeave) {
            SuspensionPoint.waits(top);
        }
        boolean hasComputed = wasMadeToLeave || c.carrier.hasUsedUpSlice();
        if (beginPark(hasComputed ? PARKED | COMPUTED : PARKED, own, wait > 0)) {
            return true;
        }
        cancelTimer();
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.resumes(this);
        }
        if (Accounts.kept != null) {
            Accounts.kept.begins(this);
        }
        if (CarrierNames.ARE_SHOWN) {
            CarrierNames.begins(Thread.currentThread(), thread);
        }
        c.fiber = this;
        c.thread = thread;
        endPark(own);
        return false;
    }

    /** Has the innermost frame resumed with an error, as if that were thrown where the fiber was to suspend. */
    private boolean fails(CarrierContext c) {
        Throwable error = c.error;
        if (error == null) {
            // for the stack trace
            c.rest = top;
            error = new StackOverflowError();
        }
        c.error = null;
        c.parkNanos = 0;
        c.moving = null;
        c.exc = error;
        return false;
    }

    private void terminate(CarrierContext c) {
        Throwable lost = c.exc;
        c.exc = null;
        c.retA = null;
        top = null;
        c.forgetSpares();
        CarrierLocals.forgetBorrowed(c);
        unmount(c);
        if (Accounts.kept != null) {
            Accounts.kept.ended(this);
        }
        state = TERMINATED;
        if (lost != null) {
            FiberEntry.report(thread, lost);
        }
    }

    private boolean consume(int bits) {
        for (; ; ) {
            int s = state;
            if ((s & bits) == 0) {
                return false;
            }
            if (U.compareAndSetInt(this, STATE, s, s & ~bits)) {
                return true;
            }
        }
    }

    /**
     * From RUNNABLE to PARKED or PINNED, unless what ends the park has come before.
     *
     * @param own a wait of the runtime's own: it leaves the program's permit. The program's park drops a signal, which
     *     was for a wait that is over
     * @param isTimed a signal may be that of a timer, which ends the program's park as well
     */
    private boolean beginPark(int to, boolean own, boolean isTimed) {
        int ending = own ? SIGNAL : isTimed ? PERMIT | SIGNAL : PERMIT;
        for (; ; ) {
            int s = state;
            if ((s & ending) != 0) {
                return false;
            }
            assert FiberState.of(s & ~BITS).mayBecome(FiberState.of(to & ~BITS)) : s + " to " + to;
            int bits = own ? OWN | s & PERMIT : 0;
            if (U.compareAndSetInt(this, STATE, s, to | bits | CoarseClock.now())) {
                return true;
            }
        }
    }

    /** RUNNABLE again, or still: the park has taken what has ended it. */
    private void endPark(boolean own) {
        for (; ; ) {
            int s = state;
            int bits = own ? s & PERMIT : 0;
            if (U.compareAndSetInt(this, STATE, s, RUNNABLE | bits | CoarseClock.now())) {
                return;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- by the fiber itself

    /**
     * Suspends the mounted fiber until it is unparked, interrupted, or the time is over; called by a twin, which
     * unwinds when this returns with {@link CarrierContext#unwinding} set. May return without suspending, as
     * {@code LockSupport.park} may.
     *
     * @param waitNanos at most so many nanoseconds; 0 for ever
     */
    @Override
    public void park(CarrierContext c, long waitNanos) {
        if (!consume(PERMIT) && !JdkAccess.interrupted(thread) && Initializers.haveRoom()) {
            if (Reserve.isOut()) {
                parkPinned(waitNanos);
                return;
            }
            c.parkNanos = waitNanos;
            c.leaving = CarrierContext.PARKING;
            c.unwinding = CarrierContext.UNWINDING;
        }
    }

    @Override
    public void takePermit() {
        consume(PERMIT);
    }

    /**
     * Like {@link #park}, for a wait of the runtime's own: ended by {@link #signal}, not by {@link #unpark}; an
     * interrupt, which signals too, ends it, but an interrupt status that was set before does not.
     */
    @Override
    public void await(CarrierContext c, long waitNanos) {
        if (!consume(SIGNAL) && Initializers.haveRoom()) {
            if (Reserve.isOut()) {
                // not for long: who waits at a monitor that it holds has to look again
                awaitPinned(shortened(waitNanos));
                return;
            }
            c.parkNanos = waitNanos;
            c.leaving = CarrierContext.WAITING;
            c.unwinding = CarrierContext.UNWINDING;
        }
    }

    /**
     * Suspends for no reason (chaos mode): to the end of the queue, or to be resumed at once. Does nothing while memory
     * is out.
     */
    @Override
    public void suspendAnyhow(CarrierContext c, boolean atOnce) {
        if (!Reserve.isOut()) {
            c.leaving = atOnce ? CarrierContext.RESUMING : CarrierContext.YIELDING;
            c.unwinding = CarrierContext.UNWINDING;
        }
    }

    /** Lets another fiber of a simulation run, by chance; called by a twin. */
    @Override
    public void makeWay(CarrierContext c) {
        c.leaving = CarrierContext.MAKING_WAY;
        c.unwinding = CarrierContext.UNWINDING;
    }

    /** Lets other fibers run: unwinds, and goes to the end of the queue. */
    @Override
    public void yieldNow(CarrierContext c) {
        if (Initializers.haveRoom()) {
            suspendAnyhow(c, false);
        }
    }

    /**
     * Blocks the carrier: the fiber has a frame on the stack that cannot suspend.
     *
     * @param waitNanos at most so many nanoseconds; 0 for ever
     */
    @Override
    public void parkPinned(long waitNanos) {
        blockPinned(waitNanos, false, PINNED, false);
    }

    /** Like {@link #parkPinned}, for a wait of the runtime's own. */
    @Override
    public void awaitPinned(long waitNanos) {
        blockPinned(waitNanos, true, PINNED, false);
    }

    /**
     * The same for a wait that stands for a native call.
     *
     * @param isAgain whether it goes on with an earlier one, with which it is counted
     */
    @Override
    public void awaitInputPinned(long waitNanos, boolean isAgain) {
        blockPinned(waitNanos, true, PINNED | INPUT, isAgain);
    }

    private void blockPinned(long waitNanos, boolean own, int to, boolean isAgain) {
        if (!Initializers.haveRoom()) {
            // a park may return for no reason
            return;
        }
        blocked = Thread.currentThread();
        CarrierContext c = CarrierContext.ofCarrier();
        // true as long as the state says that it is pinned: who sees that asks for this
        c.timedPin = waitNanos > 0;
        if (!own && JdkAccess.interrupted(thread) || !beginPark(to, own, false)) {
            consume(own ? SIGNAL : PERMIT);
            c.timedPin = false;
            blocked = null;
            return;
        }
        if (!isAgain) {
            Pinned.note(this);
        }
        FiberEvents recorder = FiberEvents.recorder;
        Object begun = recorder == null ? null : recorder.pins(this);
        if (Accounts.kept != null) {
            Accounts.kept.waits(this);
        }
        try {
            AbstractCarrier.blockCaller(new PinnedPark(this, waitNanos, own));
        } catch (OutOfMemoryError e) {
            // the watchdog will find the carrier
            U.park(false, shortened(waitNanos));
        } finally {
            endPark(own);
            c.timedPin = false;
            blocked = null;
            if (Accounts.kept != null) {
                Accounts.kept.waitedPinned(this);
            }
            if (begun != null) {
                recorder.unpinned(this, begun);
            }
        }
    }

    private static long shortened(long waitNanos) {
        return waitNanos == 0 ? SHORT_NANOS : Math.min(waitNanos, SHORT_NANOS);
    }

    /** Waits pinned for what an unwinding that cannot be completed was to wait for. */
    void stayPinned() {
        CarrierContext c = CarrierContext.ofCarrier();
        if (c.error != null && !ignoresError(c, c.rest)) {
            fails(c);
            return;
        }
        c.error = null;
        long waitNanos = c.parkNanos;
        c.parkNanos = 0;
        if (c.moving != null) {
            c.moving = null;
            c.exc = cannotMove();
        }
        if (c.leaving == CarrierContext.PARKING || c.leaving == CarrierContext.WAITING) {
            blockPinned(waitNanos, c.leaving == CarrierContext.WAITING, PINNED, false);
        }
    }

    /** Whether it is pinned in a wait that stands for a native call. A snapshot. */
    public boolean isAwaitingInput() {
        return (state & INPUT) != 0;
    }

    /** True while a pinned park goes on. */
    public boolean isPinned() {
        int s = state;
        return (s & ~BITS) == PINNED && (s & ((s & OWN) != 0 ? SIGNAL : PERMIT)) == 0;
    }

    // ------------------------------------------------------------------------------------------- by anybody

    /** Adds a fiber that is to be woken at the end; false if it is too late. */
    public boolean addJoiner(Joiner joiner) {
        for (; ; ) {
            Joiner first = joiners;
            if (first == RELEASED) {
                return false;
            }
            joiner.follow(first);
            if (U.compareAndSetReference(this, JOINERS, first, joiner)) {
                return true;
            }
        }
    }

    /** True after {@link #releaseJoiners}. */
    public boolean hasReleasedJoiners() {
        return joiners == RELEASED;
    }

    /** Wakes all that wait for the end; the thread is no longer alive. */
    public void releaseJoiners() {
        Joiner each = (Joiner) U.getAndSetReference(this, JOINERS, RELEASED);
        for (; each != null; each = each.next) {
            each.release();
        }
    }

    /**
     * Something that is no exception of the program's has thrown out of {@link #run}, such as a lack of memory for a
     * timer. The fiber goes on, as after a spurious wake-up, if it was about to park, or none of its frames has been
     * resumed.
     */
    public void failed(CarrierContext c, Throwable cause) {
        boolean isWhole = c.rest == top || c.leaving == CarrierContext.PARKING || c.leaving == CarrierContext.WAITING;
        unmount(c);
        c.abandonUnwinding();
        if (top != null && state() == RUNNABLE && isWhole) {
            Scheduler.of(this).resume(this, false);
        } else {
            FiberEntry.report(thread, cause);
        }
    }

    /**
     * Makes the permit available, and queues the fiber if it is parked. Does nothing before start and after the end.
     */
    public void unpark() {
        if (Scheduler.of(this).callsProgram()) {
            // which may end the stack: the wake-up would be lost
            StackRoom.require();
            unpark(true);
        } else {
            unparkOrNot();
        }
    }

    /** All or nothing, where the stack ends. */
    @ReservedStackAccess
    private void unparkOrNot() {
        unpark(true);
    }

    private void unpark(boolean byProgram) {
        for (; ; ) {
            int s = state;
            if ((s & ~(COMPUTED | SINCE)) == PARKED) {
                if (wake(s, byProgram)) {
                    return;
                }
            } else if ((s & PERMIT) != 0 || s == NEW || s == TERMINATED) {
                return;
            } else if (U.compareAndSetInt(this, STATE, s, s | PERMIT)) {
                if ((s & ~SINCE) == PINNED) {
                    wakeCarrier();
                }
                return;
            }
        }
    }

    /**
     * Ends the wait of the runtime's own that the fiber is in, or else the next one. What is waited for must be so
     * before: a signal that comes while the program itself parks was for a wait that is over, and does nothing.
     */
    @ReservedStackAccess
    public void signal() {
        signal(false);
    }

    /** The same; if the fiber waits, it is to run before others that may. */
    @ReservedStackAccess
    public void signalFirst() {
        signal(true);
    }

    private void signal(boolean isFirst) {
        for (; ; ) {
            int s = state;
            int base = s & ~BITS;
            boolean own = (s & OWN) != 0;
            if (base == PARKED && own) {
                if (U.compareAndSetInt(this, STATE, s, RUNNABLE | s & PERMIT | CoarseClock.now())) {
                    if (isFirst) {
                        Scheduler.of(this).resumeFirst(this);
                    } else {
                        Scheduler.of(this).resume(this, false);
                    }
                    return;
                }
            } else if (base == RUNNABLE || base == PINNED && own) {
                if ((s & SIGNAL) != 0) {
                    return;
                }
                if (U.compareAndSetInt(this, STATE, s, s | SIGNAL)) {
                    if (base == PINNED) {
                        wakeCarrier();
                    }
                    return;
                }
            } else {
                return;
            }
        }
    }

    /** The time of a park is over. A timer that comes late may end a later wait of the runtime's own for no reason. */
    @Override
    @ReservedStackAccess
    public void timeIsOver() {
        for (; ; ) {
            int s = state;
            int base = s & ~BITS;
            if (base == PARKED && (s & COMPUTED) != 0) {
                // not so if it is woken by another fiber: that may wait for it, by way of a lock
                if (U.compareAndSetInt(this, STATE, s, RUNNABLE | s & PERMIT | CoarseClock.now())) {
                    Scheduler.of(this).resumeLater(this);
                    return;
                }
            } else if (base == PARKED) {
                if (wake(s, false)) {
                    return;
                }
            } else if (base != RUNNABLE || U.compareAndSetInt(this, STATE, s, s | SIGNAL)) {
                // if RUNNABLE: it may be about to park
                return;
            }
        }
    }

    /**
     * The thread's interrupt status was set: ends any park, and leaves a permit if the fiber is in none of the
     * program's.
     */
    @ReservedStackAccess
    public void interrupt() {
        unpark(false);
        signal();
    }

    private boolean wake(int s, boolean byProgram) {
        boolean woken = U.compareAndSetInt(this, STATE, s, RUNNABLE | s & PERMIT | CoarseClock.now());
        if (woken) {
            Scheduler.of(this).resume(this, byProgram);
            if (byProgram) {
                Starving.wasWoken(thread);
            }
        }
        return woken;
    }

    /**
     * Ends the program's park like {@link #unpark}, if the fiber is in one, and gives it to another scheduler.
     *
     * @param next null for the default one
     */
    public boolean unparkUnder(Scheduler next) {
        StackRoom.require();
        for (; ; ) {
            int s = state;
            if ((s & ~(COMPUTED | SINCE)) != PARKED) {
                unpark();
                return false;
            }
            if (U.compareAndSetInt(this, STATE, s, RUNNABLE | CoarseClock.now())) {
                scheduling = next;
                Scheduler.of(this).resume(this, true);
                return true;
            }
        }
    }

    /**
     * Leaves the carrier, and goes on under that scheduler; called by a twin.
     *
     * @param next null for the default one
     * @param innermost is resumed first
     */
    public void continueUnder(Scheduler next, Frame innermost, CarrierContext c) {
        Initializers.before();
        c.moving = next == null ? this : next;
        c.leaving = CarrierContext.YIELDING;
        c.unwinding = CarrierContext.UNWINDING;
        c.push(innermost);
    }

    /** What who cannot leave its carrier gets for wanting to go to another scheduler. */
    public static IllegalStateException cannotMove() {
        return new IllegalStateException(
                "the thread cannot go to another scheduler: a frame of its stack cannot be left");
    }

    private void wakeCarrier() {
        U.unpark(blocked);
    }
}
