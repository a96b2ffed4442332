package jdk.internal.weft.scheduler;

import java.util.Arrays;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.timer.Timers;

/**
 * Which carriers there are, which of them run, and who is called when there is work. All counts are guarded by the
 * lock, which is held for a few instructions, and only when a carrier parks, is called, or blocks.
 *
 * <h2>Overview</h2>
 *
 * The goal is that as many carriers run as there are processors, and not one is woken for nothing: a wake-up costs more
 * than most fibers do between two parks.
 *
 * <ul>
 *   <li>Of those that have no fiber at most one <em>searches</em>. While it does nobody else is called: it calls the
 *       next one itself when it has found something and there is more. Only beside carriers that compute, and are not
 *       counted as running, others are called nevertheless: the one that searches may have no processor.
 *   <li>A single fiber in a carrier's queue is left to that carrier, which will come to it at once if the fiber that is
 *       mounted has woken it in order to park itself; stealing it would cost both of them. Only if it lies there for
 *       longer is it stolen. To see to that, at most one carrier <em>parks for a while</em>: it looks every now and
 *       then.
 *   <li>All others <em>park</em>, in a stack, until they are called.
 * </ul>
 *
 * <p>No wake-up is lost. Who adds a fiber to a queue reads {@link #call} after it; who parks looks at all queues after
 * it has changed {@code call}. All four are volatile accesses, so at least one sees the other (JLS 17.4.3). The same
 * with a searcher that gives up. A single fiber that only a shortParker knows of waits until the short park is over.
 *
 * <p>A carrier that blocks is not counted as running, and neither is one that the {@link Watchdog} has found stuck, so
 * that others take over; when it comes back there may be one too many, which then parks.
 *
 * <p>The class stays whole because all its methods change the same counts under one lock.
 */
final class IdleWorkers {
    /** Values of {@link #call}: nobody is to be called, as somebody searches or all run. */
    static final int NOBODY = 0;

    /** Somebody parks for a while, to be called only if there is more than one carrier's next fiber. */
    static final int IF_URGENT = 1;

    /** Somebody is parked, or a new carrier may be made. */
    static final int ANYBODY = 2;

    /** How many are to run. Written under the lock. */
    private volatile int parallelism;

    /** How many of them leave their processors to the compilers. Written under the lock. */
    private volatile int lent;

    /** How many processors are for light fibers only. Written by the watchdog. */
    private volatile int kept;

    private final Timers timers;
    private final Poller poller = new Poller(this);
    private final FileWaits fileWaits = new FileWaits();
    private final SpinLock lock = new SpinLock();

    /** All carriers; replaced by a copy. Written under the lock. */
    private volatile Worker[] all = {};

    /** Those that rest; the last to come is the first to be called. */
    private Worker[] parked = new Worker[16];

    private int parkedCount;
    private Worker shortParker;
    private int running;
    private int searching;
    private int ordered;
    private boolean noThreads;

    /** Fibers that have used up their slice. */
    private final SubmissionQueue background = new SubmissionQueue();

    /** How many carriers run one of them, which are not counted as running. */
    private volatile int backgroundCount;

    /** Whom to call after a fiber was queued. */
    private volatile int call = ANYBODY;

    /** True if more carriers run than there should be. */
    private volatile boolean crowded;

    /** True if no carrier runs; one that parks for a while does not look at the time. */
    private volatile boolean idle = true;

    /** Of carriers that were dismissed. Written before these leave {@link #all}. */
    private volatile long earlierMounts;

    /** True if the processors are shared with carriers that compute and are not counted as running. */
    private volatile boolean sharing;

    IdleWorkers(int parallelism) {
        this.parallelism = parallelism;
        timers = new Timers(parallelism);
    }

    private void update() {
        boolean canCall = running < limit() && (parkedCount > 0 || !noThreads);
        boolean isSearched = searching > 0 && !(sharing && canCall);
        call = isSearched ? NOBODY : shortParker != null ? IF_URGENT : canCall ? ANYBODY : NOBODY;
        crowded = running > limit();
        boolean none = running == (shortParker == null ? 0 : 1);
        if (idle != none) {
            idle = none;
            if (!none) {
                Watchdog.ends(Watchdog.SLEEPS);
            }
        }
    }

    /** How many carriers are to run at the same time. */
    int parallelism() {
        return parallelism;
    }

    /**
     * Changes that. Those that are too many park when they have done with their fibers, and hand over what they have
     * queued; those that are missing are called one by the other. The queues of timers stay as many as they are.
     */
    void setParallelism(int wanted) {
        lock.lock();
        try {
            parallelism = wanted;
            lent = 0;
            update();
        } finally {
            lock.unlock();
        }
    }

    /** How many run now, or look for fibers, and do not compute as far as is known. A snapshot. */
    int running() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /** How many run at the same time now, at most: those that do not leave their processors to others. */
    int limit() {
        return parallelism - lent;
    }

    /**
     * So many carriers leave their processors to others, until the next call; at least one does not. The watchdog's.
     */
    void lend(int count) {
        if (lent == count) {
            return;
        }
        lock.lock();
        try {
            lent = Math.min(count, parallelism - 1);
            update();
        } finally {
            lock.unlock();
        }
    }

    /** The timers of all fibers. */
    Timers timers() {
        return timers;
    }

    /** Who of them looks for the kernel's events. */
    Poller poller() {
        return poller;
    }

    /** Which calls for files are expected to wait. */
    FileWaits fileWaits() {
        return fileWaits;
    }

    /** True if no carrier runs. A hint. */
    boolean isIdle() {
        return idle;
    }

    /** The watchdog's: whether carriers compute that are not counted as running. */
    void shares(boolean value) {
        if (sharing != value) {
            lock.lock();
            try {
                sharing = value;
                update();
            } finally {
                lock.unlock();
            }
            timers.areShared(value);
        }
    }

    /** True if so: who spins then would lose the processor to them, and be late when it is needed. A hint. */
    boolean isSharing() {
        return sharing;
    }

    /** True if all run that should, so that each will look for events itself when it comes to the end of its fiber. */
    boolean isFull() {
        lock.lock();
        try {
            return running >= limit() && shortParker == null;
        } finally {
            lock.unlock();
        }
    }

    /** The caller does not run any more, and does not look at timers either; if nobody does, the timer thread is to. */
    void leavesTimers() {
        if (idle) {
            timers.handOver();
        }
    }

    /** A snapshot of all carriers, not to be changed. */
    Worker[] all() {
        return all;
    }

    /** How often carriers have mounted fibers, those that were dismissed too; never falls. */
    long mounts() {
        for (; ; ) {
            long mounts = earlierMounts;
            long earlier = mounts;
            for (Worker each : all) {
                mounts += each.mounts();
            }
            if (earlierMounts == earlier) {
                return mounts;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- calling

    /** To be called after a fiber was queued; {@code urgent} unless it is the next one of the calling carrier. */
    void queued(boolean urgent) {
        int whom = call;
        if (whom == ANYBODY || urgent && whom == IF_URGENT) {
            callOne(urgent);
        } else if (whom == NOBODY) {
            Watchdog.ends(Watchdog.DOZES);
        }
    }

    /**
     * The same for a carrier that looks for fibers, and has found more than it comes to next: nobody need watch them
     * before it says what it {@link #found}.
     */
    void queuedBySeeker() {
        if (call != NOBODY) {
            callOne(true);
        }
    }

    /** A carrier that looked for fibers runs one, and has more or not: it is to be watched if nobody can be called. */
    void found(boolean hasMore) {
        if (hasMore || call == NOBODY) {
            Watchdog.ends(Watchdog.DOZES);
        }
    }

    @ReservedStackAccess
    private void callOne(boolean urgent) {
        Worker called = null;
        lock.lock();
        try {
            if (call == NOBODY || call == IF_URGENT && !urgent) {
                return;
            }
            if (shortParker != null) {
                called = shortParker;
                shortParker = null;
            } else if (parkedCount > 0) {
                called = parked[--parkedCount];
                parked[parkedCount] = null;
                running++;
            } else {
                ordered++;
                running++;
            }
            searching++;
            update();
            if (called != null) {
                called.isCalled = true;
            }
        } finally {
            lock.unlock();
        }
        if (called == null) {
            Watchdog.orderCarrier();
        } else {
            called.wake();
        }
    }

    // ------------------------------------------------------------------------------------------- searching, parked

    /** True if the caller may search; if not it is to park at once, as somebody else does. */
    boolean beginSearch() {
        lock.lock();
        try {
            if (searching > 0 || running > limit()) {
                return false;
            }
            searching++;
            update();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The search has found something. */
    void endSearch() {
        lock.lock();
        try {
            searching--;
            update();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The search has found nothing: true if the caller is to park for a short time and then look again, false if it is
     * to park.
     */
    boolean beginShortPark(Worker carrier) {
        lock.lock();
        try {
            if (shortParker != null || running > limit() || running < 2) {
                return false;
            }
            searching--;
            shortParker = carrier;
            update();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The short park is over: the caller searches, whether it was called or not. */
    void endShortPark(Worker carrier) {
        lock.lock();
        try {
            if (shortParker == carrier) {
                shortParker = null;
                searching++;
                update();
            }
            carrier.isCalled = false;
        } finally {
            lock.unlock();
        }
    }

    /** The caller, which has no fiber, is parked until it is called; then it searches. */
    void beginPark(Worker carrier, boolean wasSearching) {
        lock.lock();
        try {
            if (wasSearching) {
                searching--;
            }
            running--;
            parked[parkedCount++] = carrier;
            update();
        } finally {
            lock.unlock();
        }
    }

    /** A carrier that is parked has found something to do: as if it were called. */
    void unparkSelf(Worker carrier) {
        lock.lock();
        try {
            if (carrier.isCalled) {
                return;
            }
            int place = placeOf(carrier);
            if (place < 0) {
                // it has just been dismissed, and hands its fibers away
                return;
            }
            takeFromParked(place);
            running++;
            searching++;
            update();
            carrier.isCalled = true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A carrier whose loop has failed searches, whatever it did.
     *
     * @param isRunning whether it was counted as running, unless it was parked
     * @param isSearching whether it was counted as searching, unless it was parked
     * @return false if it was dismissed
     */
    boolean beginsAgain(Worker carrier, boolean isRunning, boolean isSearching) {
        lock.lock();
        try {
            int place = placeOf(carrier);
            if (place >= 0) {
                takeFromParked(place);
                running++;
                searching++;
            } else if (!isMember(carrier)) {
                return false;
            } else if (shortParker == carrier) {
                shortParker = null;
                searching++;
            } else if (!carrier.isCalled) {
                running += isRunning ? 0 : 1;
                searching += isSearching ? 0 : 1;
            }
            carrier.isCalled = false;
            update();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isMember(Worker carrier) {
        for (Worker each : all) {
            if (each == carrier) {
                return true;
            }
        }
        return false;
    }

    /** Its place among those that are parked, or -1. */
    private int placeOf(Worker carrier) {
        int place = parkedCount - 1;
        while (place >= 0 && parked[place] != carrier) {
            place--;
        }
        return place;
    }

    private void takeFromParked(int place) {
        parkedCount--;
        System.arraycopy(parked, place + 1, parked, place, parkedCount - place);
        parked[parkedCount] = null;
    }

    // ------------------------------------------------------------------------------------------- blocking

    /** A carrier blocks, or is found stuck. */
    void leaves() {
        lock.lock();
        try {
            running--;
            update();
        } finally {
            lock.unlock();
        }
    }

    /** The reverse. */
    void comesBack() {
        lock.lock();
        try {
            running++;
            update();
        } finally {
            lock.unlock();
        }
    }

    /** True if the caller, which runs, is one too many. A hint. */
    boolean isCrowded() {
        return crowded;
    }

    // ------------------------------------------------------------------------------------------- background

    /**
     * Queues a fiber that has used up its slice. A carrier then calls {@link #takeBackground}; others call one, if that
     * {@link #hasBackground}.
     */
    void addBackground(Fiber fiber) {
        background.add(fiber);
    }

    /**
     * The next fiber of the background, for a carrier that is counted as running one of them; null if there is none, or
     * if too many run them.
     */
    Fiber nextBackground() {
        return backgroundCount > backgroundLimit() ? null : background.poll();
    }

    /**
     * A fiber of the background, for a carrier that has run none of them; then it is counted as running one, until
     * {@link #endBackground}. Null if there is none, or if there are enough carriers that run them: each of these looks
     * for the next.
     */
    Fiber takeBackground() {
        while (background.size() > 0 && beginBackground()) {
            Fiber fiber = background.poll();
            if (fiber != null) {
                return fiber;
            }
            // who has added one in between may have found enough carriers
            endBackground();
        }
        return null;
    }

    /** Keeps so many processors for light fibers, until the next call; one at least is for others. The watchdog's. */
    void keep(int count) {
        kept = count;
    }

    /** How many processors that are. */
    int kept() {
        return kept;
    }

    /** How many carriers run fibers of the background, at most. */
    int backgroundLimit() {
        return Math.max(1, limit() - kept);
    }

    /** How many fibers of the background wait. A snapshot. */
    int backgroundSize() {
        return background.size();
    }

    /** True if {@link #takeBackground} would find one. A snapshot. */
    boolean hasBackground() {
        return background.size() > 0 && backgroundCount < backgroundLimit();
    }

    private boolean beginBackground() {
        lock.lock();
        try {
            boolean mayBegin = backgroundCount < backgroundLimit();
            backgroundCount += mayBegin ? 1 : 0;
            return mayBegin;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The carrier does not run a fiber of the background any more, or is blocked in it; the caller looks again whether
     * there are more.
     */
    void endBackground() {
        lock.lock();
        try {
            backgroundCount--;
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------------------------------- number of carriers

    /** Counts a carrier that the caller makes, the first, as one that was ordered. */
    void orderFirst() {
        lock.lock();
        try {
            noThreads = false;
            running++;
            searching++;
            update();
        } finally {
            lock.unlock();
        }
    }

    /** Takes one order for a new carrier; false if there is none. */
    boolean takeOrder() {
        lock.lock();
        try {
            if (ordered == 0) {
                return false;
            }
            ordered--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A new carrier, which searches. */
    void add(Worker carrier) {
        lock.lock();
        try {
            Worker[] grown = Arrays.copyOf(all, all.length + 1);
            grown[all.length] = carrier;
            if (parked.length < grown.length) {
                // now, as a carrier must not fail when it parks
                parked = Arrays.copyOf(parked, 2 * grown.length);
            }
            all = grown;
        } finally {
            lock.unlock();
        }
    }

    /** A carrier that was ordered could not be made. Until {@link #tryThreadsAgain} no other one is ordered. */
    void failed(Worker carrier) {
        lock.lock();
        try {
            running--;
            searching--;
            noThreads = true;
            update();
            // last: if there is not even memory for this, a carrier that never runs is looked at by the others
            forget(carrier);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets that the kernel refused a thread. */
    void tryThreadsAgain() {
        lock.lock();
        try {
            noThreads = false;
            update();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the carrier that has rested for longest, since that time, away, if there are more than need be; or null.
     */
    Worker dismiss(long since) {
        lock.lock();
        try {
            if (parkedCount == 0 || all.length <= parallelism || parked[0].parkedSince - since > 0) {
                return null;
            }
            Worker dismissed = parked[0];
            long earlier = earlierMounts;
            earlierMounts = earlier + dismissed.mounts();
            forget(dismissed);
            takeFromParked(0);
            update();
            return dismissed;
        } finally {
            lock.unlock();
        }
    }

    private void forget(Worker carrier) {
        Worker[] old = all;
        for (int i = 0; i < old.length; i++) {
            if (old[i] == carrier) {
                Worker[] fewer = Arrays.copyOf(old, old.length - 1);
                System.arraycopy(old, i + 1, fewer, i, fewer.length - i);
                all = fewer;
                return;
            }
        }
    }
}
