package dev.weft.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.EventLoop;
import dev.weft.Weft;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * What it costs a fiber to change its scheduler, beside two fibers that hand over. Arguments: {@code change} or
 * {@code hand-over}, and on how many threads the two event loops run, 1 or 2; or {@code default}, which hands over
 * under Weft's own scheduler. Prints nanoseconds of the process's processor time per operation, a line for each
 * round.
 */
public final class SchedulerChange {
    private static final int OPERATIONS = 200_000;
    private static final int WARM_UPS = 10;
    private static final int ROUNDS = 10;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final EventLoop one = new EventLoop();
    private final EventLoop two = new EventLoop();
    private volatile boolean isOver;

    private SchedulerChange() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        SchedulerChange loops = new SchedulerChange();
        if (!args[0].equals("default")) {
            loops.start(Integer.parseInt(args[1]));
        }
        for (int i = 0; i < WARM_UPS + ROUNDS; i++) {
            long before = SYSTEM.getProcessCpuTime();
            loops.run(args[0]);
            if (i >= WARM_UPS) {
                System.out.printf("%.1f%n", (double) (SYSTEM.getProcessCpuTime() - before) / OPERATIONS);
            }
        }
        loops.end();
    }

    private void run(String what) throws InterruptedException {
        if (what.equals("default")) {
            if (HandOver.handOver(OPERATIONS) != OPERATIONS) {
                throw new IllegalStateException("lost hand-overs");
            }
            return;
        }
        Thread[] threads = what.equals("change")
                ? new Thread[] {new Thread(this::change)}
                : Side.pair(new Side(OPERATIONS / 2), new Side(OPERATIONS / 2));
        Weft.scheduler(threads[0], one);
        if (threads.length > 1) {
            Weft.scheduler(threads[1], two);
        }
        ThreadMaker.runAll(threads);
    }

    private void change() {
        for (int i = 0; i < OPERATIONS / 2; i++) {
            Weft.continueOn(two);
            Weft.continueOn(one);
        }
        if (Weft.scheduler(Thread.currentThread()) != one) {
            throw new IllegalStateException("not where it went");
        }
    }

    /** One of two fibers that wake each other in turns. */
    private static final class Side implements Runnable {
        private final int turns;
        private final Thread thread = new Thread(this);
        private Side other;
        private volatile boolean isMine;

        Side(int turns) {
            this.turns = turns;
        }

        static Thread[] pair(Side first, Side second) {
            first.other = second;
            second.other = first;
            first.isMine = true;
            return new Thread[] {first.thread, second.thread};
        }

        @Override
        public void run() {
            for (int i = 0; i < turns; i++) {
                while (!isMine) {
                    LockSupport.park();
                }
                isMine = false;
                other.isMine = true;
                LockSupport.unpark(other.thread);
            }
        }
    }

    private void start(int threads) {
        if (threads == 1) {
            platform(() -> {
                while (!isOver) {
                    one.runReady();
                    two.runReady();
                }
            });
        } else {
            platform(one::run);
            platform(two::run);
        }
    }

    private static void platform(Runnable task) {
        Thread thread = new Thread(task);
        Weft.lightweight(thread, false);
        thread.setDaemon(true);
        thread.start();
    }

    private void end() {
        isOver = true;
        one.close();
        two.close();
    }
}
