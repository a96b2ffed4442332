package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code ThreadMXBean}: threads, what they wait for, who has it, and deadlocks. A list of cases, whole because they have one
 * subject and share its checks.
 */
public final class ManagementCases {
    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private ManagementCases() {}

    private static ThreadInfo info(Thread thread) {
        return BEAN.getThreadInfo(thread.getId(), Integer.MAX_VALUE);
    }

    /** As the first suspensions of a program take their time, this has more patience than cases about states. */
    private static void awaitState(Thread thread, Thread.State state) {
        Await.blocked(thread);
        Await.that(thread.getName() + " is " + state, () -> thread.getState() == state);
    }

    private static boolean contains(long[] ids, Thread thread) {
        return ids != null && Arrays.stream(ids).anyMatch(id -> id == thread.getId());
    }

    private static void checkLock(Object expected, LockInfo lock) {
        Check.equal(expected.getClass().getName(), lock.getClassName());
        Check.equal(System.identityHashCode(expected), lock.getIdentityHashCode());
    }

    private static void checkAuthorsNames(ThreadInfo info) {
        for (StackTraceElement each : info.getStackTrace()) {
            Check.that(!each.toString().contains("weft.") || each.getClassName().startsWith("dev.weft.tck"), "" + each);
            Check.that(!each.toString().contains("$weft"), "" + each);
        }
    }

    /** A thread that is parked inside the monitor until it is told to go on. */
    private static Task parkedIn(Object lock, CountDownLatch go) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Task owner = Task.start(() -> {
            synchronized (lock) {
                inside.countDown();
                go.await();
            }
        });
        inside.await();
        Await.blocked(owner);
        return owner;
    }

    @Case("a running thread is in the list of all thread ids, an ended one is not")
    public static void allIds() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.start(go::await);
        Check.that(contains(BEAN.getAllThreadIds(), task), "listed");
        go.countDown();
        task.finish();
        Check.that(!contains(BEAN.getAllThreadIds(), task), "gone");
        Check.equal(null, info(task));
        Check.that(contains(BEAN.getAllThreadIds(), Thread.currentThread()), "the caller is listed");
    }

    @Case("a thread's info has its name, id, daemon status and priority")
    public static void identity() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.of(go::await);
        task.setName("managed thread");
        task.start();
        ThreadInfo info = info(task);
        Check.equal("managed thread", info.getThreadName());
        Check.equal(task.getId(), info.getThreadId());
        Check.equal(true, info.isDaemon());
        Check.equal(task.getPriority(), info.getPriority());
        Check.equal(false, info.isSuspended());
        go.countDown();
        task.finish();
    }

    @Case("the info of a thread in wait names the object, and no owner")
    public static void waiting() throws Throwable {
        Object lock = new Object();
        Task task = Task.start(() -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        awaitState(task, Thread.State.WAITING);
        ThreadInfo info = info(task);
        Check.equal(Thread.State.WAITING, info.getThreadState());
        checkLock(lock, info.getLockInfo());
        Check.equal(-1L, info.getLockOwnerId());
        Check.equal("wait", info.getStackTrace()[0].getMethodName());
        checkAuthorsNames(info);
        synchronized (lock) {
            lock.notifyAll();
        }
        task.finish();
    }

    @Case("the info of a thread that waits for a monitor names the object and the owner, which is parked in it")
    public static void blockedByAParkedOwner() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        Task owner = parkedIn(lock, go);
        Task task = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        awaitState(task, Thread.State.BLOCKED);
        ThreadInfo info = info(task);
        Check.equal(Thread.State.BLOCKED, info.getThreadState());
        checkLock(lock, info.getLockInfo());
        Check.equal(owner.getId(), info.getLockOwnerId());
        Check.equal(owner.getName(), info.getLockOwnerName());
        checkAuthorsNames(info);
        go.countDown();
        Task.finish(owner, task);
    }

    @Case("a pool's thread that waits for a monitor is BLOCKED, by the thread that is parked in it")
    public static void workerBlockedByAParkedOwner() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        Task owner = parkedIn(lock, go);
        ForkJoinPool pool = new ForkJoinPool(1);
        Thread[] worker = new Thread[1];
        var entered = pool.submit(() -> {
            worker[0] = Thread.currentThread();
            synchronized (lock) {
                return "entered";
            }
        });
        Await.that("the worker has begun", () -> worker[0] != null);
        awaitState(worker[0], Thread.State.BLOCKED);
        ThreadInfo info = info(worker[0]);
        Check.equal(Thread.State.BLOCKED, info.getThreadState());
        checkLock(lock, info.getLockInfo());
        Check.equal(owner.getId(), info.getLockOwnerId());
        checkAuthorsNames(info);
        go.countDown();
        owner.finish();
        Check.equal("entered", entered.get());
        pool.shutdown();
    }

    @Case("the info of a thread that is parked for a lock names the lock and its owner")
    public static void parkedForALock() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Task owner = Task.start(() -> {
            lock.lock();
            inside.countDown();
            go.await();
            lock.unlock();
        });
        inside.await();
        Task task = Task.start(() -> {
            lock.lock();
            lock.unlock();
        });
        awaitState(task, Thread.State.WAITING);
        ThreadInfo info = info(task);
        Check.equal(Thread.State.WAITING, info.getThreadState());
        Check.equal(
                "java.util.concurrent.locks.ReentrantLock$NonfairSync",
                info.getLockInfo().getClassName());
        Check.equal(owner.getId(), info.getLockOwnerId());
        go.countDown();
        Task.finish(owner, task);
    }

    @Case("the info of a thread parked with a blocker names the blocker")
    public static void parkedWithABlocker() throws Throwable {
        Object blocker = new Object();
        boolean[] done = new boolean[1];
        Task task = Task.start(() -> {
            while (!done[0]) {
                LockSupport.park(blocker);
            }
        });
        awaitState(task, Thread.State.WAITING);
        ThreadInfo info = info(task);
        checkLock(blocker, info.getLockInfo());
        Check.equal(-1L, info.getLockOwnerId());
        done[0] = true;
        LockSupport.unpark(task);
        task.finish();
    }

    @Case("a thread's info lists the monitors that it holds, each with the frame that has entered it")
    public static void lockedMonitors() throws Throwable {
        Object outer = new Object();
        Object inner = new Object();
        CountDownLatch go = new CountDownLatch(1);
        class Holder {
            void first() throws InterruptedException {
                synchronized (outer) {
                    second();
                }
            }

            synchronized void second() throws InterruptedException {
                synchronized (inner) {
                    go.await();
                }
            }
        }
        Holder holder = new Holder();
        Task task = Task.start(holder::first);
        Await.blocked(task);
        ThreadInfo info = BEAN.getThreadInfo(new long[] {task.getId()}, true, false)[0];
        MonitorInfo[] held = info.getLockedMonitors();
        Check.equal(3, held.length);
        for (MonitorInfo each : held) {
            Check.equal(each.getLockedStackFrame(), info.getStackTrace()[each.getLockedStackDepth()]);
            Object object = each.getLockedStackFrame().getMethodName().equals("first")
                    ? outer
                    : each.getClassName().equals("java.lang.Object") ? inner : holder;
            checkLock(object, each);
        }
        Check.equal(0, info(task).getLockedMonitors().length);
        go.countDown();
        task.finish();
    }

    @Case("a thread's info lists the monitors of the callers of a method that is called by reflection")
    public static void lockedMonitorsAroundReflection() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Object lock = new Object();
        java.lang.reflect.Method await = CountDownLatch.class.getMethod("await");
        Task task = Task.start(() -> {
            synchronized (lock) {
                await.invoke(go);
            }
        });
        Await.blocked(task);
        MonitorInfo[] held = BEAN.getThreadInfo(new long[] {task.getId()}, true, false)[0].getLockedMonitors();
        Check.equal(1, held.length);
        checkLock(lock, held[0]);
        Check.equal(
                ManagementCases.class.getName(), held[0].getLockedStackFrame().getClassName());
        go.countDown();
        task.finish();
    }

    @Case("a thread in wait does not hold the monitor that it waits at, but the others")
    public static void lockedMonitorsOfAWaiter() throws Throwable {
        Object held = new Object();
        Object waited = new Object();
        Task task = Task.start(() -> {
            synchronized (held) {
                synchronized (waited) {
                    waited.wait();
                }
            }
        });
        awaitState(task, Thread.State.WAITING);
        MonitorInfo[] monitors = BEAN.getThreadInfo(new long[] {task.getId()}, true, true)[0].getLockedMonitors();
        Check.equal(1, monitors.length);
        checkLock(held, monitors[0]);
        synchronized (waited) {
            waited.notify();
        }
        task.finish();
    }

    /** A thread that runs inside the monitor until it is told to go on. */
    private static final class Spinner {
        private volatile boolean isInside;
        private volatile boolean isDone;

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

    @Case("the info of a thread that waits for a monitor names the owner, which runs")
    public static void blockedByARunningOwner() throws Throwable {
        Object lock = new Object();
        Spinner spinner = new Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                spinner.spin();
            }
        });
        spinner.awaitInside();
        Task task = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        awaitState(task, Thread.State.BLOCKED);
        checkBlocked(task, lock, owner);
        spinner.isDone = true;
        Task.finish(owner, task);
    }

    private static void checkBlocked(Task task, Object lock, Task owner) {
        ThreadInfo info = info(task);
        Check.equal(Thread.State.BLOCKED, info.getThreadState());
        checkLock(lock, info.getLockInfo());
        Check.equal(owner.getName(), info.getLockOwnerName());
        Check.equal(owner.getId(), info.getLockOwnerId());
    }

    @Case("all that wait for a monitor name the owner, which has been parked in it and runs again")
    public static void blockedByAResumedOwner() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Spinner spinner = new Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                inside.countDown();
                go.await();
                spinner.spin();
            }
        });
        inside.await();
        Await.blocked(owner);
        Task[] tasks = Task.start(3, () -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        for (Task each : tasks) {
            awaitState(each, Thread.State.BLOCKED);
        }
        go.countDown();
        spinner.awaitInside();
        for (Task each : tasks) {
            awaitState(each, Thread.State.BLOCKED);
            checkBlocked(each, lock, owner);
        }
        spinner.isDone = true;
        owner.finish();
        Task.finish(tasks);
    }

    @Case("the info of a thread in wait names the owner of the object's monitor, if another thread has it")
    public static void waitingWithAnOwner() throws Throwable {
        Object lock = new Object();
        Task task = Task.start(() -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        awaitState(task, Thread.State.WAITING);
        Spinner spinner = new Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                spinner.spin();
                lock.notify();
            }
        });
        spinner.awaitInside();
        ThreadInfo info = info(task);
        Check.equal(Thread.State.WAITING, info.getThreadState());
        checkLock(lock, info.getLockInfo());
        Check.equal(owner.getId(), info.getLockOwnerId());
        spinner.isDone = true;
        Task.finish(owner, task);
    }

    @Case("a running thread's info lists the monitors that it holds, those before and after a suspension")
    public static void lockedMonitorsOfARunner() throws Throwable {
        Object outer = new Object();
        Object inner = new StringBuilder();
        Spinner spinner = new Spinner();
        class Holder {
            void first() {
                synchronized (outer) {
                    Suspend.now();
                    second();
                }
            }

            synchronized void second() {
                synchronized (inner) {
                    spinner.spin();
                }
            }
        }
        Holder holder = new Holder();
        Task task = Task.start(holder::first);
        spinner.awaitInside();
        ThreadInfo info = BEAN.getThreadInfo(new long[] {task.getId()}, true, true)[0];
        checkAuthorsNames(info);
        MonitorInfo[] held = info.getLockedMonitors();
        Check.equal(3, held.length);
        for (MonitorInfo each : held) {
            Check.equal(each.getLockedStackFrame(), info.getStackTrace()[each.getLockedStackDepth()]);
            boolean isFirst = each.getLockedStackFrame().getMethodName().equals("first");
            boolean isInner = each.getClassName().equals("java.lang.StringBuilder");
            checkLock(isFirst ? outer : isInner ? inner : holder, each);
        }
        spinner.isDone = true;
        task.finish();
    }

    @Case("a thread that was called by native code holds its monitors and those of its callers")
    public static void lockedMonitorsAroundNatives() throws Throwable {
        Object outer = new Object();
        Object inner = new StringBuilder();
        CountDownLatch go = new CountDownLatch(1);
        java.security.PrivilegedExceptionAction<Void> action = () -> {
            synchronized (inner) {
                go.await();
            }
            return null;
        };
        Task task = Task.start(() -> {
            synchronized (outer) {
                Suspend.now();
                new AwaitInText(action).toString();
            }
        });
        awaitState(task, Thread.State.WAITING);
        MonitorInfo[] held = BEAN.getThreadInfo(new long[] {task.getId()}, true, false)[0].getLockedMonitors();
        Check.equal(2, held.length);
        checkLock(inner, held[0]);
        checkLock(outer, held[1]);
        Check.that(held[0].getLockedStackDepth() < held[1].getLockedStackDepth(), "the inner one is above");
        go.countDown();
        task.finish();
    }

    /** Blocks where a fiber cannot be suspended. */
    private record AwaitInText(java.security.PrivilegedExceptionAction<Void> action) {
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

    @Case("no thread but its owner lists a monitor as locked")
    public static void onlyTheOwnerLists() throws Throwable {
        class Marked {}
        Object lock = new Marked();
        Spinner spinner = new Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
                spinner.spin();
            }
        });
        spinner.awaitInside();
        Task waiter = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        awaitState(waiter, Thread.State.BLOCKED);
        int owners = 0;
        for (ThreadInfo each : BEAN.dumpAllThreads(true, true)) {
            for (MonitorInfo monitor : each.getLockedMonitors()) {
                if (monitor.getClassName().equals(Marked.class.getName())) {
                    Check.equal(owner.getId(), each.getThreadId());
                    owners++;
                }
            }
        }
        Check.equal(1, owners);
        spinner.isDone = true;
        Task.finish(owner, waiter);
    }

    @Case("a dump of a thread in a reflective call does not change how later stack traces print")
    public static void dumpsLeaveTracesAlone() throws Throwable {
        String[] texts = new String[2];
        for (int i = 0; i < texts.length; i++) {
            int index = i;
            Task failing = Task.start(() -> {
                try {
                    ManagementCases.class.getDeclaredMethod("suspendAndFail").invoke(null);
                } catch (InvocationTargetException e) {
                    texts[index] = Arrays.toString(e.getCause().getStackTrace());
                }
            });
            Task.finish(failing);
            CountDownLatch latch = new CountDownLatch(1);
            Task waiting =
                    Task.start(() -> CountDownLatch.class.getMethod("await").invoke(latch));
            awaitState(waiting, Thread.State.WAITING);
            Check.that(Arrays.toString(info(waiting).getStackTrace()).contains("Method.invoke"), "the call");
            latch.countDown();
            Task.finish(waiting);
        }
        Check.equal(texts[0], texts[1]);
    }

    static void suspendAndFail() throws Exception {
        Suspend.now();
        throw new IllegalStateException();
    }

    @Case("a thread that waits to be notified is in no deadlock, though who could do so wants what it holds")
    public static void waitersAreNotDeadlocked() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        Task waiter = Task.start(() -> {
            synchronized (a) {
                synchronized (b) {
                    b.wait();
                }
            }
        });
        awaitState(waiter, Thread.State.WAITING);
        Task other = Task.start(() -> {
            synchronized (b) {
                synchronized (a) {
                    Suspend.now();
                }
            }
        });
        awaitState(other, Thread.State.BLOCKED);
        Check.that(!contains(BEAN.findDeadlockedThreads(), waiter), "the waiter");
        Check.that(!contains(BEAN.findDeadlockedThreads(), other), "the other");
        waiter.interrupt();
    }

    @Case("a deadlock is found whose one thread has been suspended in its monitor and is blocked where it cannot be")
    public static void deadlockOfAPinnedOwner() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Task first = Task.start(() -> {
            synchronized (a) {
                inside.countDown();
                go.await();
                new AwaitInText(() -> {
                            synchronized (b) {
                                throw new AssertionError("not deadlocked");
                            }
                        })
                        .toString();
            }
        });
        inside.await();
        Await.blocked(first);
        Task onlooker = Task.start(() -> {
            synchronized (a) {
                Suspend.now();
            }
        });
        awaitState(onlooker, Thread.State.BLOCKED);
        Task second = Task.start(() -> {
            synchronized (b) {
                Suspend.now();
                synchronized (a) {
                    throw new AssertionError("not deadlocked");
                }
            }
        });
        awaitState(second, Thread.State.BLOCKED);
        go.countDown();
        awaitState(first, Thread.State.BLOCKED);
        // to be the next that may try is to be RUNNABLE for a moment
        awaitState(onlooker, Thread.State.BLOCKED);
        awaitState(second, Thread.State.BLOCKED);
        long[] found = BEAN.findMonitorDeadlockedThreads();
        Check.that(contains(found, first) && contains(found, second), "both are found");
        Check.that(!contains(found, onlooker), "the onlooker is not in the cycle");
        checkBlocked(first, b, second);
        checkBlocked(second, a, first);
        checkBlocked(onlooker, a, first);
    }

    @Case("stack traces of infos are cut at the depth that was asked for")
    public static void depth() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.start(go::await);
        Await.blocked(task);
        StackTraceElement[] all = info(task).getStackTrace();
        Check.that(all.length > 3, "there are several frames");
        Check.equal(0, BEAN.getThreadInfo(task.getId()).getStackTrace().length);
        StackTraceElement[] two = BEAN.getThreadInfo(task.getId(), 2).getStackTrace();
        Check.equal(Arrays.asList(all).subList(0, 2), Arrays.asList(two));
        go.countDown();
        task.finish();
    }

    @Case("a dump of all threads has every thread, with the stack trace that the thread itself gives")
    public static void dump() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task[] tasks = Task.start(20, go::await);
        for (Task each : tasks) {
            Await.blocked(each);
        }
        ThreadInfo[] infos = BEAN.dumpAllThreads(true, true);
        for (Task each : tasks) {
            ThreadInfo info = Arrays.stream(infos)
                    .filter(one -> one.getThreadId() == each.getId())
                    .findFirst()
                    .orElseThrow();
            Check.equal(Arrays.asList(each.getStackTrace()), Arrays.asList(info.getStackTrace()));
        }
        go.countDown();
        Task.finish(tasks);
    }

    @Case("the counts of threads follow starts and ends")
    public static void counts() throws Throwable {
        long started = BEAN.getTotalStartedThreadCount();
        BEAN.resetPeakThreadCount();
        CountDownLatch go = new CountDownLatch(1);
        Task[] tasks = Task.start(50, go::await);
        Check.that(BEAN.getTotalStartedThreadCount() >= started + 50, "started");
        Check.that(BEAN.getThreadCount() >= 50, "live");
        Check.that(BEAN.getDaemonThreadCount() >= 50, "daemons");
        go.countDown();
        Task.finish(tasks);
        Check.that(BEAN.getPeakThreadCount() >= 50, "peak");
    }

    @Case("two threads that hold what the other wants are found as deadlocked, and who only waits for them is not")
    public static void monitorDeadlock() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Task first = Task.start(() -> lockBoth(a, b, both));
        Task second = Task.start(() -> lockBoth(b, a, both));
        awaitState(first, Thread.State.BLOCKED);
        awaitState(second, Thread.State.BLOCKED);
        Task onlooker = Task.start(() -> {
            synchronized (a) {
                Suspend.now();
            }
        });
        awaitState(onlooker, Thread.State.BLOCKED);
        for (long[] found : new long[][] {BEAN.findMonitorDeadlockedThreads(), BEAN.findDeadlockedThreads()}) {
            Check.that(contains(found, first) && contains(found, second), "both are found");
            Check.that(!contains(found, onlooker), "the onlooker is not in the cycle");
        }
    }

    private static void lockBoth(Object mine, Object others, CountDownLatch both) throws InterruptedException {
        synchronized (mine) {
            both.countDown();
            both.await();
            synchronized (others) {
                throw new AssertionError("not deadlocked");
            }
        }
    }

    @Case("a deadlock of a thread and a pool's thread by monitors is found")
    public static void mixedDeadlock() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Task first = Task.start(() -> lockBoth(a, b, both));
        ForkJoinPool pool = new ForkJoinPool(1);
        Thread[] worker = new Thread[1];
        pool.execute(() -> {
            worker[0] = Thread.currentThread();
            try {
                lockBoth(b, a, both);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Await.that("the worker has begun", () -> worker[0] != null);
        awaitState(first, Thread.State.BLOCKED);
        awaitState(worker[0], Thread.State.BLOCKED);
        long[] found = BEAN.findMonitorDeadlockedThreads();
        Check.that(contains(found, first) && contains(found, worker[0]), "both are found");
    }

    @Case("a deadlock by locks of java.util.concurrent is found, but not by the search for monitors")
    public static void lockDeadlock() throws Throwable {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Task first = Task.start(() -> lockBothInterruptibly(a, b, both));
        Task second = Task.start(() -> lockBothInterruptibly(b, a, both));
        Await.that("both wait", () -> a.hasQueuedThread(second) && b.hasQueuedThread(first));
        Await.blocked(first);
        Await.blocked(second);
        long[] found = BEAN.findDeadlockedThreads();
        Check.that(contains(found, first) && contains(found, second), "both are found");
        Check.that(!contains(BEAN.findMonitorDeadlockedThreads(), first), "it is none of monitors");
        first.interrupt();
        Check.fails(InterruptedException.class, first::finish);
        second.finish();
        Check.that(!contains(BEAN.findDeadlockedThreads(), second), "it is over");
    }

    private static void lockBothInterruptibly(ReentrantLock mine, ReentrantLock others, CountDownLatch both)
            throws InterruptedException {
        mine.lockInterruptibly();
        try {
            both.countDown();
            both.await();
            others.lockInterruptibly();
            others.unlock();
        } finally {
            mine.unlock();
        }
    }

    @Case("the bean refuses ids and depths that are not positive")
    public static void badArguments() throws Throwable {
        Check.fails(IllegalArgumentException.class, () -> BEAN.getThreadInfo(0));
        Check.fails(IllegalArgumentException.class, () -> BEAN.getThreadInfo(1, -1));
        Check.equal(0, BEAN.getThreadInfo(new long[0]).length);
    }
}
