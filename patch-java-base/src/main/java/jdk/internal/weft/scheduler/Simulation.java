package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.weft.AbstractFiber;
import java.weft.AbstractSimulation;
import java.weft.Blocker;
import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.blocking.BlockingPool;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.timer.Sleeper;
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
 * <p>Thread-safe, since fibers may be woken from outside. The class stays whole because each method changes who is
 * ready or who has the turn.
 */
public final class Simulation extends AbstractSimulation implements FiberScheduler {
    private static final Unsafe U = Unsafe.getUnsafe();

    /**
     * How often fibers run in a row without anybody being woken until time passes: they compute, or wait for it in a
     * loop. A little passes with each turn then; more, if it goes on.
     */
    private static final int MAX_IDLE = 1_000;

    private static final int LONG_IDLE = 1_000_000;
    private static final long IDLE_NANOS = 10_000;
    private static final long LONG_IDLE_NANOS = 1_000_000;

    /** How often daemons run without anybody else, until it is a deadlock of those. */
    private static final int MAX_DAEMON_TURNS = 1_000_000;

    /** How long, of real time, the next look at what may come from outside is put off; and how often that is done. */
    private static final long LOOK_NANOS = 1_000_000;

    private static final int MAX_LOOKS = 10_000;

    /** The same before time jumps: what comes from this machine has come by then. */
    private static final int FEW_LOOKS = 50;

    /**
     * How often the holder of the turn is seen blocked in a row, without a moment of the processor, until another
     * thread takes the turn: for a monitor; and elsewhere, where it may only load a class.
     */
    private static final int BLOCKED_LOOKS = 20;

    private static final int ASLEEP_LOOKS = 200;

    /** The end of one comes from outside, too. */
    private static final String PROCESS = "java.lang.Process";

    /** Frames of the runtime above the one that waits for input. */
    private static final int OWN_FRAMES = 12;

    private final SpinLock lock = new SpinLock();
    private final VirtualClock clock = new VirtualClock();
    private final int rate;
    private long random;
    private long fingerprint;

    /** {@link SchedulerTask}s, and the {@link Turn}s of fibers that wait pinned, and may go on; in a definite order. */
    private final List<Object> ready = new ArrayList<>();

    /** Those that park pinned, and are looked at before each draw. */
    private final List<Turn> pinned = new ArrayList<>();

    /** Threads that can be given the turn to draw. */
    private final ArrayDeque<Turn> idlers = new ArrayDeque<>();

    /** Threads that run code of fibers, or block in it, without having the turn. */
    private final List<Thread> loose = new ArrayList<>();

    /** Threads that are no fibers, which fibers have started. */
    private final List<Thread> outsiders = new ArrayList<>();

    /** The kernel's numbers of those that draw. */
    private final Map<Thread, Integer> kernelIds = new IdentityHashMap<>();

    /** All that live, each with its number. */
    private final Map<SchedulerTask, Integer> live = new LinkedHashMap<>();

    private int started;
    private int nonDaemons;

    /** Who has the turn; null if nobody, which is so only before the first start and after the end. */
    private volatile Thread holder;

    private volatile Thread resting;
    private volatile long turns;
    private SchedulerTask running;
    private int idle;
    private int daemonTurns;

    /** For the caller, who looks after the holder of the turn. */
    private final KernelThread kernel = new KernelThread();

    private int blockedLooks;
    private long computed;

    private volatile boolean isOver;
    private volatile boolean isExact = true;
    private volatile Thread caller;
    private List<Thread> stuck;

    /** Of that seed. */
    public Simulation(long seed) {
        random = seed;
        Monitors.ever = 1;
        CarrierContext.simulates = true;
        rate = 1 << below(5);
    }

    // ------------------------------------------------------------------------------------------- lots

    /** The generator SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    private long next() {
        random += 0x9E3779B97F4A7C15L;
        long z = random;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** A fiber is where another one may come first: true if it is to leave. Called by who has the turn. */
    @Override
    public boolean isToSwitch(Frame innermost) {
        if (isOfJdk(innermost)) {
            return false;
        }
        lock.lock();
        boolean isAlone = ready.isEmpty() && pinned.isEmpty();
        idle++;
        boolean isToSwitch = idle > MAX_IDLE || !isAlone && below(rate) == 0;
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
        boolean isDaemon = task.thread().isDaemon();
        lock.lock();
        try {
            live.put((SchedulerTask) task, ++started);
            nonDaemons += isDaemon ? 0 : 1;
            ready.add(task);
            idle = 0;
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
            if (!live.containsKey(told)) {
                // it comes back from another scheduler
                live.put(told, ++started);
                nonDaemons += told.thread().isDaemon() ? 0 : 1;
            }
            ready.add(told);
            if (told != running) {
                idle = 0;
            }
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
        Turn turn = new Turn(null);
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

    /** A thread that waits for its turn: to draw, or to go on with the fiber that blocks it. */
    private static final class Turn implements Sleeper {
        Thread thread;
        final Blocker.Park park;
        volatile boolean isGiven;
        volatile boolean isTimeOver;

        Turn(Blocker.Park park) {
            this.park = park;
        }

        boolean isOver() {
            return park != null && (isTimeOver || park.hasEnded());
        }

        @Override
        public void timeIsOver() {
            isTimeOver = true;
        }
    }

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
            JdkAccess.threadLocalRandomSeed(me, random);
            JdkAccess.threadLocalRandomProbe(me, 1);
            int id = new KernelThread().ownId();
            lock.lock();
            kernelIds.put(me, id);
            lock.unlock();
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
        clock.forgetReadings();
        task.run();
        running = null;
        lock.lock();
        loose.remove(Thread.currentThread());
        if (task.hasLeft() && live.remove(task) != null) {
            nonDaemons -= task.thread().isDaemon() ? 0 : 1;
            idle = 0;
        }
        lock.unlock();
    }

    private void give(Turn turn) {
        holder = turn.thread;
        turn.isGiven = true;
        U.unpark(turn.thread);
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
        loose.remove(mine.thread);
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

    /** {@link Carrier#block}: others have the turn meanwhile. */
    void block(Blocker blocker) {
        boolean isPark = blocker instanceof Blocker.Park;
        Turn turn = new Turn(isPark ? (Blocker.Park) blocker : null);
        turn.thread = Thread.currentThread();
        SchedulerTask mine = running;
        boolean hasTurn = holder == turn.thread;
        Timer timer = isPark && turn.park.nanos() > 0 ? clock.add(turn, turn.park.nanos()) : null;
        lock.lock();
        if (isPark) {
            pinned.add(turn);
        } else {
            loose.add(turn.thread);
            isExact = false;
        }
        lock.unlock();
        if (hasTurn) {
            giveAway();
        }
        if (!isPark) {
            blocker.block();
            lock.lock();
            loose.remove(turn.thread);
            ready.add(turn);
            idle = 0;
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
        for (; ; ) {
            if (!isOver && hasEnded()) {
                finish(null);
            }
            if (idle > MAX_IDLE || daemonTurns > MAX_DAEMON_TURNS) {
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
            } else if (looks < FEW_LOOKS && mayBeWoken() || isWorthAwaiting(looks)) {
                looks++;
                rest(LOOK_NANOS);
            } else if (isNobodyReady() && !clock.jump()) {
                finish(stuckThreads());
            }
        }
    }

    /** To be asked behind {@link #mayBeWoken}: who has woken somebody, and was not seen there, has done so before. */
    private boolean isNobodyReady() {
        lock.lock();
        boolean isNobody = ready.isEmpty();
        for (Turn each : pinned) {
            isNobody &= !each.isOver();
        }
        lock.unlock();
        return isNobody;
    }

    private boolean hasEnded() {
        lock.lock();
        boolean hasEnded = nonDaemons == 0;
        lock.unlock();
        return hasEnded;
    }

    private void makeTimePass() {
        if (daemonTurns > MAX_DAEMON_TURNS && !isOver) {
            finish(stuckThreads());
        } else if (!isOver) {
            clock.pass(idle > LONG_IDLE ? LONG_IDLE_NANOS : IDLE_NANOS);
        }
    }

    private Object drawReady() {
        lock.lock();
        try {
            for (int i = 0; i < pinned.size(); i++) {
                if (pinned.get(i).isOver()) {
                    ready.add(pinned.remove(i--));
                    idle = 0;
                }
            }
            if (ready.isEmpty()) {
                return null;
            }
            int place = below(ready.size());
            Object drawn = ready.remove(place);
            int number = drawn instanceof SchedulerTask ? live.getOrDefault(drawn, 0) : -1;
            if (!isOver) {
                fingerprint = fingerprint * 31 + number * 7L + place;
            }
            boolean isDaemon = drawn instanceof SchedulerTask
                    && ((SchedulerTask) drawn).thread().isDaemon();
            daemonTurns = isDaemon ? daemonTurns + 1 : 0;
            idle++;
            turns++;
            return drawn;
        } finally {
            lock.unlock();
        }
    }

    private void rest(long nanos) {
        resting = Thread.currentThread();
        lock.lock();
        boolean isNeeded = ready.isEmpty();
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
        boolean isInVain = ready.isEmpty();
        if (isInVain) {
            holder = null;
        }
        lock.unlock();
        return isInVain;
    }

    // ------------------------------------------------------------------------------------------- outside

    /** Whether something not of this simulation may wake a fiber: input, threads that are no fibers, loose threads. */
    private boolean mayBeWoken() {
        for (Thread each : copy(loose)) {
            if (each.getState() != Thread.State.WAITING) {
                return true;
            }
        }
        return isInputAwaited() || doOutsidersRun();
    }

    /** The same where no timer is left, and it would be a deadlock: input is awaited for ever, others for a while. */
    private boolean isWorthAwaiting(int looks) {
        if (clock.untilNext() > 0) {
            return false;
        }
        for (Thread each : copy(loose)) {
            if (looks < MAX_LOOKS && mayGoOn(each)) {
                return true;
            }
        }
        return isInputAwaited() || looks < MAX_LOOKS && doOutsidersRun();
    }

    private static boolean mayGoOn(Thread thread) {
        Thread.State state = thread.getState();
        boolean isIdle = thread instanceof ForkJoinWorkerThread;
        return state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING && !isIdle;
    }

    private boolean isInputAwaited() {
        for (SchedulerTask each : copy(live.keySet())) {
            if (awaitsInput(each.frames()) || each.awaitsInputPinned()) {
                return true;
            }
        }
        return false;
    }

    private boolean doOutsidersRun() {
        for (Thread each : copy(outsiders)) {
            if (mayGoOn(each)) {
                return true;
            }
            if (!each.isAlive()) {
                lock.lock();
                outsiders.remove(each);
                lock.unlock();
            }
        }
        return !ForkJoinPool.commonPool().isQuiescent();
    }

    /** A fiber has started a thread that is none. */
    public void startedOutside(Thread thread) {
        lock.lock();
        try {
            outsiders.add(thread);
        } finally {
            lock.unlock();
        }
    }

    private static boolean awaitsInput(Frame innermost) {
        Frame frame = innermost;
        for (int i = 0; frame != null && i < OWN_FRAMES; i++, frame = frame.next) {
            Class<?> host = frame.at.host;
            String name = host.getName();
            if (host == BlockingPool.class || name.startsWith("sun.nio.ch.Weft") || name.startsWith(PROCESS)) {
                return true;
            }
        }
        return false;
    }

    private <T> List<T> copy(Collection<T> shared) {
        lock.lock();
        try {
            return new ArrayList<>(shared);
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------------------------------- the end

    private List<Thread> stuckThreads() {
        List<Thread> threads = new ArrayList<>();
        for (SchedulerTask each : copy(live.keySet())) {
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
        daemonTurns = 0;
        for (; ; ) {
            lock.lock();
            Turn each = idlers.poll();
            lock.unlock();
            if (each == null) {
                break;
            }
            each.isGiven = true;
            U.unpark(each.thread);
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
                blockedLooks = 0;
            }
            before = now;
        }
        caller = null;
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        return stuck;
    }

    /**
     * Who has the turn, and has drawn nothing since the last look, may wait for a monitor that a pinned fiber really
     * has, or for the initialization of a class by one: another thread gets the turn then.
     */
    private void rescue() {
        Thread blocked = holder;
        if (blocked == null || resting != null || !isBlocked(blocked)) {
            blockedLooks = 0;
            return;
        }
        long before = turns;
        int most = blocked.getState() == Thread.State.BLOCKED ? BLOCKED_LOOKS : ASLEEP_LOOKS;
        if (++blockedLooks < most) {
            return;
        }
        blockedLooks = 0;
        lock.lock();
        boolean isStill = holder == blocked && turns == before && resting == null;
        if (isStill) {
            isExact = false;
            loose.add(blocked);
            holder = null;
        }
        lock.unlock();
        if (isStill) {
            startHolder();
        }
    }

    private boolean isBlocked(Thread thread) {
        lock.lock();
        Integer id = kernelIds.get(thread);
        lock.unlock();
        if (id == null || !kernel.look(KernelThread.stat(id), KernelThread.schedstat(id))) {
            return thread.getState() == Thread.State.BLOCKED;
        }
        boolean hasComputed = kernel.nanos() != computed;
        computed = kernel.nanos();
        return kernel.isBlocked() && !hasComputed;
    }

    /** A number that stands for the order in which the fibers have run. */
    public long fingerprint() {
        return fingerprint;
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
