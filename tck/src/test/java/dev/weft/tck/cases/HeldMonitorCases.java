package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.management.LockInfo;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;

/** {@code ThreadMXBean}: the monitors that a thread holds. */
public final class HeldMonitorCases {
    private HeldMonitorCases() {}

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
        Await.state(task, Thread.State.WAITING);
        ThreadInfo info = Infos.BEAN.getThreadInfo(new long[] {task.getId()}, true, false)[0];
        MonitorInfo[] held = info.getLockedMonitors();
        Check.equal(3, held.length);
        for (MonitorInfo each : held) {
            Check.equal(each.getLockedStackFrame(), info.getStackTrace()[each.getLockedStackDepth()]);
            Object object = each.getLockedStackFrame().getMethodName().equals("first")
                    ? outer
                    : each.getClassName().equals("java.lang.Object") ? inner : holder;
            Infos.checkLock(object, each);
        }
        Check.equal(0, Infos.info(task).getLockedMonitors().length);
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
        Await.state(task, Thread.State.WAITING);
        MonitorInfo[] held = Infos.BEAN.getThreadInfo(new long[] {task.getId()}, true, false)[0].getLockedMonitors();
        Check.equal(1, held.length);
        Infos.checkLock(lock, held[0]);
        Check.equal(
                HeldMonitorCases.class.getName(), held[0].getLockedStackFrame().getClassName());
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
        Infos.awaitState(task, Thread.State.WAITING);
        MonitorInfo[] monitors = Infos.BEAN.getThreadInfo(new long[] {task.getId()}, true, true)[0].getLockedMonitors();
        Check.equal(1, monitors.length);
        Infos.checkLock(held, monitors[0]);
        synchronized (waited) {
            waited.notify();
        }
        task.finish();
    }

    @Case("a running thread's info lists the monitors that it holds, those before and after a suspension")
    public static void lockedMonitorsOfARunner() throws Throwable {
        Object outer = new Object();
        Object inner = new StringBuilder();
        Infos.Spinner spinner = new Infos.Spinner();
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
        ThreadInfo info = Infos.BEAN.getThreadInfo(new long[] {task.getId()}, true, true)[0];
        Infos.checkAuthorsNames(info);
        MonitorInfo[] held = info.getLockedMonitors();
        Check.equal(3, held.length);
        for (MonitorInfo each : held) {
            Check.equal(each.getLockedStackFrame(), info.getStackTrace()[each.getLockedStackDepth()]);
            boolean isFirst = each.getLockedStackFrame().getMethodName().equals("first");
            boolean isInner = each.getClassName().equals("java.lang.StringBuilder");
            Infos.checkLock(isFirst ? outer : isInner ? inner : holder, each);
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
                new Infos.AwaitInText(action).toString();
            }
        });
        Infos.awaitState(task, Thread.State.WAITING);
        MonitorInfo[] held = Infos.BEAN.getThreadInfo(new long[] {task.getId()}, true, false)[0].getLockedMonitors();
        Check.equal(2, held.length);
        Infos.checkLock(inner, held[0]);
        Infos.checkLock(outer, held[1]);
        Check.that(held[0].getLockedStackDepth() < held[1].getLockedStackDepth(), "the inner one is above");
        go.countDown();
        task.finish();
    }

    @Case("no thread but its owner lists a monitor as locked")
    public static void onlyTheOwnerLists() throws Throwable {
        class Marked {}
        Object lock = new Marked();
        Infos.Spinner spinner = new Infos.Spinner();
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
        Await.monitor(waiter, lock);
        int owners = 0;
        for (ThreadInfo each : Infos.BEAN.dumpAllThreads(true, true)) {
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

    @Case("a thread's info lists the locks that it has, those that others wait for and those that nobody does")
    public static void lockedSynchronizers() throws Throwable {
        ReentrantLock awaited = new ReentrantLock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        CountDownLatch go = new CountDownLatch(1);
        Task owner = Task.start(() -> {
            Lock write = both.writeLock();
            awaited.lock();
            write.lock();
            try {
                go.await();
            } finally {
                write.unlock();
                awaited.unlock();
            }
        });
        Await.state(owner, Thread.State.WAITING);
        Task waiter = Task.start(() -> {
            awaited.lock();
            awaited.unlock();
        });
        Await.that("it waits", () -> awaited.hasQueuedThread(waiter));
        Await.state(waiter, Thread.State.WAITING);
        long[] ids = {owner.getId(), waiter.getId()};
        ThreadInfo[] infos = Infos.BEAN.getThreadInfo(ids, false, true);
        Check.equal(
                List.of("ReentrantLock$NonfairSync", "ReentrantReadWriteLock$NonfairSync"),
                Arrays.stream(infos[0].getLockedSynchronizers())
                        .map(each -> each.getClassName().replaceAll(".*\\.", ""))
                        .sorted()
                        .collect(Collectors.toList()));
        Check.equal(0, infos[1].getLockedSynchronizers().length);
        Check.that(
                Arrays.asList(infos[0].getLockedSynchronizers())
                        .toString()
                        .contains(infos[1].getLockInfo().toString()),
                "the waiter's lock is one of the owner's");
        Check.equal(0, Infos.BEAN.getThreadInfo(ids, true, false)[0].getLockedSynchronizers().length);
        for (ThreadInfo each : Infos.BEAN.dumpAllThreads(true, true)) {
            Check.equal(each.getThreadId() == owner.getId() ? 2 : 0, owned(each, infos[0].getLockedSynchronizers()));
        }
        go.countDown();
        Task.finish(owner, waiter);
    }

    private static int owned(ThreadInfo info, LockInfo[] locks) {
        List<String> wanted = Arrays.stream(locks).map(LockInfo::toString).collect(Collectors.toList());
        return (int) Arrays.stream(info.getLockedSynchronizers())
                .filter(each -> wanted.contains(each.toString()))
                .count();
    }
}
