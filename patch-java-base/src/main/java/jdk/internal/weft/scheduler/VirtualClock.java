package jdk.internal.weft.scheduler;

import java.util.Iterator;
import java.util.PriorityQueue;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.timer.Sleeper;
import jdk.internal.weft.timer.Timer;

/**
 * The time of a {@link Simulation}: it stands still while fibers run, and jumps to the next timer when all wait. It
 * begins with the same instant in each. Once the simulation is over it goes on at the pace of the real one.
 *
 * <p>A fiber that loops until a time would loop for ever: so each reading behind many of the same turn takes a while.
 * Thread-safe.
 */
final class VirtualClock {
    /** 2000-01-01T00:00:00Z. */
    private static final long EPOCH_SECONDS = 946_684_800;

    private static final long SECOND = 1_000_000_000;

    /** Later times never come: a day is left for readings. Who waits for one waits for ever. */
    private static final long LAST = Long.MAX_VALUE - 86_400 * SECOND;

    private static final long NEVER = Long.MAX_VALUE;

    /** As {@code VM.getNanoTimeAdjustment} has it. */
    private static final long MAX_ADJUSTMENT_SECONDS = 0x1_0000_0000L;

    /** As {@code Timers} has it: programs park for a nanosecond in their loops, and count on it. */
    private static final long MIN_NANOS = 50_000;

    private static final int FREE_READINGS = 10_000;
    private static final long READING_NANOS = 1_000;

    /** Below so many timers, those that were cancelled are left in the queue. */
    private static final int FEW = 64;

    private final SpinLock lock = new SpinLock();
    private final PriorityQueue<Due> timers = new PriorityQueue<>();
    private long made;
    private int purgeAt = FEW;

    /** Since 2000; not 0 in the beginning, which programs take for no time. */
    private volatile long nanos = SECOND;

    private int readings;

    /** What is to be added to the real time, once that counts. */
    private volatile long lead;

    private volatile boolean isReal;

    VirtualClock() {}

    /** A timer, and which of those with the same deadline was made first. */
    private static final class Due implements Comparable<Due> {
        final Timer timer;
        final long deadline;
        final long number;
        final Sleeper sleeper;

        Due(Timer timer, Sleeper sleeper, long deadline, long number) {
            this.timer = timer;
            this.sleeper = sleeper;
            this.deadline = deadline;
            this.number = number;
        }

        @Override
        public int compareTo(Due other) {
            return deadline == other.deadline
                    ? Long.compare(number, other.number)
                    : Long.compare(deadline, other.deadline);
        }
    }

    // ------------------------------------------------------------------------------------------- reading

    private long now() {
        return isReal ? System.nanoTime() + lead : nanos;
    }

    private long read() {
        if (!isReal && ++readings > FREE_READINGS) {
            nanos += READING_NANOS;
        }
        return now();
    }

    /** A turn begins. */
    void forgetReadings() {
        readings = 0;
    }

    long nanoTime() {
        return read();
    }

    long currentTimeMillis() {
        return EPOCH_SECONDS * 1_000 + read() / 1_000_000;
    }

    long getNanoTimeAdjustment(long offsetInSeconds) {
        long now = read();
        long seconds = EPOCH_SECONDS + now / SECOND - offsetInSeconds;
        return Math.abs(seconds) > MAX_ADJUSTMENT_SECONDS ? -1 : seconds * SECOND + now % SECOND;
    }

    // ------------------------------------------------------------------------------------------- timers

    /** Has the sleeper told after so many nanoseconds (positive), if that time ever comes. */
    Timer add(Sleeper sleeper, long wait) {
        long end = now() + Math.max(MIN_NANOS, wait);
        long deadline = end < 0 || end > LAST ? NEVER : end;
        Timer timer = new Timer(sleeper, deadline);
        lock.lock();
        try {
            if (timers.size() >= purgeAt) {
                purge();
                purgeAt = Math.max(FEW, 2 * timers.size());
            }
            timers.add(new Due(timer, sleeper, deadline, made++));
        } finally {
            lock.unlock();
        }
        return timer;
    }

    private void purge() {
        for (Iterator<Due> all = timers.iterator(); all.hasNext(); ) {
            if (isCancelled(all.next())) {
                all.remove();
            }
        }
    }

    private static boolean isCancelled(Due due) {
        return due.timer.isCancelled();
    }

    /** The earliest deadline, or {@link #NEVER}. */
    private long first() {
        lock.lock();
        try {
            while (!timers.isEmpty() && isCancelled(timers.peek())) {
                timers.poll();
            }
            return timers.isEmpty() ? NEVER : timers.peek().deadline;
        } finally {
            lock.unlock();
        }
    }

    /** Lets time pass until the next timer is due, and tells all that are; false if there is none. */
    boolean jump() {
        long first = first();
        if (first == NEVER) {
            return false;
        }
        if (!isReal) {
            nanos = Math.max(nanos, first);
        }
        fire();
        return true;
    }

    /** Lets some time pass. */
    void pass(long more) {
        if (!isReal) {
            nanos += more;
            fire();
        }
    }

    /** Tells those whose time is over. */
    void fire() {
        for (Due due = poll(); due != null; due = poll()) {
            if (!isCancelled(due)) {
                due.sleeper.timeIsOver();
            }
        }
    }

    private Due poll() {
        lock.lock();
        try {
            Due first = timers.peek();
            return first == null || first.deadline > now() ? null : timers.poll();
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------------------------------- real time

    /** From now on as fast as the real one. */
    void becomeReal() {
        lead = nanos - System.nanoTime();
        isReal = true;
    }

    /** How long until the next timer is due; 0 for ever. */
    long untilNext() {
        long first = first();
        return first == NEVER ? 0 : Math.max(1, first - now());
    }
}
