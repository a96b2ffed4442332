package dev.weft;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.weft.CarrierContext;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.PlainFibers;
import jdk.internal.weft.scheduler.Affinity;
import jdk.internal.weft.scheduler.SchedulerTask;

/**
 * A scheduler whose fibers stay on one carrier each, from their start to their end: what a fiber has in the caches of a
 * processor is not moved, and fibers of the same carrier never run at the same time. Carriers get new fibers in turns.
 *
 * <p>The carriers are daemon platform threads, which last as long as the program. Those of {@link #bound} are also
 * bound to a processor each, where the system lets us. A fiber that blocks its carrier blocks all fibers of that
 * carrier; no other one takes over.
 *
 * <p>Thread-safe. As the default of a program: {@code -Dweft.scheduler=dev.weft.PinnedScheduler}.
 */
public final class PinnedScheduler implements FiberScheduler {
    private final EventLoop[] loops;
    private final AtomicInteger next = new AtomicInteger();

    /** Why they are not; null if the carriers are bound. */
    private final String unbound;

    /** With as many carriers as there are processors. */
    public PinnedScheduler() {
        this(Runtime.getRuntime().availableProcessors());
    }

    /**
     * With so many carriers.
     *
     * @throws IllegalArgumentException unless that is from 1 to 32,767
     * @throws OutOfMemoryError if there can be no thread for one of them
     */
    public PinnedScheduler(int carriers) {
        this(carriers, false);
    }

    private PinnedScheduler(int carriers, boolean isToBind) {
        PlainFibers.schedulerMade();
        if (carriers < 1 || carriers > Short.MAX_VALUE) {
            throw new IllegalArgumentException(carriers + " carriers: 1 to " + Short.MAX_VALUE + " are possible");
        }
        loops = new EventLoop[carriers];
        int[] ids = new int[isToBind ? carriers : 0];
        CountDownLatch told = new CountDownLatch(ids.length);
        boolean isComplete = false;
        try {
            for (int i = 0; i < carriers; i++) {
                EventLoop loop = new EventLoop();
                int number = i;
                Thread thread = new Thread(null, () -> carry(loop, number, ids, told), "weft-pinned-" + i, 0, false);
                Weft.lightweight(thread, false);
                // the caller's loader is not to be kept for ever; nor what it has bound, see carry
                thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
                JdkAccess.inheritedAccessControlContext(thread, null);
                thread.setDaemon(true);
                thread.start();
                loops[i] = loop;
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                close();
            }
        }
        unbound = isToBind ? bind(ids, told) : "its carriers were not to be bound";
    }

    /**
     * With so many carriers, each bound to one of the processors that the program may use, one after another. If that
     * cannot be had, one line on standard error says why, and {@link #isBound} is false; the scheduler works all the
     * same.
     *
     * <p>It takes the command {@code taskset} of util-linux, since Java has no call for that: one process for each
     * carrier. What a fiber on a bound carrier starts is bound to that processor, too: platform threads, those of pools
     * of the JDK's among them, and processes. There, {@code Runtime.availableProcessors} is 1.
     *
     * @throws IllegalArgumentException unless that is from 1 to 32,767
     * @throws OutOfMemoryError if there can be no thread for one of them
     */
    public static PinnedScheduler bound(int carriers) {
        PinnedScheduler scheduler = new PinnedScheduler(carriers, true);
        if (scheduler.unbound != null) {
            System.err.println("weft: the carriers of a pinned scheduler are not bound: " + scheduler.unbound);
        }
        return scheduler;
    }

    private static void carry(EventLoop loop, int number, int[] ids, CountDownLatch told) {
        CarrierContext.bind(null);
        if (number < ids.length) {
            ids[number] = Affinity.ownId();
            told.countDown();
        }
        while (!loop.isClosed()) {
            try {
                loop.run();
            } catch (Throwable t) {
                // of one who has handed a task over twice, for instance: the fibers here are to go on
                Uncaught.tell(Thread.currentThread(), t);
            }
        }
    }

    private static String bind(int[] ids, CountDownLatch told) {
        try {
            told.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        return Affinity.bind(ids);
    }

    /** Whether each carrier is bound to one processor. */
    public boolean isBound() {
        return unbound == null;
    }

    private void close() {
        for (EventLoop each : loops) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Override
    public void onStart(Task task) {
        EventLoop loop = loops[(next.getAndIncrement() & Integer.MAX_VALUE) % loops.length];
        if (task instanceof SchedulerTask) {
            ((SchedulerTask) task).place(loop);
        } else {
            task.attach(loop);
        }
        loop.onStart(task);
    }

    /** A fiber that comes from another scheduler gets a carrier now. */
    @Override
    public void onContinue(Task task) {
        Object loop = task instanceof SchedulerTask ? ((SchedulerTask) task).place() : task.attachment();
        if (loop instanceof EventLoop) {
            ((EventLoop) loop).onContinue(task);
        } else {
            onStart(task);
        }
    }
}
