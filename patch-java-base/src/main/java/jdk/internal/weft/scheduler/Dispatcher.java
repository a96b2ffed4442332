package jdk.internal.weft.scheduler;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.SystemThread;

/**
 * The thread that tells schedulers of the program's of fibers that the runtime has woken: by time, by the kernel's
 * events, at the end of a wait for a monitor. Who wakes these may hold locks, under which no code of the program's may
 * run. Thread-safe; starts with the first that it is given.
 *
 * <p>No fiber is forgotten: who adds one unlocks, then unparks; the thread looks at the queue, then parks, and a permit
 * that came between ends the park.
 */
final class Dispatcher implements Runnable {
    private static final SpinLock LOCK = new SpinLock();
    private static final Unsafe U = Unsafe.getUnsafe();

    private static SchedulerTask first;
    private static SchedulerTask last;

    /** Null until it is started. */
    private static volatile Thread thread;

    private Dispatcher() {}

    /** Allocates nothing but the thread; false if that cannot be had, and then nothing has happened. */
    static boolean add(SchedulerTask task) {
        if (thread == null && !start()) {
            return false;
        }
        LOCK.lock();
        if (first == null) {
            first = task;
        } else {
            last.toldNext = task;
        }
        last = task;
        LOCK.unlock();
        U.unpark(thread);
        return true;
    }

    private static boolean start() {
        LOCK.lock();
        try {
            if (thread == null) {
                Thread made = SystemThread.make(new Dispatcher(), "weft-dispatcher");
                // threads that schedulers start here inherit it
                made.setContextClassLoader(ClassLoader.getSystemClassLoader());
                made.start();
                thread = made;
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        } finally {
            LOCK.unlock();
        }
    }

    private static SchedulerTask poll() {
        LOCK.lock();
        SchedulerTask taken = first;
        if (taken != null) {
            first = taken.toldNext;
            taken.toldNext = null;
            if (first == null) {
                last = null;
            }
        }
        LOCK.unlock();
        return taken;
    }

    @Override
    public void run() {
        for (; ; ) {
            SchedulerTask task = poll();
            if (task == null) {
                U.park(false, 0);
            } else {
                task.tell();
            }
        }
    }
}
