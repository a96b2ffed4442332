package jdk.internal.weft.timer;

import java.util.Arrays;
import jdk.internal.vm.annotation.Contended;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.SystemThread;

/**
 * Timers by deadline. Usually one carrier adds and takes; anybody may.
 *
 * <h2>Overview</h2>
 *
 * Most waits of a program have one of a few lengths, so that a later one ends later. So a timer is appended to the last
 * one of about its length, if its deadline is not before that one's, and the heap (four children per node) has only the
 * first of each such <em>chain</em>: adding and taking touch no other timer. If all lengths differ, the chains have one
 * timer each, and this is a heap of timers, whose deadlines lie side by side.
 *
 * <p>Most timed waits end before their time. Cancelling is a store into the timer, which stays where it is, without its
 * sleeper; its place is not known. Those that come first are dropped by {@link #trim}. When there are twice as many
 * timers as after the last sweep, those that are added sweep: each looks at {@value #STEPS}. So there are at most some
 * times as many cancelled timers as others, unless no timer is added any more; then they stay until their time.
 *
 * <pre>
 * field             written        read
 * first             under lock     by anybody, racily: a deadline that is added is written before it is looked for
 * lookedAt          racily         racily
 * Timer.sleeper     racily         under lock, or after having taken it
 * all else          under lock     under lock
 * </pre>
 *
 * <p>The class stays whole because chains, heap and sweep are guarded by one lock, and change together.
 */
@Contended
public final class TimerQueue {
    /** Later than any deadline. */
    public static final long NEVER = Long.MAX_VALUE / 2;

    private static final int KINDS = 64;
    private static final int MIN_LENGTH = 16;
    private static final int MIN_LIMIT = 64;
    private static final int STEPS = 8;

    private final SpinLock lock = new SpinLock();

    /** The heap: the first of each chain, and its deadline. */
    private Timer[] heads = new Timer[MIN_LENGTH];

    private long[] deadlines = new long[MIN_LENGTH];
    private int chains;

    /** Those that were added last, by {@link #kind}; perhaps in no chain any more. */
    private final Timer[] tails = new Timer[KINDS];

    private volatile long first = NEVER;

    /** When a carrier has last looked here for due timers. */
    private long lookedAt;

    /** Number of timers, with those that are cancelled, and from how many on they are swept. */
    private int size;

    private int limit = MIN_LIMIT;

    /**
     * The sweep: the last timer that it has left in its chain, which is in it still, or null; and how many chains are
     * to come.
     */
    private Timer swept;

    private int unswept;

    /** An empty queue. */
    public TimerQueue() {}

    /** The earliest deadline, or {@link #NEVER}; that of a cancelled timer, perhaps. A snapshot. */
    public long first() {
        return first;
    }

    /** A carrier looks here at that time. */
    public void look(long now) {
        lookedAt = now;
    }

    /** True if there are timers due, and no carrier has looked, since that time. A snapshot. */
    public boolean isNeglectedSince(long time) {
        return first <= time && lookedAt <= time;
    }

    /** Number of timers, with those that are cancelled. A snapshot. */
    public int size() {
        return size;
    }

    // ------------------------------------------------------------------------------------------- adding

    /**
     * Adds a timer of so many nanoseconds; false, and nothing has happened, if somebody else uses the queue.
     *
     * @throws OutOfMemoryError if there is no memory for it; then nothing has happened
     */
    public boolean tryAdd(Timer timer, long nanos) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            append(timer, nanos);
        } finally {
            lock.unlockLate();
        }
        return true;
    }

    /** Adds a timer, however long it takes; else like {@link #tryAdd}. */
    public void add(Timer timer, long nanos) {
        lock.lock();
        try {
            append(timer, nanos);
        } finally {
            lock.unlockLate();
        }
    }

    private void append(Timer timer, long nanos) {
        int kind = kind(nanos);
        Timer tail = tails[kind];
        if (tail != null && tail.next == null && tail.deadline <= timer.deadline) {
            tail.next = timer;
        } else {
            if (chains == heads.length) {
                grow();
            }
            rise(timer, chains++);
            update();
        }
        tails[kind] = timer;
        if (++size > limit || swept != null || unswept > 0) {
            sweep();
        }
    }

    /** Four per power of two. */
    private static int kind(long nanos) {
        int high = 63 - Long.numberOfLeadingZeros(nanos | 4);
        return (high << 2 | (int) (nanos >>> high - 2) & 3) & KINDS - 1;
    }

    private void grow() {
        Timer[] grown = Arrays.copyOf(heads, 2 * chains);
        deadlines = Arrays.copyOf(deadlines, 2 * chains);
        heads = grown;
    }

    // ------------------------------------------------------------------------------------------- taking

    /**
     * Tells the sleepers whose time is over; not all, if there are many, and none if somebody else uses the queue.
     *
     * @return how many
     */
    public int fire(long now, int most) {
        if (first > now || !lock.tryLock()) {
            return 0;
        }
        Timer due;
        try {
            due = take(now, most);
        } finally {
            lock.unlockLate();
        }
        int told = 0;
        while (due != null) {
            Timer next = due.next;
            Sleeper sleeper = due.sleeper;
            // an old timer should not keep younger ones from being collected
            due.sleeper = null;
            due.next = due;
            if (sleeper != null) {
                told++;
                tell(sleeper);
            }
            due = next == due ? null : next;
        }
        return told;
    }

    /** Whatever the VM or a scheduler of the program's throws there, the others are to be told. */
    private static void tell(Sleeper sleeper) {
        try {
            sleeper.timeIsOver();
        } catch (Throwable t) {
            SystemThread.goesOn(t);
        }
    }

    /** Takes those that are due, linked; the last one is followed by itself. */
    private Timer take(long now, int most) {
        Timer taken = null;
        Timer end = null;
        int left = most;
        Timer at = swept;
        boolean isSweptTaken = false;
        while (left > 0 && chains > 0 && deadlines[0] <= now) {
            Timer head = heads[0];
            Timer last = head;
            left--;
            isSweptTaken |= last == at;
            Timer rest = last.next;
            while (left > 0 && rest != null && rest.deadline <= now) {
                last = rest;
                left--;
                isSweptTaken |= last == at;
                rest = last.next;
            }
            last.next = last;
            if (end == null) {
                taken = head;
            } else {
                end.next = head;
            }
            end = last;
            replace(0, rest);
        }
        size -= most - left;
        if (isSweptTaken && at != null) {
            // the links of those that are taken belong to whom fires them
            swept = null;
        }
        limit = Math.min(limit, Math.max(4 * size, MIN_LIMIT));
        update();
        return taken;
    }

    /**
     * Drops the timers that come first, if they are cancelled; returns the earliest deadline of the others, or NEVER.
     */
    public long trim() {
        if (first == NEVER) {
            return NEVER;
        }
        lock.lock();
        try {
            while (chains > 0 && heads[0].sleeper == null) {
                replace(0, drop(heads[0]));
            }
            update();
            return first;
        } finally {
            lock.unlockLate();
        }
    }

    /** Takes a head out of its chain; returns what comes behind. */
    private Timer drop(Timer head) {
        Timer rest = head.next;
        head.next = head;
        size--;
        return rest;
    }

    // ------------------------------------------------------------------------------------------- sweeping

    /** Begins a sweep, or goes on with it: once begun it must come to its end, or garbage would be made behind it. */
    private void sweep() {
        if (swept == null && unswept == 0) {
            unswept = chains;
        }
        // each store into the queue, which is an old object, costs a fence
        Timer at = swept;
        for (int i = 0; i < STEPS; i++) {
            Timer next = at == null ? null : at.next;
            if (next == null || next == at) {
                // the end of a chain, or what was being swept was dropped
                unswept = Math.min(unswept, chains);
                if (unswept == 0) {
                    at = null;
                    limit = Math.max(2 * size, MIN_LIMIT);
                    break;
                }
                at = sweepHead(--unswept);
            } else if (next.sleeper == null && next.next != null) {
                at.next = next.next;
                next.next = next;
                size--;
            } else {
                // the last one of a chain stays: others are to be appended to it
                at = next;
            }
        }
        swept = at;
        update();
    }

    private Timer sweepHead(int place) {
        Timer head = heads[place];
        if (head.sleeper != null) {
            return head;
        }
        Timer rest = drop(head);
        replace(place, rest);
        return rest;
    }

    // ------------------------------------------------------------------------------------------- the heap

    private void update() {
        long earliest = chains == 0 ? NEVER : deadlines[0];
        if (earliest != first) {
            first = earliest;
        }
        if (chains == 0 && heads.length > MIN_LENGTH * 64) {
            shrink();
        }
    }

    private void shrink() {
        try {
            Timer[] shorter = new Timer[MIN_LENGTH];
            deadlines = new long[MIN_LENGTH];
            heads = shorter;
        } catch (OutOfMemoryError e) {
            // then the large ones are kept
        }
    }

    /** Puts what is left of a chain to its place, or below; nothing is left of it if that is null. */
    private void replace(int place, Timer rest) {
        if (rest != null) {
            sink(rest, place);
            return;
        }
        Timer last = heads[--chains];
        heads[chains] = null;
        if (place < chains) {
            sink(last, place);
            if (heads[place] == last) {
                rise(last, place);
            }
        }
    }

    /** Puts a timer to a free place, or above. */
    private void rise(Timer timer, int place) {
        int at = place;
        while (at > 0) {
            int above = at - 1 >> 2;
            if (timer.deadline >= deadlines[above]) {
                break;
            }
            put(heads[above], deadlines[above], at);
            at = above;
        }
        put(timer, timer.deadline, at);
    }

    /** Puts a timer to a free place, or below. */
    private void sink(Timer timer, int place) {
        int at = place;
        for (; ; ) {
            int least = 4 * at + 1;
            if (least >= chains) {
                break;
            }
            int end = Math.min(least + 4, chains);
            for (int i = least + 1; i < end; i++) {
                least = deadlines[i] < deadlines[least] ? i : least;
            }
            if (timer.deadline <= deadlines[least]) {
                break;
            }
            put(heads[least], deadlines[least], at);
            at = least;
        }
        put(timer, timer.deadline, at);
    }

    private void put(Timer timer, long deadline, int place) {
        heads[place] = timer;
        deadlines[place] = deadline;
    }
}
