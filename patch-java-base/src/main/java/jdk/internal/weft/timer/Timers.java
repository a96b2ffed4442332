package jdk.internal.weft.timer;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.SystemThread;

/**
 * Timed wake-ups of fibers. Waking may be late by what the operating system adds, never early.
 *
 * <p>There are as many queues as carriers run at a time. None belongs to a carrier: each has one that it prefers, until
 * it meets somebody else there. So carriers may come and go, and all look at all queues.
 *
 * <pre>
 * a carrier that runs   looks at its queue when it is out of fibers, and every now and then; more seldom at another one
 * the last to rest      sleeps until the earliest deadline, unless it waits for events
 * the timer thread      does so in its place then; and looks {@value #PATIENCE_NANOS} ns after the earliest
 *                       deadline ({@value #SHARED_PATIENCE_NANOS} beside carriers that compute, and
 *                       {@value #CALM_PATIENCE_NANOS} in a program that was idle at its last looks): if no carrier has
 *                       looked since that (all compute, or are blocked) it wakes the fibers itself
 * </pre>
 *
 * <p>No deadline is forgotten: who adds one writes {@code first} of a queue, then reads {@code armed}; the thread,
 * before it sleeps, writes {@code armed}, then reads {@code first} of all queues. The same with {@code wanted}, when
 * carriers rest. All are volatile, so in each pair at least one sees the other (JLS 17.4.3). All else is about being in
 * time, and hints.
 */
public final class Timers implements Runnable {
    /**
     * The shortest wait: what a kernel thread's takes, by the slack of its timers (prctl(2), PR_SET_TIMERSLACK).
     * Programs park for a nanosecond in their loops and count on it.
     */
    static final long MIN_NANOS = 50_000;

    private static final long PATIENCE_NANOS = 500_000;

    /** The same while carriers that compute share the processors with those that look, which may have none then. */
    private static final long SHARED_PATIENCE_NANOS = 100_000;

    /** The same in an idle program, where some carrier has slept until each deadline, for so many looks. */
    private static final long CALM_PATIENCE_NANOS = 4_000_000;

    private static final int CALM = 16;

    /** More looks are not counted, so that an idle program that becomes a busy one is soon taken for that. */
    private static final int MOST_CALM = 40;

    /** Most fibers that the thread wakes at a time. */
    private static final int BATCH = 256;

    private static final long MAX_NANOS = Long.MAX_VALUE / 4;
    private static final long NEVER = TimerQueue.NEVER;

    /** Value of {@link #armed}: the thread does not sleep. */
    private static final long AWAKE = Long.MIN_VALUE;

    /** So that times are small, and can be compared. */
    private static final long ORIGIN = System.nanoTime();

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long WANTED = U.objectFieldOffset(Timers.class, "wanted");

    private final TimerQueue[] queues;
    private final SpinLock starting = new SpinLock();

    /** Null until there is a timer. */
    private volatile Thread thread;

    /** Until when the thread sleeps. */
    private volatile long armed = NEVER;

    /** When the thread is to wake fibers without patience: no carrier runs, or sleeps until then. */
    private volatile long wanted = NEVER;

    /** Until when a carrier sleeps for the sake of timers. */
    private volatile long kept = NEVER;

    /** Whether the processors are shared with carriers that compute. */
    private volatile boolean isShared;

    /** Whether the thread has found carriers that sleep for timers, and nobody that runs, in its last looks. */
    private volatile boolean isCalm;

    /** How many of these looks there were; the thread's own. */
    private int calmLooks;

    /** Whether the thread's last look has woken fibers; its own. */
    private boolean isNeeded;

    /** So many queues. */
    public Timers(int count) {
        queues = new TimerQueue[count];
        for (int i = 0; i < count; i++) {
            queues[i] = new TimerQueue();
        }
    }

    /** The time that deadlines are given in. */
    public static long now() {
        return System.nanoTime() - ORIGIN;
    }

    /** Parks the calling thread until that time; perhaps a little less, since the kernel adds its slack. */
    public static void parkUntil(long time) {
        U.park(false, Math.max(time - now() - MIN_NANOS, 1));
    }

    /** One of the queues, of any number. */
    public TimerQueue queue(int number) {
        return queues[(number & Integer.MAX_VALUE) % queues.length];
    }

    /** Number of timers, with those that are cancelled and still there. A snapshot. */
    public long size() {
        long size = 0;
        for (TimerQueue each : queues) {
            size += each.size();
        }
        return size;
    }

    /** True once there has been a timer. */
    public boolean areUsed() {
        return thread != null;
    }

    /**
     * A wake-up after so many nanoseconds (positive), or {@value #MIN_NANOS} if these are more; in no queue yet.
     *
     * @throws OutOfMemoryError if there is no memory for it; then nothing has happened
     */
    public Timer make(Sleeper sleeper, long nanos) {
        if (thread == null) {
            start();
        }
        return new Timer(sleeper, now() + Math.max(MIN_NANOS, Math.min(nanos, MAX_NANOS)));
    }

    /**
     * Adds a timer, to the preferred queue if nobody else uses that.
     *
     * @return the queue to be preferred from now on
     * @throws OutOfMemoryError if there is no memory for it; then nothing has happened
     */
    public TimerQueue add(Timer timer, long nanos, TimerQueue preferred) {
        TimerQueue used = preferred.tryAdd(timer, nanos) ? preferred : addAnywhere(timer, nanos, preferred);
        if (timer.deadline + patience() < armed) {
            U.unpark(thread);
        }
        return used;
    }

    private TimerQueue addAnywhere(Timer timer, long nanos, TimerQueue preferred) {
        for (TimerQueue each : queues) {
            if (each.tryAdd(timer, nanos)) {
                return each;
            }
        }
        preferred.add(timer, nanos);
        return preferred;
    }

    private void start() {
        starting.lock();
        try {
            if (thread == null) {
                Thread made = SystemThread.make(this, "weft-timer");
                made.start();
                thread = made;
            }
        } finally {
            starting.unlock();
        }
    }

    // ------------------------------------------------------------------------------------------- carriers

    /** Whether the processors are shared with carriers that compute. Thread-safe. */
    public void areShared(boolean value) {
        isShared = value;
        if (value && thread != null) {
            U.unpark(thread);
        }
    }

    /** Wakes fibers that are due, of any queue; returns how many. */
    public int fire(long now, int most) {
        int told = 0;
        for (TimerQueue each : queues) {
            told += each.fire(now, most);
        }
        return told;
    }

    /** Wakes fibers of queues that no carrier has looked at since their first deadline, and since that time. */
    public int fireNeglected(long since, long now, int most) {
        int told = 0;
        for (TimerQueue each : queues) {
            if (each.isNeglectedSince(since)) {
                told += each.fire(now, most);
            }
        }
        return told;
    }

    /** True if anybody is due. A snapshot. */
    public boolean areDue() {
        long earliest = earliest();
        return earliest < NEVER && earliest <= now();
    }

    /** For a carrier that rests while no other one runs: until when to sleep, or NEVER. Then {@link #wasKept}. */
    public long keep() {
        long first = earliestLive();
        if (first == NEVER || kept <= first) {
            return NEVER;
        }
        kept = first;
        return first;
    }

    /** The sleep after {@link #keep} is over. */
    public void wasKept() {
        kept = NEVER;
    }

    /** No carrier runs, and the caller cannot sleep until the earliest deadline either: the thread is to do that. */
    public void handOver() {
        if (thread == null) {
            return;
        }
        long first = earliestLive();
        if (first < kept) {
            wanted = first;
            if (first < armed) {
                U.unpark(thread);
            }
        }
    }

    private long earliest() {
        long earliest = NEVER;
        for (TimerQueue each : queues) {
            earliest = Math.min(earliest, each.first());
        }
        return earliest;
    }

    /** The earliest deadline of all that are not cancelled, or NEVER. */
    public long earliestLive() {
        for (; ; ) {
            TimerQueue least = queues[0];
            for (TimerQueue each : queues) {
                least = each.first() < least.first() ? each : least;
            }
            long first = least.first();
            if (first == NEVER || least.trim() == first) {
                return first;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- the thread

    @Override
    public void run() {
        for (; ; ) {
            try {
                lookAndSleep();
            } catch (Throwable t) {
                // the next look finds what this one has left
                SystemThread.goesOn(t);
            }
        }
    }

    private void lookAndSleep() {
        armed = AWAKE;
        long now = now();
        long since = now - (isShared ? SHARED_PATIENCE_NANOS : PATIENCE_NANOS);
        isNeeded = (takeWanted(now) || isNeeded ? fire(now, BATCH) : fireNeglected(since, now, BATCH)) > 0;
        boolean isCarrierAsleep = kept != NEVER;
        calmLooks = isNeeded ? 0 : isCarrierAsleep ? Math.min(calmLooks + 1, MOST_CALM) : calmLooks / 2;
        isCalm = isCarrierAsleep && calmLooks > CALM;
        long first = Math.max(earliestLive(), now);
        if (!isNeeded || first > now) {
            // if carriers do not look they will hardly do so at the next deadline
            sleep(first == NEVER ? NEVER : isNeeded ? first : first + patience(), now);
        }
    }

    /** How long the thread leaves a timer that is due to the carriers. */
    private long patience() {
        return isShared ? SHARED_PATIENCE_NANOS : isCalm ? CALM_PATIENCE_NANOS : PATIENCE_NANOS;
    }

    private boolean takeWanted(long now) {
        long time = wanted;
        return time <= now && U.compareAndSetLong(this, WANTED, time, NEVER);
    }

    private void sleep(long latest, long now) {
        long until = Math.min(latest, wanted);
        armed = until;
        if (wanted >= until && Math.max(earliest(), now) + patience() >= until) {
            if (until == NEVER) {
                U.park(false, 0);
            } else {
                parkUntil(until);
            }
        }
    }
}
