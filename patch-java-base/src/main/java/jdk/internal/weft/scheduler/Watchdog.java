package jdk.internal.weft.scheduler;

import java.io.File;
import java.weft.FiberEvents;
import java.weft.Reserve;
import java.weft.SuspensionPoint;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.LoudMethods;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.timer.CoarseClock;

/**
 * Makes carriers that were ordered; finds those that are stuck, and dismisses those that are not needed any more.
 *
 * <p>A carrier is stuck when it has not come back from its fiber for a while, and either is blocked where the runtime
 * cannot know it (a monitor that is really held, class initialization, native code, a page fault), by what the kernel
 * says of its thread; or computes, as all others do, while somebody waits. Platform threads would go on there, so
 * fibers must, too: it is not counted as running any more, and another one takes its place. There is no limit for those
 * that are blocked (docs/monitors.md). Those that compute share the processors by the kernel's care, which favours who
 * sleeps: so fibers that wait for events and time run beside those that compute ({@link Patience}).
 *
 * <pre>
 * the watchdog looks every   while
 * {@value #RECHECK_NANOS} ns      a carrier seems to be blocked, or was just replaced for that
 * {@value #FAST_NANOS} ns     fibers wait, or all carriers run that should
 * {@value #TICK_NANOS} ns    some run
 * {@value #IDLE_NANOS} ns    none runs, or has for {@value #IDLE_TICKS} looks
 * not at all                 else
 * </pre>
 *
 * <p>Who queues a fiber that nobody can be called for wakes it from the slow looks, and the idle workers from its
 * sleep: they write the queue, or {@code idle}, and then read {@code is parked}; the watchdog does it the other way
 * round (JLS 17.4.3).
 *
 * <p>The class stays whole because each of its measures rests on the counts of the same look at all carriers.
 */
final class Watchdog implements Runnable {
    private static final long RECHECK_NANOS = 250_000;
    private static final long FAST_NANOS = 1_000_000;
    private static final long TICK_NANOS = 10_000_000;
    private static final long IDLE_NANOS = 50_000_000;
    private static final int IDLE_TICKS = 20;

    /** Values of {@link #rests}: the next look comes at once, slowly, or not at all. */
    private static final int LOOKS = 0;

    static final int DOZES = 1;
    static final int SLEEPS = 2;

    private static final boolean IS_CHAOS = VM.getSavedProperty("weft.chaos") != null;

    /** A fiber that has a carrier for so long computes. In chaos mode more, so that a seed replays. */
    private static final long LONG_NANOS = IS_CHAOS ? 50_000_000 : 1_000_000;

    /** Of processor time, between two looks at least. */
    private static final long SLICE_NANOS = 200_000;

    /** Fibers of the background take turns that are no shorter; stages that spin may wait for one another's turns. */
    private static final long TURN_NANOS = 2_000_000;

    /**
     * Of processor time, before a fiber is asked to leave: where it does, resumers are made for code that may never
     * wait, and be compiled.
     */
    private static final long ASK_NANOS = 20_000_000;

    /** Most stuck carriers that are looked at again at a time. */
    private static final int AGAIN = 4;

    private static final long REST_NANOS = 5_000_000_000L;

    /** Of the kernel's files, two for a carrier. */
    private static final int MAX_OPEN = 128;

    private static final long NEVER = Long.MAX_VALUE;

    private static volatile Thread thread;
    private static volatile int rests;

    private final IdleWorkers workers;
    private final SubmissionQueue common;
    private final KernelThread kernel;
    private final CompilerThreads compilers;
    private final Patience patience = new Patience(LONG_NANOS);

    /** The first carrier was not made here. */
    private int numbers = 1;

    private int idleTicks;
    private long tidiedAt = System.nanoTime();
    private final QuestionPace pace = new QuestionPace(tidiedAt);

    /** Not before that time carriers are dismissed. */
    private long mayDismissAt = tidiedAt;

    /** Of the carriers at the last look: how many run; for how long all of those have had their fibers. */
    private int running;

    private long shortest;

    /** How much processor time all of those have had for their fibers. */
    private long leastUsed;

    /** How many of them have used up their slices. */
    private int longs;

    /** How many are stuck and compute; and how many run fibers of the background. */
    private int computing;

    private int inBackground;

    private final LightLoad load = new LightLoad();

    /** Whether some seem to be blocked. */
    private boolean isSuspicious;

    /** Whether some were found to be blocked; and at the look before. */
    private boolean isFound;

    private boolean wasFound;

    /** Where to go on with those that are stuck. */
    private int again;

    private Watchdog(IdleWorkers workers, SubmissionQueue common) {
        this.workers = workers;
        this.common = common;
        kernel = new KernelThread(Math.min(MAX_OPEN, 4 * workers.parallelism()));
        compilers = new CompilerThreads(kernel, new File(KernelThread.TASKS));
    }

    /** Starts it, unless it runs; called by one thread at a time. */
    static void start(IdleWorkers workers, SubmissionQueue common) {
        if (thread == null) {
            Thread made = SystemThread.make(new Watchdog(workers, common), "weft-watchdog");
            made.start();
            thread = made;
            LoudMethods.fibersBegin();
        }
    }

    /**
     * Makes the first carrier; called by one thread at a time, before a fiber is queued, where there is stack.
     *
     * @throws OutOfMemoryError if there can be none
     */
    static void makeFirst(IdleWorkers workers, SubmissionQueue common) {
        workers.orderFirst();
        record(make(workers, common, 0));
    }

    /** Has the carrier made that was ordered from the idle workers. */
    static void orderCarrier() {
        Unsafe.getUnsafe().unpark(thread);
    }

    /** There is something to watch: ends its sleep, or also its doze. */
    static void ends(int least) {
        if (rests >= least) {
            rests = LOOKS;
            Unsafe.getUnsafe().unpark(thread);
        }
    }

    // ------------------------------------------------------------------------------------------- when

    @Override
    public void run() {
        for (; ; ) {
            try {
                rest(tick());
            } catch (Throwable t) {
                // the next look tries again
                SystemThread.goesOn(t);
                Unsafe.getUnsafe().park(false, TICK_NANOS);
            }
        }
    }

    private void rest(long nanos) {
        long until = nanos == NEVER ? NEVER : System.nanoTime() + nanos;
        boolean isSlow = nanos > FAST_NANOS;
        if (isSlow) {
            rests = nanos == NEVER ? SLEEPS : DOZES;
            if (Carriers.hasQueued() || nanos == NEVER && !workers.isIdle()) {
                rests = LOOKS;
            } else if (nanos == NEVER) {
                CoarseClock.stop();
            }
        }
        for (; ; ) {
            makeCarriers();
            long now = System.nanoTime();
            if (isSlow && rests == LOOKS) {
                isSlow = false;
                until = now + FAST_NANOS;
                // else who wakes and sleeps in turns would have to end each sleep
                idleTicks = 0;
            }
            if (until != NEVER && until - now <= 0) {
                break;
            }
            Unsafe.getUnsafe().park(false, until == NEVER ? 0 : until - now);
        }
        rests = LOOKS;
    }

    private void makeCarriers() {
        while (workers.takeOrder()) {
            Worker carrier;
            try {
                carrier = make(workers, common, numbers);
            } catch (OutOfMemoryError e) {
                return;
            }
            numbers++;
            // from now on it counts itself, whatever fails here
            LoudMethods.carrierMade();
            record(carrier);
        }
    }

    /** Makes and starts one that was ordered; if there can be none, by the kernel or for want of memory, none was. */
    private static Worker make(IdleWorkers workers, SubmissionQueue common, int number) {
        Worker carrier = null;
        try {
            carrier = new Worker(workers, common, number);
            workers.add(carrier);
            carrier.thread().start();
            return carrier;
        } catch (Throwable e) {
            workers.failed(carrier);
            throw e;
        }
    }

    private static void record(Worker carrier) {
        if (FiberEvents.recorder() != null) {
            FiberEvents.recorder().carrierAdded(carrier.thread());
        }
    }

    // ------------------------------------------------------------------------------------------- what

    /** Looks at all carriers; returns after how many nanoseconds to look again. */
    private long tick() {
        long now = System.nanoTime();
        CoarseClock.set(now);
        boolean isWaiting = Carriers.hasQueued() || workers.hasBackground();
        boolean mayWait = workers.poller().mayCome() || workers.timers().areUsed();
        workers.lend(isWaiting && !IS_CHAOS ? lent(now) : 0);
        Worker[] all = workers.all();
        lookAt(all, now);
        int heavy = computing + inBackground + workers.backgroundSize();
        workers.keep(load.kept(Math.max(0, workers.running() - longs), IS_CHAOS ? 0 : heavy, Carriers.size()));
        boolean isFull = running >= workers.limit();
        if (isWaiting || mayWait) {
            replaceComputing(all, isFull, now);
        }
        askToLeave(all, now);
        boolean isShared = computing + inBackground > 0;
        workers.shares(isShared);
        if (isWaiting && Carriers.hasQueued()) {
            // if there is somebody to call, it is for want of a thread, or because one is stuck
            workers.queued(Carriers.hasUrgent());
        } else if (workers.hasBackground()) {
            workers.queued(true);
        }
        if (now - tidiedAt >= TICK_NANOS) {
            tidiedAt = now;
            workers.tryThreadsAgain();
            Reserve.refill();
            dismiss(now);
        }
        if (isWaiting || mayWait && (isFull || isShared) || workers.kept() > 0) {
            return isWaiting && (isSuspicious || isFound) ? RECHECK_NANOS : FAST_NANOS;
        }
        if (running > 0) {
            idleTicks = 0;
            return TICK_NANOS;
        }
        return idleTicks++ < IDLE_TICKS || all.length > Carriers.size() || Reserve.isOut() ? IDLE_NANOS : NEVER;
    }

    /**
     * Where more fibers wait than carriers can run, each processor that compilers get makes all that follows faster:
     * they get up to half of them.
     */
    private int lent(long now) {
        int size = Carriers.size();
        return size > 1 && Carriers.count(Carriers.Count.QUEUED) > size ? Math.min(compilers.busy(now), size / 2) : 0;
    }

    private void lookAt(Worker[] all, long now) {
        running = 0;
        longs = 0;
        computing = 0;
        inBackground = 0;
        shortest = Long.MAX_VALUE;
        leastUsed = Long.MAX_VALUE;
        isSuspicious = false;
        wasFound = isFound;
        isFound = false;
        int seen = 0;
        for (Worker each : all) {
            int state = each.state();
            if (state == Worker.RUNS) {
                look(each, now);
            } else if (state == Worker.STUCK && each.isInBackground()) {
                inBackground++;
                lookInBackground(each, now);
            } else if (state == Worker.STUCK) {
                // a few at a time: there may be thousands; also if nobody waits, as who was blocked may compute by now
                if (seen++ >= again && seen <= again + AGAIN) {
                    long same = each.watch.look(each, now);
                    if (each.watch.isBlocked(each, kernel)) {
                        each.watch.closeFiles(kernel);
                    }
                    judge(each, same);
                }
                boolean isInFile = each.fileCall() != 0 && !each.watch.hasMeasured(each);
                computing += isInFile || each.watch.looksBlocked() ? 0 : 1;
            } else {
                each.watch.forget();
            }
        }
        again = seen <= again + AGAIN ? 0 : again + AGAIN;
    }

    private void lookInBackground(Worker carrier, long now) {
        long same = carrier.watch.look(carrier, now);
        if (same > 0) {
            boolean isBlocked = carrier.watch.isBlocked(carrier, kernel);
            judge(carrier, same);
            if (isBlocked || patience.isOverWithOne(compilers.areBusy(now), same, carrier.watch.usedOr(same))) {
                carrier.leavesBackground();
            }
        }
    }

    private void look(Worker carrier, long now) {
        long same = carrier.watch.look(carrier, now);
        carrier.mustLook = true;
        // where some are blocked, others will be, and the second look is not waited for
        int fileCall = carrier.fileCall();
        boolean isBlocked = (same > 0 || wasFound || fileCall != 0)
                && (carrier.watch.isBlocked(carrier, kernel) || wasFound && carrier.watch.looksBlocked());
        if (fileCall != 0 && carrier.watch.looksBlocked()) {
            workers.fileWaits().hasWaited(fileCall);
        }
        if (isBlocked && carrier.getsStuck()) {
            if (fileCall == 0) {
                LoudMethods.waits(carrier.mounted());
            }
            isFound = true;
            return;
        }
        judge(carrier, same);
        isSuspicious |= carrier.watch.looksBlocked();
        running++;
        shortest = Math.min(shortest, same);
        leastUsed = Math.min(leastUsed, carrier.watch.usedOr(same));
        longs += carrier.hasUsedUpSlice() ? 1 : 0;
    }

    /**
     * A fiber has used up its slice when it has had the processor for so long; its carrier may have lost that to
     * others.
     */
    private static void judge(Worker carrier, long same) {
        long used = carrier.watch.used();
        if ((used < 0 ? same >= LONG_NANOS : used >= SLICE_NANOS) && !IS_CHAOS) {
            carrier.marksLong();
        }
    }

    /** Those that compute, or all that run if they do not come back from their fibers, make way for others. */
    private void replaceComputing(Worker[] all, boolean isFull, long now) {
        if (longs == 0 && !(isFull && shortest >= LONG_NANOS)) {
            return;
        }
        boolean isCompiling = compilers.areBusy(now);
        boolean isAll = isFull && patience.isOver(isCompiling, computing, shortest, leastUsed);
        int most = patience.most(isCompiling, computing, isAll);
        int before = computing;
        for (Worker each : all) {
            if (computing < most
                    && each.state() == Worker.RUNS
                    && (isAll || each.hasUsedUpSlice())
                    && each.getsStuck()) {
                computing++;
            }
        }
        if (computing > before) {
            workers.leavesTimers();
            if (workers.poller().mayCome() && !workers.poller().areAwaited()) {
                workers.queued(true);
            }
        }
    }

    /**
     * More compute than there are processors for them: they are to take turns in the background, where no more than
     * that run. What they do not use is for those that wait for events and time, and they do not run ahead of who takes
     * what they make. Where that is dear, the kernel has to share the processors, as long as a thread for each is not
     * too much.
     */
    private void askToLeave(Worker[] all, long now) {
        int most = Carriers.size() - workers.kept();
        boolean areMany = computing + inBackground > most;
        boolean isTurnOver = workers.backgroundSize() > 0 || inBackground > most;
        if (!Preemption.IS_ON || !areMany && !isTurnOver || Reserve.isOut()) {
            return;
        }
        for (Worker each : all) {
            boolean isInBackground = each.isInBackground();
            boolean mayRun = each.state() == Worker.RUNS || each.state() == Worker.STUCK;
            if (mayRun
                    && each.hasUsedUpSlice()
                    && !each.watch.looksBlocked()
                    && (isInBackground
                            ? isTurnOver && each.watch.look(each, now) >= TURN_NANOS
                            : areMany && each.watch.usedOr(each.watch.look(each, now)) >= ASK_NANOS)
                    && mayAsk(now)
                    && each.watch.ask(each, now)) {
                pace.asked(now, SuspensionPoint.count());
            }
        }
    }

    private boolean mayAsk(long now) {
        if (computing >= Patience.MAX_PROMPT) {
            return true;
        }
        boolean mayAsk = pace.allows(now, SuspensionPoint.count());
        if (mayAsk && pace.isDear() && compilers.areBusy(now)) {
            pace.postpone(now);
            return false;
        }
        return mayAsk;
    }

    private void dismiss(long now) {
        Worker[] all = workers.all();
        if (all.length > Carriers.size() && now - mayDismissAt >= 0) {
            try {
                Worker dismissed = workers.dismiss(now - REST_NANOS);
                if (dismissed != null) {
                    dismissed.watch.closeFiles(kernel);
                    dismissed.isDismissed = true;
                    dismissed.wake();
                }
            } catch (OutOfMemoryError e) {
                // in a full heap each try is a collection; others wait for memory
                mayDismissAt = now + REST_NANOS;
            }
        }
    }
}
