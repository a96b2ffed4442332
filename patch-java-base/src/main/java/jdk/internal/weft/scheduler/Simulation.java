package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.weft.AbstractFiber;
import java.weft.AbstractSimulation;
import java.weft.Blocker;
import java.weft.CarrierContext;
import java.weft.Frame;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.timer.Timer;

/**
 * What a {@code DeterministicScheduler} runs: fibers one after another, in an order that is drawn by lot from a seed,
 * with a clock of their own.
 *
 * <h2>Overview</h2>
 *
 * One thread has the <em>turn</em>: it draws a fiber that is ready, and runs it until it parks, yields or ends. A
 * fiber is asked behind each call of a twin, and in front of each monitor, to make way ({@link #isToSwitch} draws).
 * When none is ready, the clock jumps to the next timer; when there is none either, and nothing outside is known that
 * may wake one, it is a deadlock. A fiber that is pinned while it waits keeps its thread, and another thread takes the
 * turn; when what it waits for has come it is drawn like all others, and given the turn.
 *
 * <p>The order depends on nothing else than the seed and what the fibers do: neither on real time, threads and
 * addresses, nor on how warm the VM is. So places in classes of the JDK, which do more when they are first used, are
 * passed by; they park all the same.
 *
 * <p>The simulation is over when all threads that are no daemons have ended. Daemons that are left go on, in real time.
 *
 * <p>{@link Crowd} knows who is ready, {@link Lots} draws, {@link VirtualClock} has the time, {@link Outside} knows
 * what else may wake a fiber, {@link BlockedHolder} looks after the thread that has the turn.
 *
 * <p>Thread-safe, since fibers may be woken from outside. The class stays whole because each method changes who has the
 * turn.
 */
public final class Simulation extends AbstractSimulation implements FiberScheduler {
    private static final Unsafe U = Unsafe.getUnsafe();

    /** How long, of real time, the next look at what may come from outside is put off. */
    private static final long LOOK_NANOS = 1_000_000;

    /** How often that is done before time jumps: what comes from this machine has come by then. */
    private static final int FEW_LOOKS = 50;

    /** In so many looks in a row no thread outside is at work, where there are or were some, until it is a deadlock. */
    private static final int LOOKS_IN_VAIN = 200;

    /** So many places of the JDK in a row are passed by: a loop may call nothing that does not throw. */
    private static final int MAX_PASSED = 1_000_000;

    private final SpinLock lock = new SpinLock();
    private final VirtualClock clock = new VirtualClock();
    private final Lots lots;
    private final Crowd crowd = new Crowd();
    private final BlockedHolder blocked = new BlockedHolder(lock);
    private final Outside outside = new Outside(lock, blocked);
    private final ScheduledThreadPoolExecutor delays = Delays.make();

    /** Threads that can be given the turn to draw. */
    private final ArrayDeque<Turn> idlers = new ArrayDeque<>();

    /** Who has the turn; null if nobody, which is so only before the first start and after the end. */
    private volatile Thread holder;

    private volatile Thread resting;
    private volatile long turns;
    private SchedulerTask running;
    private int passedBy;

    private volatile boolean isOver;
    private volatile boolean isExact = true;
    private volatile Thread caller;
    private List<Thread> stuck;

    /** Of that seed. */
    public Simulation(long seed) {
        lots = new Lots(seed);
        Monitors.ever = 1;
        CarrierContext.simulates = true;
    }

    // ------------------------------------------------------------------------------------------- places

    /** A fiber is where another one may come first: true if it is to leave. Called by who has the turn. */
    @Override
    public boolean isToSwitch(Frame innermost) {
        if (isOfJdk(innermost)) {
            if (++passedBy < MAX_PASSED) {
                return false;
            }
            isExact = false;
        }
        passedBy = 0;
        lock.lock();
        boolean isToSwitch = crowd.isToSwitch(lots);
        lock.unlock();
        return isToSwitch;
    }

    private static boolean isOfJdk(Frame innermost) {
        Frame frame = innermost;
        while (frame != null && frame.at.host.getName().startsWith("java.weft.")) {
            frame = frame.next;
        }
        ClassLoader loader = frame == null ? null : frame.at.host.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** A fiber is about to enter a monitor: true if it is to ask {@link #isToSwitch} first, every other time. */
    @Override
    public boolean isToMakeWay(AbstractFiber fiber) {
        SchedulerTask task = (SchedulerTask) ((Fiber) fiber).scheduling;
        task.hasMadeWay = !task.hasMadeWay;
        return task.hasMadeWay;
    }

    // ------------------------------------------------------------------------------------------- time

    /** {@code System.nanoTime} of the fibers. */
    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** {@code System.currentTimeMillis} of the fibers. */
    @Override
    public long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    /** {@code VM.getNanoTimeAdjustment} of the fibers. */
    @Override
    public long getNanoTimeAdjustment(long offsetInSeconds) {
        return clock.getNanoTimeAdjustment(offsetInSeconds);
    }

    /** {@link Carrier#wakeLater}. */
    Timer wakeLater(Fiber fiber, long nanos) {
        return clock.add(fiber, nanos);
    }

    // ------------------------------------------------------------------------------------------- who is ready

    @Override
    public void onStart(Task task) {
        lock.lock();
        try {
            crowd.add((SchedulerTask) task);
            crowd.ready(task, true);
        } finally {
            lock.unlock();
        }
        callHolder();
    }

    @Override
    public void onContinue(Task task) {
        SchedulerTask told = (SchedulerTask) task;
        lock.lock();
        try {
            if (!crowd.contains(told)) {
                // it comes back from another scheduler
                crowd.add(told);
                outside.removeLeft(told.thread());
            }
            crowd.ready(told, told != running);
        } finally {
            lock.unlock();
        }
        callHolder();
    }

    /** Somebody may be ready: wakes who has the turn, if it rests, or makes a thread for it. */
    private void callHolder() {
        Thread rests = resting;
        if (rests != null) {
            U.unpark(rests);
        } else if (holder == null) {
            startHolder();
        }
    }

    private void startHolder() {
        Turn turn = new Turn(null, false);
        turn.thread = SystemThread.make(new Driver(turn), "weft-deterministic");
        lock.lock();
        boolean isNeeded = holder == null;
        if (isNeeded) {
            holder = turn.thread;
        }
        lock.unlock();
        if (isNeeded) {
            boolean isStarted = false;
            try {
                turn.thread.start();
                isStarted = true;
            } finally {
                if (!isStarted) {
                    holder = null;
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------- who has the turn

    /** What the threads of a simulation run. */
    private final class Driver implements Runnable {
        private final Turn turn;

        Driver(Turn turn) {
            this.turn = turn;
        }

        @Override
        public void run() {
            Thread me = Thread.currentThread();
            // the JDK's queues draw lots, too
            JdkAccess.threadLocalRandomSeed(me, lots.state());
            JdkAccess.threadLocalRandomProbe(me, 1);
            blocked.known();
            drive(turn);
        }
    }

    private void drive(Turn mine) {
        for (; ; ) {
            if (holder != mine.thread && !awaitAsIdler(mine)) {
                return;
            }
            Object drawn = draw();
            if (drawn == null) {
                return;
            }
            if (drawn instanceof Turn) {
                give((Turn) drawn);
            } else {
                run((SchedulerTask) drawn);
            }
        }
    }

    private void run(SchedulerTask task) {
        running = task;
        passedBy = 0;
        clock.forgetReadings();
        task.run();
        running = null;
        lock.lock();
        outside.removeLoose(Thread.currentThread());
        if (task.hasLeft()) {
            forget(task);
        }
        lock.unlock();
    }

    /** The lock is to be held. */
    private void forget(SchedulerTask task) {
        crowd.remove(task);
        if (task.isElsewhere()) {
            outside.addLeft(task.thread());
        }
    }

    /** A fiber that was parked goes on under another scheduler, or as another task of this one. */
    void hasMoved(SchedulerTask task) {
        lock.lock();
        forget(task);
        lock.unlock();
    }

    private void give(Turn turn) {
        holder = turn.thread;
        turn.give();
    }

    /** Has another thread draw. */
    private void giveAway() {
        lock.lock();
        Turn other = idlers.poll();
        lock.unlock();
        if (other != null) {
            give(other);
            return;
        }
        holder = null;
        startHolder();
    }

    /** False if there is nothing more to do for this thread. */
    private boolean awaitAsIdler(Turn mine) {
        lock.lock();
        mine.isGiven = false;
        outside.removeLoose(mine.thread);
        boolean isNeeded = !isOver;
        if (isNeeded) {
            idlers.add(mine);
        }
        lock.unlock();
        while (isNeeded && !mine.isGiven) {
            U.park(false, 0);
        }
        return isNeeded && holder == mine.thread;
    }

    /** {@link Carrier#block}, for a fiber whose thread may be a daemon: others have the turn meanwhile. */
    void block(Blocker blocker, boolean isDaemon) {
        boolean isPark = blocker instanceof Blocker.Park;
        Turn turn = new Turn(isPark ? (Blocker.Park) blocker : null, isDaemon);
        turn.thread = Thread.currentThread();
        SchedulerTask mine = running;
        boolean hasTurn = holder == turn.thread;
        Timer timer = isPark && turn.park.nanos() > 0 ? clock.add(turn, turn.park.nanos()) : null;
        lock.lock();
        if (isPark) {
            crowd.park(turn);
        } else {
            outside.addLoose(turn.thread);
            isExact = false;
        }
        lock.unlock();
        if (hasTurn) {
            giveAway();
        }
        if (!isPark) {
            blocker.block();
            lock.lock();
            outside.removeLoose(turn.thread);
            crowd.ready(turn, true);
            lock.unlock();
            callHolder();
        }
        while (!turn.isGiven) {
            U.park(false, 0);
            if (!turn.isGiven && turn.isOver()) {
                callHolder();
            }
        }
        running = mine;
        if (timer != null) {
            timer.cancel();
        }
    }

    // ------------------------------------------------------------------------------------------- drawing

    /** What has the next turn: a task or a {@link Turn}; null if the calling thread is to end. */
    private Object draw() {
        int looks = 0;
        int looksInVain = 0;
        for (; ; ) {
            if (!isOver && hasEnded()) {
                finish(null);
            }
            if (!isOver) {
                makeTimePass();
            }
            if (isOver) {
                clock.fire();
            }
            Object drawn = drawReady();
            if (drawn != null) {
                return drawn;
            }
            if (isOver) {
                if (restsInVain()) {
                    return null;
                }
            } else if (isAnybodyAwaited(looks)) {
                looks++;
                looksInVain = 0;
                rest(LOOK_NANOS);
            } else if (clock.untilNext() == 0 && outside.areThreads() && looksInVain < LOOKS_IN_VAIN) {
                looksInVain++;
                rest(LOOK_NANOS);
            } else if (isNobodyReady()) {
                jump();
            }
        }
    }

    /** Whether time is not to jump yet, since what comes from outside may come first. */
    private boolean isAnybodyAwaited(int looks) {
        return looks < FEW_LOOKS && outside.mayWake(living())
                || clock.untilNext() == 0 && outside.isWorthAwaiting(living(), looks);
    }

    /** To be asked behind {@link #isAnybodyAwaited}: who has woken somebody, and was not seen, has done so before. */
    private boolean isNobodyReady() {
        lock.lock();
        boolean isNobody = crowd.isNobodyReady();
        lock.unlock();
        return isNobody;
    }

    private boolean hasEnded() {
        lock.lock();
        boolean hasEnded = crowd.hasEnded() && !outside.doFibersLive();
        lock.unlock();
        return hasEnded;
    }

    /** Whether none but fibers of other schedulers are waited for: they may take as long as they like. */
    private boolean areOthersAwaited() {
        lock.lock();
        boolean areAwaited = crowd.hasEnded();
        lock.unlock();
        return areAwaited;
    }

    private List<SchedulerTask> living() {
        lock.lock();
        try {
            return crowd.living();
        } finally {
            lock.unlock();
        }
    }

    /** A little, where fibers compute or wake each other for ever. */
    private void makeTimePass() {
        lock.lock();
        boolean areDaemonsAlone = crowd.areDaemonsAlone() && !crowd.hasEnded();
        long nanos = crowd.nanosToPass();
        lock.unlock();
        if (areDaemonsAlone) {
            finish(stuckThreads());
        } else if (nanos > 0) {
            clock.pass(nanos);
        }
    }

    /** To the next deadline; it is a deadlock if there is none. */
    private void jump() {
        if (clock.jump()) {
            lock.lock();
            crowd.hasWaited();
            lock.unlock();
        } else if (areOthersAwaited()) {
            rest(LOOK_NANOS);
        } else {
            finish(stuckThreads());
        }
    }

    private Object drawReady() {
        lock.lock();
        try {
            Object drawn = crowd.draw(lots, !isOver);
            if (drawn != null) {
                turns++;
            }
            return drawn;
        } finally {
            lock.unlock();
        }
    }

    private void rest(long nanos) {
        resting = Thread.currentThread();
        lock.lock();
        boolean isNeeded = crowd.isReadyEmpty();
        lock.unlock();
        if (isNeeded) {
            U.park(false, nanos);
        }
        resting = null;
    }

    /** After the end: waits for time to pass; true if nobody waits for it, and the thread is no longer needed. */
    private boolean restsInVain() {
        long nanos = clock.untilNext();
        if (nanos > 0) {
            rest(nanos);
            return false;
        }
        lock.lock();
        boolean isInVain = crowd.isReadyEmpty();
        if (isInVain) {
            holder = null;
        }
        lock.unlock();
        return isInVain;
    }

    /** Times what {@code CompletableFuture} delays. */
    ScheduledThreadPoolExecutor delays() {
        return delays;
    }

    /** A fiber has started a thread that is none, or has another scheduler. */
    public void startedOutside(Thread thread) {
        outside.addStarted(thread);
    }

    // ------------------------------------------------------------------------------------------- the end

    private List<Thread> stuckThreads() {
        List<Thread> threads = new ArrayList<>();
        for (SchedulerTask each : living()) {
            threads.add(each.thread());
        }
        return threads;
    }

    /** The caller may go on; those that are stuck are not waited for any more, by anybody. */
    private void finish(List<Thread> stuckOnes) {
        stuck = stuckOnes;
        if (stuckOnes != null) {
            for (Thread each : stuckOnes) {
                if (!each.isDaemon()) {
                    Fibers.abandon(each);
                }
            }
        }
        clock.becomeReal();
        isOver = true;
        lock.lock();
        crowd.forgetDaemonTurns();
        lock.unlock();
        for (; ; ) {
            lock.lock();
            Turn each = idlers.poll();
            lock.unlock();
            if (each == null) {
                break;
            }
            each.give();
        }
        U.unpark(caller);
    }

    /**
     * Waits until the simulation is over, in which that thread is the first; interrupts of the caller go to it.
     *
     * @return those that wait for ever, or null
     */
    public List<Thread> await(Thread first) {
        caller = Thread.currentThread();
        boolean isInterrupted = false;
        long before = -1;
        while (!isOver) {
            U.park(false, 10 * LOOK_NANOS);
            if (Thread.interrupted()) {
                isInterrupted = true;
                first.interrupt();
            }
            long now = turns;
            if (now == before) {
                rescue();
            } else {
                blocked.forget();
            }
            before = now;
        }
        caller = null;
        if (isInterrupted) {
            // not the kernel thread, if the caller is a fiber
            CarrierContext.currentThread().interrupt();
        }
        return stuck;
    }

    /**
     * Who has the turn, and has drawn nothing since the last look, may wait for a monitor that a pinned fiber really
     * has, or for the initialization of a class by one: another thread gets the turn then.
     */
    private void rescue() {
        Thread held = holder;
        if (held == null || resting != null) {
            blocked.forget();
            return;
        }
        long before = turns;
        if (!blocked.isStuck(held)) {
            return;
        }
        lock.lock();
        boolean isStill = holder == held && turns == before && resting == null;
        if (isStill) {
            isExact = false;
            outside.addLoose(held);
            holder = null;
        }
        lock.unlock();
        if (isStill) {
            startHolder();
        }
    }

    /** A number that stands for the order in which the fibers have run. */
    public long fingerprint() {
        return crowd.fingerprint();
    }

    /** False if the order was left to the kernel for a moment. */
    public boolean isExact() {
        return isExact;
    }

    @Override
    public String toString() {
        return "a deterministic scheduler of fibers";
    }
}
