package jdk.internal.weft.scheduler;

import java.weft.Blocker;
import java.weft.CarrierContext;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Depth;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.timer.CoarseClock;
import jdk.internal.weft.timer.Sleeper;
import jdk.internal.weft.timer.Timer;
import jdk.internal.weft.timer.TimerQueue;
import jdk.internal.weft.timer.Timers;

/**
 * A carrier of the default scheduler: takes the next fiber, runs it until it parks, and so on.
 *
 * <pre>
 * state    meaning                                       leaves by
 * RUNS     has a fiber, or is about to take one          no fiber -> SEEKS; block -> BLOCKED; the watchdog -> STUCK
 * SEEKS    has no fiber: searches, parks for a while or is parked         a fiber -> RUNS
 * BLOCKED  waits on behalf of a pinned fiber             the wait is over -> RUNS
 * STUCK    does not come back from its fiber, or has     it comes back, and there is no more in the background -> RUNS
 *          one that has used up its slice
 * </pre>
 *
 * In the first two it counts as running, unless it is parked; in the others it does not. Only the watchdog's change is
 * made by another thread, so only changes from RUNS need a compare-and-set.
 *
 * <p>A fiber that has kept its carrier for a slice, and yields, goes to the <em>background</em>. As many carriers as
 * should run take such fibers; since they do not count as running, as many others run all other fibers beside them, and
 * the kernel shares the processors.
 *
 * <p>The class stays whole because all of it is the one loop: every part takes, waits or gives up in one of those
 * states.
 */
final class Worker extends Carrier implements Runnable {
    static final int RUNS = 0;
    static final int SEEKS = 1;
    static final int BLOCKED = 2;
    static final int STUCK = 3;

    /**
     * After so many fibers a share is taken from the common queue, even while the own one is not empty: else fibers
     * that keep waking each other would keep out those that platform threads start and wake.
     */
    private static final int FAIRNESS = 64;

    /**
     * After so many fibers the carrier looks at the clock and its timers, and at events and others' timers if it has
     * not done so for {@link #LOOK_NANOS}.
     */
    private static final int CLOCK = 16;

    /** Long against what looking costs, and short against the patience of {@link Poller}. */
    private static final long LOOK_NANOS = 100_000;

    /** Most fibers that are taken at once from another queue. */
    private static final int BATCH = 32;

    /** Most fibers that are woken at once by timers: so few that they are still in the cache when they run. */
    private static final int DUE = 64;

    /**
     * How often a searcher looks before it parks for a while or is parked, and how many spins lie between two looks:
     * some 10 microseconds.
     */
    private static final int LOOKS = 16;

    /** How often it looks at least, after searches that were in vain. */
    private static final int MIN_LOOKS = 2;

    private static final int SPINS = 32;

    private static final long MIN_SHORT_PARK_NANOS = 50_000;
    private static final long MAX_SHORT_PARK_NANOS = 1_600_000;

    /**
     * After so many fibers the context and the queue's ring are replaced, so that they are always young objects: G1 has
     * a fence in each store of a reference to a young object into an old one, and there are several per frame that
     * suspends, and one per fiber that is queued (docs/decisions/0010).
     */
    private static final int RENEWAL = 64;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Worker.class, "state");
    private static final long IN_BACKGROUND = U.objectFieldOffset(Worker.class, "inBackground");

    private final IdleWorkers workers;
    private final Timers allTimers;
    private final Poller poller;
    private final SubmissionQueue common;
    private final int number;
    private final RunQueue queue = new RunQueue();
    private final Thread thread;

    /** Replaced by this carrier; others read it racily. */
    private CarrierContext context = new CarrierContext();

    private volatile int state = SEEKS;

    /**
     * Set, under the idle workers's lock, by who calls a carrier that parks for a while or is parked; cleared by the
     * carrier.
     */
    volatile boolean isCalled;

    /** Set to end a carrier that is parked. */
    volatile boolean isDismissed;

    /** When it came to rest, by {@code System.nanoTime}; read by the watchdog. */
    volatile long parkedSince;

    /** The last mount that was found to be longer than a slice; the watchdog's. */
    private volatile long longMount;

    /** Set by the watchdog: the carrier is to look for timers, events, and fibers of others after this fiber. */
    volatile boolean mustLook;

    /**
     * 1 while the idle workers counts it among those that run fibers of the background; who clears it tells the idle
     * workers.
     */
    private volatile int inBackground;

    /** What the watchdog knows of this carrier; its own. */
    final Watch watch = new Watch();

    /** The kind of {@link FileCalls} that the carrier is in, or 0; read racily by the watchdog. */
    private int fileCall;

    /** When that began, if it was expected to wait; else 0. */
    private long fileCallAt;

    /** Of the thread, see {@link KernelThread}; 0 until it runs. */
    private volatile int kernelId;

    /** Whether the kernel was asked for that. */
    private boolean hasKernelId;

    /** The preferred queue of timers. */
    private TimerQueue timers;

    private int taken;
    private int looks;
    private long lookedAt;
    private int carried;
    private long shortParkNanos = MIN_SHORT_PARK_NANOS;

    /** Whether the idle workers counts it as one that searches, unless it parks; its own. */
    private boolean isSearcher;

    /** How often the next search looks: half as often as the last one, if that was in vain. */
    private int patience = LOOKS;

    private Worker suspect;
    private long suspectTaken;

    Worker(IdleWorkers workers, SubmissionQueue common, int number) {
        this.workers = workers;
        this.common = common;
        this.number = number;
        allTimers = workers.timers();
        poller = workers.poller();
        timers = allTimers.queue(number);
        thread = SystemThread.make(this, "weft-carrier-" + number, Depth.ofCarriers());
        context.carrier = this;
        CarrierContext.set(thread, context);
    }

    @Override
    Thread thread() {
        return thread;
    }

    @Override
    public int number() {
        return number;
    }

    int state() {
        return state;
    }

    /** The kernel's id of the thread; 0 if it does not tell. */
    int kernelId() {
        return kernelId;
    }

    /** The fiber that it carries, or null. A racy snapshot. */
    Fiber mounted() {
        return (Fiber) context.fiber;
    }

    /** Number of fibers mounted so far. A racy snapshot. */
    long mounts() {
        return context.mounts;
    }

    /** Ends a short park or rest; {@link #isCalled} or {@link #isDismissed} is set. */
    void wake() {
        U.unpark(thread);
        poller.wake(this);
    }

    /** How many fibers lie in this carrier's queue. A snapshot. */
    int queued() {
        return queue.size();
    }

    /** True if fibers lie in this carrier's queue. A snapshot. */
    boolean hasQueued() {
        return queue.size() > 0;
    }

    /** True if more lies there than what the carrier will come to at once. A snapshot. */
    boolean hasUrgent() {
        int size = queue.size();
        return size > 1 || size > 0 && state != RUNS;
    }

    /** The watchdog's: the mounted fiber has used up its slice. */
    void marksLong() {
        longMount = mounts();
    }

    /** The watchdog's: the mounted fiber is to leave. One that was mounted since may be asked in its place. */
    void ask() {
        context.ask();
    }

    @Override
    void addYielding(Fiber fiber, boolean hasComputed) {
        if (hasComputed || hasUsedUpSlice()) {
            workers.addBackground(fiber);
        } else {
            add(fiber);
        }
    }

    @Override
    public boolean hasUsedUpSlice() {
        return longMount == context.mounts;
    }

    /**
     * Queues a fiber here; called by this carrier only. Others could wait for long behind a fiber of the background.
     */
    @Override
    void add(Fiber fiber) {
        int now = state;
        if (now != STUCK && queue.add(fiber)) {
            tellQueued(now);
        } else {
            common.add(fiber);
            workers.queued(true);
        }
    }

    @Override
    void addFirst(Fiber fiber) {
        int now = state;
        if (now != STUCK && queue.addFirst(fiber)) {
            tellQueued(now);
        } else {
            common.add(fiber);
            workers.queued(true);
        }
    }

    /**
     * Calls somebody, unless the carrier comes to the fiber next: it has none mounted, and no other one is queued. Who
     * is called in vain takes the processor from this carrier, or finds something else to do and keeps it.
     */
    private void tellQueued(int now) {
        boolean isUrgent = queue.hasMany();
        if (now == SEEKS) {
            if (isUrgent) {
                workers.queuedBySeeker();
            }
        } else if (isUrgent || mounted() != null) {
            workers.queued(isUrgent);
        } else {
            workers.found(false);
        }
    }

    @Override
    public Timer wakeLater(Sleeper fiber, long nanos) {
        Timer timer = allTimers.make(fiber, nanos);
        TimerQueue used = allTimers.add(timer, nanos, timers);
        if (used != timers) {
            timers = used;
        }
        return timer;
    }

    /**
     * Takes the carrier from those that run; false if it does not run. For the watchdog, and for the carrier itself,
     * whose stack may end here.
     */
    @ReservedStackAccess
    boolean getsStuck() {
        if (!U.compareAndSetInt(this, STATE, RUNS, STUCK)) {
            return false;
        }
        workers.leaves();
        return true;
    }

    /** Its fiber calls the kernel for a file: others run in its place, if that is expected to wait. */
    void beginsFileCall(int kind) {
        if (fileCall != 0) {
            endThrownFileCall();
        }
        fileCall = kind;
        if (!workers.fileWaits().areExpected(kind)) {
            return;
        }
        fileCallAt = System.nanoTime();
        if (getsStuck()) {
            if (Carriers.hasQueued() || poller.mayCome() && !poller.areAwaited()) {
                workers.queued(true);
            }
            workers.leavesTimers();
        }
    }

    /** The call has returned. Where others run in its place, they do until the carrier has done with its fiber. */
    void endsFileCall() {
        endFileCall(fileCallAt == 0 ? 0 : System.nanoTime() - fileCallAt);
    }

    /** The last call has thrown. That mostly comes from memory, as for a file that does not exist. */
    private void endThrownFileCall() {
        endFileCall(0);
    }

    private void endFileCall(long nanos) {
        if (fileCallAt != 0) {
            workers.fileWaits().hasTaken(fileCall, nanos);
            fileCallAt = 0;
        }
        fileCall = 0;
    }

    /** The kind of the file call that it is in, or 0. A racy snapshot. */
    int fileCall() {
        return fileCall;
    }

    /** Whether the idle workers counts it among those that run fibers of the background. */
    boolean isInBackground() {
        return inBackground != 0;
    }

    /** If it runs a fiber of the background, and is blocked or does not come back, others may. Thread-safe. */
    void leavesBackground() {
        if (inBackground != 0 && U.compareAndSetInt(this, IN_BACKGROUND, 1, 0)) {
            workers.endBackground();
            if (workers.hasBackground()) {
                workers.queued(true);
            }
        }
    }

    @Override
    public void block(Blocker blocker) {
        leavesBackground();
        boolean counts = U.compareAndSetInt(this, STATE, RUNS, BLOCKED);
        if (counts) {
            workers.leaves();
            if (Carriers.hasQueued()) {
                workers.queued(true);
            }
            workers.leavesTimers();
        }
        try {
            blocker.block();
        } finally {
            if (counts) {
                workers.comesBack();
                state = RUNS;
            }
        }
    }

    // ------------------------------------------------------------------------------------------- the loop

    @Override
    public void run() {
        learnKernelId();
        boolean goesOn = true;
        while (goesOn) {
            goesOn = serve();
        }
    }

    /** Returns false when the carrier is dismissed; true where it is to begin again. */
    private boolean serve() {
        try {
            // whoever ordered this carrier has counted it as one that searches
            boolean goesOn = carry(search(true));
            while (goesOn) {
                goesOn = carry(next());
            }
            return false;
        } catch (Throwable t) {
            SystemThread.goesOn(t);
            return beginsAgain();
        }
    }

    /**
     * What the VM or a debugger throws into the loop does not end the carrier, which would be counted for ever, and
     * keep its queue: it searches, as one that was just ordered. False if it was dismissed.
     */
    private boolean beginsAgain() {
        int before = U.getAndSetInt(this, STATE, SEEKS);
        leavesBackground();
        if (!workers.beginsAgain(this, before == RUNS || before == SEEKS, isSearcher)) {
            leaves();
            return false;
        }
        // if each try fails, others are to have the processor
        U.park(false, MIN_SHORT_PARK_NANOS);
        return true;
    }

    /**
     * Runs the fiber; false if it is null. No local of the loop has the fiber: an interpreted frame would keep an ended
     * thread, and all that it refers to, until there is another one to run.
     */
    private boolean carry(Fiber fiber) {
        if (fiber == null) {
            return false;
        }
        try {
            fiber.run(context);
        } catch (Throwable t) {
            // no fiber's own exceptions come here; whatever it is, the others must go on
            fiber.failed(context, t);
        }
        if (++carried % RENEWAL == 0) {
            renewContext();
        }
        return true;
    }

    /** As a carrier that dies would be counted for ever, a lack of memory is no reason to. */
    private void learnKernelId() {
        try {
            kernelId = new KernelThread().ownId();
            hasKernelId = true;
        } catch (OutOfMemoryError e) {
            // tried again; until then the VM's state of the thread has to do
        }
    }

    private void renewContext() {
        if (!hasKernelId) {
            learnKernelId();
        }
        try {
            CarrierContext fresh = new CarrierContext(context, Fibers.areMany());
            U.storeFence();
            CarrierContext.set(thread, fresh);
            context = fresh;
            queue.renew();
        } catch (OutOfMemoryError e) {
            // the old ones do as well
        }
    }

    private Fiber next() {
        if (fileCall != 0) {
            endThrownFileCall();
        }
        if (state != RUNS) {
            Fiber fiber = inBackground == 0 ? null : workers.nextBackground();
            if (fiber != null) {
                return fiber;
            }
            leavesBackground();
            workers.comesBack();
            state = RUNS;
        }
        if (workers.hasBackground()) {
            Fiber fiber = workers.takeBackground();
            if (fiber != null) {
                beginBackground(RUNS);
                return fiber;
            }
        }
        if (workers.isCrowded()) {
            return seek();
        }
        boolean isTold = mustLook;
        boolean hasLooked = isTold || ++taken % CLOCK == 0;
        if (hasLooked) {
            look();
        }
        if (isTold) {
            mustLook = false;
            relieve();
        }
        Fiber fiber = taken % FAIRNESS == 0 ? common.poll(queue.end(), share()) : null;
        if (fiber == null) {
            fiber = queue.poll();
        }
        if (hasLooked && hasQueued()) {
            // what was found, and does not come next
            workers.queued(queue.hasMany());
        }
        if (fiber == null && timers.first() < TimerQueue.NEVER) {
            fiber = common.poll(queue.end(), share());
            if (fiber == null && wakeDue(Timers.now())) {
                fiber = queue.poll();
            }
        }
        return fiber == null ? seek() : fiber;
    }

    private void look() {
        boolean mayCome = poller.mayCome();
        if (!mayCome && !allTimers.areUsed()) {
            return;
        }
        long now = Timers.now();
        wakeDue(now);
        if (now - lookedAt >= LOOK_NANOS) {
            lookedAt = now;
            if (mayCome) {
                poller.look();
            }
            // what is so late was not seen by who should have
            TimerQueue other = allTimers.queue(++looks);
            if (other.isNeglectedSince(now - 2 * LOOK_NANOS)) {
                other.fire(now, DUE);
            }
        }
    }

    /**
     * Takes over a share of what nobody else may come to for long: from the common queue, and from carriers that are
     * stuck.
     */
    private void relieve() {
        Fiber fiber = common.poll(queue.end(), share());
        if (fiber != null) {
            add(fiber);
        }
        for (Worker each : workers.all()) {
            fiber = each.state == STUCK ? each.queue.steal() : null;
            if (fiber != null) {
                add(fiber);
                stealMore(each.queue, BATCH);
            }
        }
    }

    /** The carrier has taken a fiber of the background: it does not count as running any more. */
    private void beginBackground(int from) {
        inBackground = 1;
        // else the watchdog was faster
        if (U.compareAndSetInt(this, STATE, from, STUCK)) {
            workers.leaves();
        }
        if (Carriers.hasQueued()) {
            workers.queued(true);
        }
        workers.leavesTimers();
    }

    /** Queues the fibers whose time is over; true if there were any. */
    private boolean wakeDue(long now) {
        timers.look(now);
        return timers.fire(now, DUE) > 0;
    }

    /** Returns null if the carrier is dismissed. */
    private Fiber seek() {
        if (!U.compareAndSetInt(this, STATE, RUNS, SEEKS)) {
            // the watchdog has just found it stuck
            workers.comesBack();
            state = SEEKS;
        }
        if (!workers.isCrowded()) {
            Fiber fiber = takeAnywhere();
            if (fiber != null) {
                state = RUNS;
                workers.found(queue.size() > 0);
                return fiber;
            }
        }
        return search(workers.beginSearch());
    }

    private Fiber search(boolean searching) {
        isSearcher = searching;
        for (; ; ) {
            int looks = workers.isSharing() ? 1 : patience;
            for (int i = 0; isSearcher && i < looks; i++) {
                Fiber fiber = takeAnywhere();
                if (fiber != null) {
                    patience = i == 0 ? patience : LOOKS;
                    shortParkNanos = MIN_SHORT_PARK_NANOS;
                    state = RUNS;
                    endSearch();
                    if (Carriers.hasUrgent()) {
                        workers.queued(true);
                    }
                    workers.found(queue.size() > 0);
                    return fiber;
                }
                if (i < looks - 1) {
                    spin();
                }
            }
            if (isSearcher && workers.hasBackground()) {
                Fiber fiber = workers.takeBackground();
                if (fiber != null) {
                    endSearch();
                    beginBackground(SEEKS);
                    return fiber;
                }
            }
            patience = Math.max(MIN_LOOKS, patience / 2);
            if (isSearcher && !workers.isSharing() && workers.beginShortPark(this)) {
                isSearcher = false;
                shortPark();
            } else if (!park()) {
                return null;
            }
            isSearcher = true;
        }
    }

    private void endSearch() {
        isSearcher = false;
        workers.endSearch();
    }

    private static void spin() {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
    }

    private void shortPark() {
        if (!Carriers.hasUrgent() && !workers.hasBackground()) {
            Timers.parkUntil(Math.min(Timers.now() + shortParkNanos, allTimers.earliestLive()));
            shortParkNanos = Math.min(2 * shortParkNanos, MAX_SHORT_PARK_NANOS);
        }
        workers.endShortPark(this);
    }

    /** False if the carrier was dismissed. */
    private boolean park() {
        handQueueAway();
        parkedSince = System.nanoTime();
        workers.beginPark(this, isSearcher);
        isSearcher = false;
        if (Carriers.hasQueued() || workers.hasBackground()) {
            // perhaps this very one is called
            workers.queued(Carriers.hasUrgent() || workers.hasBackground());
        }
        while (!isCalled) {
            if (isDismissed) {
                leaves();
                return false;
            }
            if (!poller.await(this)) {
                sleep();
            }
        }
        isCalled = false;
        // before the fibers that it is to run change their states
        CoarseClock.set(System.nanoTime());
        shortParkNanos = MIN_SHORT_PARK_NANOS;
        return true;
    }

    /** It is dismissed: hands away what it may have queued while it waited for events. */
    private void leaves() {
        handQueueAway();
        workers.queued(true);
        workers.leavesTimers();
    }

    /** Until it is woken; or until the next deadline, if no other carrier runs or sleeps until then. */
    private void sleep() {
        long until = workers.isIdle() ? allTimers.keep() : TimerQueue.NEVER;
        if (until == TimerQueue.NEVER) {
            U.park(false, 0);
            return;
        }
        if (until > Timers.now()) {
            Timers.parkUntil(until);
        }
        allTimers.wasKept();
        if (!isCalled && allTimers.areDue()) {
            workers.unparkSelf(this);
            allTimers.fire(Timers.now(), DUE);
        }
    }

    private void handQueueAway() {
        for (Fiber fiber = queue.poll(); fiber != null; fiber = queue.poll()) {
            common.add(fiber);
        }
    }

    // ------------------------------------------------------------------------------------------- taking

    private Fiber takeAnywhere() {
        Fiber fiber = common.poll(queue.end(), share());
        if (fiber == null) {
            fiber = queue.poll();
        }
        if (fiber == null && poller.mayCome()) {
            poller.look();
            fiber = queue.poll();
        }
        if (fiber == null && allTimers.areUsed() && wakeDue(Timers.now())) {
            fiber = queue.poll();
        }
        if (fiber == null) {
            fiber = steal();
        }
        if (fiber == null && allTimers.areUsed()) {
            long now = Timers.now();
            if (allTimers.fireNeglected(now - LOOK_NANOS, now, DUE) > 0) {
                fiber = queue.poll();
            }
        }
        return fiber;
    }

    /** How many fibers more than one are to be taken from the common queue. */
    private int share() {
        return Math.min(BATCH, common.size() / Carriers.size());
    }

    /** A single fiber is only stolen if it was there at the last look, or its carrier cannot come to it. */
    private Fiber steal() {
        Worker[] all = workers.all();
        Worker single = null;
        for (Worker victim : all) {
            int size = victim == this ? 0 : victim.queue.size();
            if (size == 1 && victim.state == RUNS) {
                long stamp = victim.queue.taken();
                if (victim != suspect || stamp != suspectTaken) {
                    if (single == null) {
                        single = victim;
                        suspectTaken = stamp;
                    }
                    continue;
                }
            }
            if (size > 0) {
                Fiber fiber = victim.queue.steal();
                if (fiber != null) {
                    stealMore(victim.queue, size / 2 - 1);
                    suspect = null;
                    return fiber;
                }
            }
        }
        suspect = single;
        return null;
    }

    private void stealMore(RunQueue from, int wanted) {
        for (int i = Math.min(wanted, BATCH); i > 0; i--) {
            Fiber fiber = from.steal();
            if (fiber == null) {
                return;
            }
            if (!queue.add(fiber)) {
                common.add(fiber);
            }
        }
    }
}
