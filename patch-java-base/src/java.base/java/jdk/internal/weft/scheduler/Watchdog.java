package jdk.internal.weft.scheduler;

import java.util.concurrent.locks.LockSupport;
import java.weft.Reserve;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SystemThread;

/**
 * Makes carriers that were ordered; finds those that are stuck, and dismisses those that are not needed any more.
 *
 * <p>A carrier is stuck when it has not come back from its fiber for {@value #PATIENCE} ticks and is blocked where the runtime
 * cannot know it (a monitor that is really held, class initialization, native code); or when it computes, as all others do,
 * while fibers wait. Platform threads would go on there, so fibers must, too: it is not counted as running any more, and
 * another one takes its place. Of those that compute there are at most {@value #MAX_COMPUTING}; there is no limit for those
 * that are blocked (MONITORS.md, section 3).
 */
final class Watchdog implements Runnable {
    private static final long TICK_NANOS = 10_000_000;
    private static final long IDLE_TICK_NANOS = 50_000_000;

    /** Ticks without a mount after which a carrier counts as stuck. */
    private static final int PATIENCE = 5;

    private static final int MAX_COMPUTING = 256;
    private static final long REST_NANOS = 5_000_000_000L;

    private static Thread thread;

    private final Crew crew;
    private final CommonQueue common;
    private int numbers;

    private Watchdog(Crew crew, CommonQueue common) {
        this.crew = crew;
        this.common = common;
    }

    static void start(Crew crew, CommonQueue common) {
        thread = SystemThread.make(new Watchdog(crew, common), "weft-watchdog");
        thread.start();
    }

    /** Has the carrier made that was ordered from the crew. */
    static void orderCarrier() {
        Unsafe.getUnsafe().unpark(thread);
    }

    @Override
    public void run() {
        long next = System.nanoTime() + TICK_NANOS;
        for (; ; ) {
            try {
                makeCarriers();
                long left = next - System.nanoTime();
                if (left > 0) {
                    LockSupport.parkNanos(left);
                } else {
                    next = System.nanoTime() + (tick() ? TICK_NANOS : IDLE_TICK_NANOS);
                }
            } catch (OutOfMemoryError e) {
                // the next tick tries again
                next = System.nanoTime() + TICK_NANOS;
            }
        }
    }

    private void makeCarriers() {
        while (crew.takeOrder()) {
            Carrier carrier = null;
            try {
                carrier = new Carrier(crew, common, numbers);
                crew.add(carrier);
                carrier.thread().start();
                numbers++;
            } catch (OutOfMemoryError e) {
                // no kernel thread to be had now, or no memory
                crew.failed(carrier);
                return;
            }
        }
    }

    /** True if there is something to watch. */
    private boolean tick() {
        boolean isWaiting = Carriers.hasQueued();
        boolean allCompute = true;
        boolean anyRuns = isWaiting;
        int computing = 0;
        Carrier[] all = crew.all();
        for (Carrier each : all) {
            look(each);
            if (each.state() == Carrier.RUNS) {
                anyRuns = true;
                allCompute &= each.sameMounts >= PATIENCE;
            }
            if (each.state() == Carrier.STUCK && each.thread().getState() == Thread.State.RUNNABLE) {
                computing++;
            }
        }
        boolean mayAdd = isWaiting && allCompute && computing < MAX_COMPUTING;
        for (Carrier each : all) {
            if (each.sameMounts >= PATIENCE && (mayAdd || each.thread().getState() != Thread.State.RUNNABLE)) {
                each.getsStuck();
            }
        }
        crew.tryThreadsAgain();
        if (isWaiting && Carriers.hasQueued()) {
            // if there is somebody to call, it is for want of a thread, or because one is stuck
            crew.queued(Carriers.hasUrgent());
        }
        dismiss();
        Reserve.refill();
        return anyRuns;
    }

    private static void look(Carrier carrier) {
        long mounts = carrier.mounts();
        boolean same = carrier.state() == Carrier.RUNS && mounts == carrier.mountsSeen;
        carrier.sameMounts = same ? carrier.sameMounts + 1 : 0;
        carrier.mountsSeen = mounts;
    }

    private void dismiss() {
        Carrier[] all = crew.all();
        if (all.length > Carriers.size()) {
            Carrier dismissed = crew.dismiss(System.nanoTime() - REST_NANOS);
            if (dismissed != null) {
                dismissed.isDismissed = true;
                dismissed.wake();
            }
        }
    }
}
