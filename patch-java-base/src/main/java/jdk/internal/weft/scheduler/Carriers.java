package jdk.internal.weft.scheduler;

import java.weft.CarrierContext;
import jdk.internal.misc.VM;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Scheduler;
import jdk.internal.weft.timer.Sleeper;
import jdk.internal.weft.timer.Timer;
import jdk.internal.weft.timer.Timers;

/**
 * The default scheduler: carriers with a queue each, first in first out, from which the others steal; and a common
 * queue for what platform threads start and wake. A wake-up goes to the waker's own queue. See {@link IdleWorkers} for
 * who runs when.
 */
public final class Carriers {
    /** Most carriers that can be asked for while the program runs. */
    private static final int MAX_PARALLELISM = 32_767;

    private static final SubmissionQueue SUBMISSIONS = new SubmissionQueue();
    private static final IdleWorkers WORKERS = new IdleWorkers(parallelism());

    static {
        // here, so that it is made when the first fiber starts
        Scheduler.setStandard(new DefaultScheduler());
    }

    private Carriers() {}

    /**
     * To be called before the first fiber starts, and once more if it failed.
     *
     * @throws OutOfMemoryError if there can be no thread
     */
    public static void startWatchdog() {
        Watchdog.start(WORKERS, SUBMISSIONS);
    }

    /** Whether there is a carrier; then there always will be, unless its start fails just now. */
    public static boolean isThereOne() {
        return WORKERS.all().length > 0;
    }

    /**
     * Makes the first carrier; to be called by one thread at a time, before a fiber is queued, where there is stack.
     *
     * @throws OutOfMemoryError if there can be none; else the fiber would wait for it, perhaps for ever
     */
    public static void makeFirst() {
        Watchdog.makeFirst(WORKERS, SUBMISSIONS);
    }

    private static int parallelism() {
        String wanted = VM.getSavedProperty("weft.parallelism");
        return wanted == null ? Runtime.getRuntime().availableProcessors() : Math.max(1, Integer.parseInt(wanted));
    }

    /** Number of carriers that run fibers at the same time, as long as none is blocked. */
    public static int size() {
        return WORKERS.parallelism();
    }

    /**
     * Changes {@link #size}.
     *
     * @throws IllegalArgumentException if there can't be so many
     */
    public static void resize(int parallelism) {
        if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
            throw new IllegalArgumentException(
                    "Parallelism can be set to 1 up to " + MAX_PARALLELISM + ", not to " + parallelism);
        }
        WORKERS.setParallelism(parallelism);
        // only where fibers wait: before the first one has started, nobody could make a carrier
        if (hasQueued() || WORKERS.hasBackground()) {
            WORKERS.queued(true);
        }
    }

    /** What can be counted of the carriers. */
    public enum Count {
        /** Carriers. */
        ALL,
        /** Those that are blocked by their fibers, or found stuck in them. */
        BLOCKED,
        /** Those that have a fiber. */
        MOUNTED,
        /** Mounts so far. */
        MOUNTS,
        /** Fibers that wait for a carrier. */
        QUEUED,
        /** Those of them that no carrier has in its own queue, and that have not used up a slice. */
        SHARED,
        /** Those of them that have used up a slice. */
        BACKGROUND,
        /** Timed waits, with some that have ended early. */
        TIMERS
    }

    /** Who looks for events, of the carriers. */
    public static Poller poller() {
        return WORKERS.poller();
    }

    /** Counts. A snapshot. */
    public static long count(Count what) {
        switch (what) {
            case SHARED:
                return SUBMISSIONS.size();
            case BACKGROUND:
                return WORKERS.backgroundSize();
            case TIMERS:
                return WORKERS.timers().size();
            case MOUNTS:
                return WORKERS.mounts();
            default:
                return ofWorkers(what);
        }
    }

    private static long ofWorkers(Count what) {
        Worker[] all = WORKERS.all();
        long count = what == Count.QUEUED ? SUBMISSIONS.size() + WORKERS.backgroundSize() : 0;
        for (Worker each : all) {
            switch (what) {
                case BLOCKED:
                    count += each.state() >= Worker.BLOCKED ? 1 : 0;
                    break;
                case MOUNTED:
                    count += each.mounted() != null ? 1 : 0;
                    break;
                case QUEUED:
                    count += each.queued();
                    break;
                default:
                    count++;
                    break;
            }
        }
        return count;
    }

    /** The worker of a mounted fiber, else null. A snapshot, racy unless the caller keeps the fiber from moving. */
    static Thread carrying(Fiber fiber) {
        for (Worker each : WORKERS.all()) {
            if (each.mounted() == fiber) {
                return each.thread();
            }
        }
        return null;
    }

    /** The kernel's id of a thread that is a carrier of this scheduler; 0 for others, and if it is not known. */
    public static int kernelId(Thread thread) {
        CarrierContext context = CarrierContext.of(thread);
        return context != null && context.carrier instanceof Worker ? ((Worker) context.carrier).kernelId() : 0;
    }

    /** Queues a fiber that may run: with the waker, if that is a carrier. */
    public static void submit(Fiber fiber) {
        CarrierContext context = CarrierContext.ofCarrier();
        if (context == null) {
            submitFromOutside(fiber);
        } else {
            ((Carrier) context.carrier).add(fiber);
        }
    }

    /** The same for a fiber that is to run before others that may: those of the waker. */
    static void submitFirst(Fiber fiber) {
        CarrierContext context = CarrierContext.ofCarrier();
        if (context == null) {
            submitFromOutside(fiber);
        } else {
            ((Carrier) context.carrier).addFirst(fiber);
        }
    }

    /** The same for a caller that is no carrier of this scheduler's. */
    static void submitFromOutside(Fiber fiber) {
        SUBMISSIONS.add(fiber);
        WORKERS.queued(true);
    }

    /** {@link Carrier#wakeLater} for a thread that has no queue of timers: it prefers that of the number. */
    static Timer wakeLater(Sleeper fiber, long nanos, int number) {
        Timers timers = WORKERS.timers();
        Timer timer = timers.make(fiber, nanos);
        timers.add(timer, nanos, timers.queue(number));
        WORKERS.leavesTimers();
        return timer;
    }

    /** Queues a fiber that may run, and has used up its slice when it last did. */
    public static void submitBackground(Fiber fiber) {
        WORKERS.addBackground(fiber);
        if (WORKERS.hasBackground()) {
            WORKERS.queued(true);
        }
    }

    /** True if fibers wait for a carrier. A snapshot. */
    static boolean hasQueued() {
        return SUBMISSIONS.size() > 0 || hasQueued(false);
    }

    /** True if fibers wait that are not just the next one of the carrier in whose queue they are. A snapshot. */
    static boolean hasUrgent() {
        return SUBMISSIONS.size() > 0 || hasQueued(true);
    }

    private static boolean hasQueued(boolean urgent) {
        for (Worker each : WORKERS.all()) {
            if (urgent ? each.hasUrgent() : each.hasQueued()) {
                return true;
            }
        }
        return false;
    }
}
