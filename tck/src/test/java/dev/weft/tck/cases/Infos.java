package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** What the cases about {@code ThreadMXBean} share. */
final class Infos {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private Infos() {}

    static ThreadInfo info(Thread thread) {
        return BEAN.getThreadInfo(thread.getId(), Integer.MAX_VALUE);
    }

    /** Starts two threads that hand a fair lock to each other until it is over. */
    static Task[] handOver(AtomicBoolean isOver) {
        ReentrantLock lock = new ReentrantLock(true);
        return Task.start(2, () -> {
            while (!isOver.get()) {
                lock.lock();
                lock.unlock();
            }
        });
    }

    /** As the first suspensions of a program take their time, this has more patience than cases about states. */
    static void awaitState(Thread thread, Thread.State state) {
        Await.blocked(thread);
        Await.that(thread.getName() + " is " + state, () -> thread.getState() == state);
    }

    static boolean contains(long[] ids, Thread thread) {
        return ids != null && Arrays.stream(ids).anyMatch(id -> id == thread.getId());
    }

    static void checkLock(Object expected, LockInfo lock) {
        Check.equal(expected.getClass().getName(), lock.getClassName());
        Check.equal(System.identityHashCode(expected), lock.getIdentityHashCode());
    }

    static void checkAuthorsNames(ThreadInfo info) {
        for (StackTraceElement each : info.getStackTrace()) {
            Check.that(!each.toString().contains("weft.") || each.getClassName().startsWith("dev.weft.tck"), "" + each);
            Check.that(!each.toString().contains("$weft"), "" + each);
        }
    }

    /** A thread that runs inside the monitor until it is told to go on. */
    static final class Spinner {
        private volatile boolean isInside;
        volatile boolean isDone;

        void spin() {
            isInside = true;
            while (!isDone) {
                Thread.onSpinWait();
            }
        }

        void awaitInside() {
            Await.that("it runs inside", () -> isInside);
        }
    }

    static void checkBlocked(Task task, Object lock, Task owner) {
        ThreadInfo info = info(task);
        Check.equal(Thread.State.BLOCKED, info.getThreadState());
        checkLock(lock, info.getLockInfo());
        Check.equal(owner.getName(), info.getLockOwnerName());
        Check.equal(owner.getId(), info.getLockOwnerId());
    }

    /** Blocks where a fiber cannot be suspended. */
    record AwaitInText(java.security.PrivilegedExceptionAction<Void> action) {
        @Override
        public String toString() {
            try {
                action.run();
                return "done";
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
