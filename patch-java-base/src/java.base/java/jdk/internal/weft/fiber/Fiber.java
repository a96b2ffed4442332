package jdk.internal.weft.fiber;

import java.weft.Cont;
import java.weft.Frame;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.Fields;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.timer.Timers;

/**
 * A lightweight thread: the list of heap frames of a suspended computation, the thread it belongs to, and a state word.
 *
 * <pre>
 * state      mounted  meaning                         leaves by
 * NEW        no       made, not started               start        -> QUEUED
 * QUEUED     no       handed to the scheduler         run          -> RUNNING
 * RUNNING    yes      executes on a carrier           park         -> PARKING     (no permit, not interrupted)
 *                                                     yieldNow     -> YIELDING
 *                                                     parkPinned   -> PINNED
 *                                                     suspendAnyhow-> RESUMING    (chaos mode)
 *                                                     the end      -> TERMINATED
 * PARKING    yes      unwinds                         unwound      -> PARKED      (no permit came meanwhile)
 *                                                     unwound      -> RUNNING     (a permit came: unparked early)
 *                                                     awaitPinned  -> PINNED      (a frame could not be left)
 * PARKED     no       waits for unpark                unpark       -> QUEUED
 * YIELDING   yes      unwinds                         unwound      -> QUEUED
 *                                                     awaitPinned  -> RUNNING     (a frame could not be left)
 * RESUMING   yes      unwinds for no reason (chaos)   unwound      -> RUNNING
 * PINNED     yes      blocks its carrier              unpark, interrupt, time -> RUNNING
 * TERMINATED no       has run to its end              -
 * </pre>
 *
 * The park permit of {@code LockSupport} is the bit {@link #PERMIT} of the same word. The transitions exist as data in
 * {@link FiberState}, which a test compares with this class.
 *
 * <p>The class stays whole because each of its steps is a transition of the one state word.
 *
 * <p>Memory effects: what a fiber wrote before it parked or yielded happens-before what it does after it is resumed, on
 * whatever carrier: the carrier that unwinds publishes the frames by the compare-and-set of the state word that the next
 * carrier reads. {@code unpark} happens-before the return from the {@code park} that consumes its permit.
 */
public final class Fiber {
    static final int NEW = 0;
    static final int QUEUED = 1;
    static final int RUNNING = 2;
    static final int PARKING = 3;
    static final int PARKED = 4;
    static final int YIELDING = 5;
    static final int PINNED = 6;
    static final int TERMINATED = 7;
    static final int RESUMING = 16;

    /** Bit of the state word: an unpark that no park has consumed yet. */
    static final int PERMIT = 8;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Fiber.class, "state");

    private static final long JOINERS = U.objectFieldOffset(Fiber.class, "joiners");
    private static final Joiner RELEASED = new Joiner(null);

    private final Thread thread;
    private volatile int state;

    /** Innermost heap frame of the suspended fiber; owned by whoever won the last change of state. */
    private Frame top;

    /** Carrier while mounted; read by unpark of a pinned fiber. */
    private volatile Thread carrier;

    /** Pending timed park, or null. */
    private Timers.Timer timer;

    /** The next fiber in the scheduler's common queue, which guards it. */
    public Fiber queuedBehind;

    /** Those that wait for the end, the last to come first; {@link #RELEASED} once they were told. */
    private volatile Joiner joiners;

    /** Makes the fiber of a thread that is not started yet. */
    public Fiber(Thread thread) {
        this.thread = thread;
    }

    /** The thread that this fiber runs. */
    public Thread thread() {
        return thread;
    }

    /** The carrier while mounted, else null. A snapshot. */
    public Thread carrier() {
        return carrier;
    }

    /** The state without the permit bit. A snapshot. */
    public int state() {
        return state & ~PERMIT;
    }

    /** True from start to termination. A snapshot. */
    public boolean isLive() {
        int s = state();
        return s != NEW && s != TERMINATED;
    }

    /** Heap frames of a suspended fiber, innermost first; only stable while the caller keeps the fiber from running. */
    public Frame frames() {
        return top;
    }

    /** Those heap frames that do not run, in segments: all of a suspended fiber's, else the outer ones. A racy snapshot. */
    public Frame[] parkedFrames() {
        return carrier == null ? new Frame[] {top} : segmentsBelow();
    }

    /** The parked frames below the running ones, in segments; none if the fiber is not mounted. A racy snapshot. */
    Frame[] segmentsBelow() {
        Thread mountedOn = carrier;
        Cont cont = mountedOn == null ? null : Fields.cont(mountedOn);
        return cont == null ? new Frame[0] : ParkedFrames.segments(cont);
    }

    /** True if the park the fiber is in ends by itself. A snapshot. */
    boolean isTimed() {
        Thread mountedOn = carrier;
        Cont cont = mountedOn == null ? null : Fields.cont(mountedOn);
        return timer != null || cont != null && cont.timedPin;
    }

    /** Hands a new fiber to the scheduler. */
    @ReservedStackAccess
    public void start() {
        if (!U.compareAndSetInt(this, STATE, NEW, QUEUED)) {
            throw new IllegalThreadStateException();
        }
        Carriers.submit(this);
    }

    // ------------------------------------------------------------------------------------------- on the carrier

    /**
     * Mounts the fiber on the calling carrier and runs it until it parks, yields or ends. The trampoline: it resumes only
     * the innermost heap frame; when that returns, the next outer frame is resumed with its result (DESIGN 2.2).
     */
    public void run(Cont c, Thread carrierThread) {
        mount(c, carrierThread);
        // frames are in no local: what they have saved is not to be kept by a trampoline
        c.rest = top;
        top = null;
        for (; ; ) {
            try {
                if (c.rest != null) {
                    Frame.resumeNext(c);
                } else {
                    FiberEntry.run(thread, c);
                }
            } catch (Throwable t) {
                c.exc = t;
                abandonUnwinding(c);
            }
            if (c.unwinding) {
                collect(c);
                if (unwound(c)) {
                    return;
                }
                c.rest = top;
                top = null;
            }
            if (c.rest == null) {
                terminate(c);
                return;
            }
        }
    }

    /**
     * An error has left a frame while the fiber was unwinding (no memory for its heap frame): the frames saved so far are
     * lost, as if the error had been thrown where the fiber was to suspend, and the fiber goes on with the error.
     */
    void abandonUnwinding(Cont c) {
        if (c.unwinding) {
            c.unwinding = false;
            c.head = null;
            c.tail = null;
            c.error = null;
            c.parkNanos = 0;
            state = RUNNING;
        }
    }

    private void mount(Cont c, Thread carrierThread) {
        carrier = carrierThread;
        c.mounts++;
        cancelTimer();
        c.fiber = this;
        c.rest = null;
        c.pinned = null;
        change(RUNNING);
        c.thread = thread;
    }

    private void cancelTimer() {
        Timers.Timer pending = timer;
        if (pending != null) {
            timer = null;
            pending.cancel();
        }
    }

    private void unmount(Cont c) {
        c.fiber = null;
        c.thread = null;
        c.rest = null;
        carrier = null;
    }

    /** Takes the frames that the unwinding produced, links them to those that were not touched. */
    private static void collect(Cont c) {
        c.unwinding = false;
        Frame rest = c.rest;
        Frame head = c.head;
        if (head != null) {
            c.tail.next = rest;
            rest = head;
            c.head = null;
            c.tail = null;
        }
        c.fiber.top = rest;
    }

    /** True if the fiber has left the carrier; false if it is to go on at once. */
    private boolean unwound(Cont c) {
        if (c.error != null || Depth.isExceeded(c, top, thread)) {
            return fails(c);
        }
        int s = state;
        if ((s & ~PERMIT) == YIELDING) {
            unmount(c);
            change(QUEUED);
            Carriers.submit(this);
            return true;
        }
        if ((s & ~PERMIT) == RESUMING) {
            change(RUNNING);
            return false;
        }
        long wait = c.parkNanos;
        c.parkNanos = 0;
        unmount(c);
        if (wait > 0) {
            timer = Timers.schedule(this, wait);
        }
        if (U.compareAndSetInt(this, STATE, PARKING, PARKED)) {
            return true;
        }
        cancelTimer();
        carrier = Thread.currentThread();
        c.fiber = this;
        c.thread = thread;
        state = RUNNING;
        return false;
    }

    /** Has the innermost frame resumed with an error, as if that were thrown where the fiber was to suspend. */
    private boolean fails(Cont c) {
        Throwable error = c.error;
        if (error == null) {
            // for the stack trace
            c.rest = top;
            error = new StackOverflowError();
        }
        c.error = null;
        c.parkNanos = 0;
        change(RUNNING);
        c.exc = error;
        return false;
    }

    private void terminate(Cont c) {
        Throwable lost = c.exc;
        c.exc = null;
        c.retA = null;
        unmount(c);
        state = TERMINATED;
        if (lost != null) {
            FiberEntry.report(thread, lost);
        }
    }

    private void change(int to) {
        for (; ; ) {
            int s = state;
            assert FiberState.of(s & ~PERMIT).mayBecome(FiberState.of(to)) : s + " to " + to;
            if (U.compareAndSetInt(this, STATE, s, to | (s & PERMIT))) {
                return;
            }
        }
    }

    private boolean consumePermit() {
        for (; ; ) {
            int s = state;
            if ((s & PERMIT) == 0) {
                return false;
            }
            if (U.compareAndSetInt(this, STATE, s, s & ~PERMIT)) {
                return true;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- by the fiber itself

    /**
     * Suspends the mounted fiber until it is unparked, interrupted, or the time is over; called by a twin, which unwinds
     * when this returns with {@link Cont#unwinding} set. May return without suspending, as {@code LockSupport.park} may.
     *
     * @param waitNanos at most so many nanoseconds; 0 for ever
     */
    public void park(Cont c, long waitNanos) {
        if (consumePermit() || Fields.interrupted(thread)) {
            return;
        }
        c.parkNanos = waitNanos;
        if (U.compareAndSetInt(this, STATE, RUNNING, PARKING)) {
            c.unwinding = true;
        } else {
            c.parkNanos = 0;
            consumePermit();
        }
        if (Fields.interrupted(thread)) {
            unpark();
        }
    }

    /** Suspends for no reason (chaos mode): to the end of the queue, or to be resumed at once. */
    public void suspendAnyhow(Cont c, boolean atOnce) {
        change(atOnce ? RESUMING : YIELDING);
        c.unwinding = true;
    }

    /** Lets other fibers run: unwinds, and goes to the end of the queue. */
    public void yieldNow(Cont c) {
        change(YIELDING);
        c.unwinding = true;
    }

    /**
     * Blocks the carrier: the fiber has a frame on the stack that cannot suspend.
     *
     * @param waitNanos at most so many nanoseconds; 0 for ever
     */
    public void parkPinned(long waitNanos) {
        if (consumePermit() || Fields.interrupted(thread)) {
            return;
        }
        if (!U.compareAndSetInt(this, STATE, RUNNING, PINNED)) {
            consumePermit();
            return;
        }
        blockPinned(waitNanos);
    }

    private void blockPinned(long waitNanos) {
        Cont c = Carriers.cont();
        Pinned.note(this);
        c.timedPin = waitNanos > 0;
        try {
            Carriers.block(new PinnedPark(this, waitNanos));
        } finally {
            c.timedPin = false;
            state = RUNNING;
        }
    }

    /** Waits pinned for what an unwinding that cannot be completed was to wait for. */
    void awaitPinned() {
        Cont c = Carriers.cont();
        if (c.error != null) {
            fails(c);
            return;
        }
        long waitNanos = c.parkNanos;
        c.parkNanos = 0;
        if (U.compareAndSetInt(this, STATE, PARKING, PINNED)) {
            blockPinned(waitNanos);
        } else if (state() == YIELDING || state() == RESUMING) {
            change(RUNNING);
        } else {
            state = RUNNING;
        }
    }

    boolean isPinned() {
        return state == PINNED;
    }

    // ------------------------------------------------------------------------------------------- by anybody

    /** Adds a thread that is to be unparked at the end; false if it is too late. */
    public boolean addJoiner(Joiner joiner) {
        for (; ; ) {
            Joiner first = joiners;
            if (first == RELEASED) {
                return false;
            }
            Joiner next = first;
            while (next != null && next.thread() == null) {
                next = next.next;
            }
            joiner.next = next;
            if (U.compareAndSetReference(this, JOINERS, first, joiner)) {
                return true;
            }
        }
    }

    /** True after {@link #releaseJoiners}. */
    public boolean hasReleasedJoiners() {
        return joiners == RELEASED;
    }

    /** Unparks all that wait for the end; the thread is no longer alive. */
    public void releaseJoiners() {
        Joiner each = (Joiner) U.getAndSetReference(this, JOINERS, RELEASED);
        for (; each != null; each = each.next) {
            Thread waiting = each.thread();
            if (waiting != null) {
                Fiber fiber = Fields.fiber(waiting);
                if (fiber != null) {
                    fiber.unpark();
                } else {
                    U.unpark(waiting);
                }
            }
        }
    }

    /**
     * Something that is no exception of the program's has thrown out of {@link #run}, such as a lack of memory for a timer. The
     * fiber goes on, as after a spurious wake-up, if it was about to park.
     */
    public void failed(Cont c, Throwable cause) {
        unmount(c);
        c.unwinding = false;
        c.head = null;
        c.tail = null;
        c.error = null;
        c.parkNanos = 0;
        if (top != null && state() == PARKING) {
            state = QUEUED;
            Carriers.submit(this);
        } else {
            FiberEntry.report(thread, cause);
        }
    }

    /** Makes the permit available, and queues the fiber if it is parked. Does nothing before start and after the end. */
    @ReservedStackAccess
    public void unpark() {
        for (; ; ) {
            int s = state;
            if (s == PARKED) {
                if (U.compareAndSetInt(this, STATE, PARKED, QUEUED)) {
                    Carriers.submit(this);
                    return;
                }
            } else if ((s & PERMIT) != 0 || s == NEW || s == TERMINATED) {
                return;
            } else if (U.compareAndSetInt(this, STATE, s, s | PERMIT)) {
                if (s == PINNED) {
                    Thread blocked = carrier;
                    if (blocked != null) {
                        U.unpark(blocked);
                    }
                }
                return;
            }
        }
    }
}
