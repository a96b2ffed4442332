package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.management.ThreadInfo;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * {@code ThreadMXBean}: which threads there are, and what it tells of them. What they wait for, hold and are deadlocked
 * by have lists of cases of their own.
 */
public final class ManagementCases {
    private ManagementCases() {}

    static void suspendAndFail() throws Exception {
        Suspend.now();
        throw new IllegalStateException();
    }

    @Case("a running thread is in the list of all thread ids, an ended one is not")
    public static void allIds() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.start(go::await);
        Check.that(Infos.contains(Infos.BEAN.getAllThreadIds(), task), "listed");
        go.countDown();
        task.finish();
        Check.that(!Infos.contains(Infos.BEAN.getAllThreadIds(), task), "gone");
        Check.equal(null, Infos.info(task));
        Check.that(Infos.contains(Infos.BEAN.getAllThreadIds(), Thread.currentThread()), "the caller is listed");
    }

    @Case("a thread's info has its name, id, daemon status and priority")
    public static void identity() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.of(go::await);
        task.setName("managed thread");
        task.start();
        ThreadInfo info = Infos.info(task);
        Check.equal("managed thread", info.getThreadName());
        Check.equal(task.getId(), info.getThreadId());
        Check.equal(true, info.isDaemon());
        Check.equal(task.getPriority(), info.getPriority());
        Check.equal(false, info.isSuspended());
        go.countDown();
        task.finish();
    }

    private static final class OddId extends Thread {
        OddId(Runnable target, String name) {
            super(target, name);
            setDaemon(true);
        }

        long id() {
            return super.getId();
        }

        @Override
        public long getId() {
            return 1;
        }
    }

    @Case("threads whose class overrides getId are found by the ids that they have")
    public static void overriddenIds() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Runnable waiting = () -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        OddId first = new OddId(waiting, "first odd");
        OddId second = new OddId(waiting, "second odd");
        first.start();
        second.start();
        Infos.awaitState(first, Thread.State.WAITING);
        Infos.awaitState(second, Thread.State.WAITING);
        Check.equal("first odd", Infos.BEAN.getThreadInfo(first.id()).getThreadName());
        Check.equal("second odd", Infos.BEAN.getThreadInfo(second.id(), 1).getThreadName());
        go.countDown();
        first.join();
        second.join();
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
            Infos.awaitState(waiting, Thread.State.WAITING);
            Check.that(Arrays.toString(Infos.info(waiting).getStackTrace()).contains("Method.invoke"), "the call");
            latch.countDown();
            Task.finish(waiting);
        }
        Check.equal(texts[0], texts[1]);
    }

    @Case("stack traces of infos are cut at the depth that was asked for")
    public static void depth() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.start(go::await);
        Await.state(task, Thread.State.WAITING);
        StackTraceElement[] all = Infos.info(task).getStackTrace();
        Check.that(all.length > 3, "there are several frames");
        Check.equal(0, Infos.BEAN.getThreadInfo(task.getId()).getStackTrace().length);
        StackTraceElement[] two = Infos.BEAN.getThreadInfo(task.getId(), 2).getStackTrace();
        Check.equal(Arrays.asList(all).subList(0, 2), Arrays.asList(two));
        go.countDown();
        task.finish();
    }

    @Case("a dump of all threads has every thread, with the stack trace that the thread itself gives")
    public static void dump() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task[] tasks = Task.start(20, go::await);
        for (Task each : tasks) {
            Await.state(each, Thread.State.WAITING);
        }
        ThreadInfo[] infos = Infos.BEAN.dumpAllThreads(true, true);
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

    /** The frames above the caller's own. */
    private static void sayInnermost(ThreadInfo info) {
        for (StackTraceElement each : info.getStackTrace()) {
            if (each.getClassName().equals(ManagementCases.class.getName())) {
                return;
            }
            Out.line(each.getClassName() + "." + each.getMethodName() + (each.isNativeMethod() ? " native" : ""));
        }
    }

    @Case("above a thread that dumps itself are the methods of the bean that it has called, and no others")
    public static void ownDump() throws Throwable {
        Task.start(() -> {
                    long[] self = {Thread.currentThread().getId()};
                    sayInnermost(Infos.BEAN.getThreadInfo(self[0], 20));
                    sayInnermost(Infos.BEAN.getThreadInfo(self, true, true)[0]);
                    for (ThreadInfo each : Infos.BEAN.dumpAllThreads(true, false)) {
                        if (each.getThreadId() == self[0]) {
                            sayInnermost(each);
                        }
                    }
                })
                .finish();
    }

    @Case("threads are found, and dumped, while one of them keeps the monitor of a group")
    public static void heldGroup() throws Throwable {
        ThreadGroup group = new ThreadGroup("held");
        CountDownLatch go = new CountDownLatch(1);
        Task holder = Task.start(() -> {
            synchronized (group) {
                go.await();
            }
        });
        Infos.awaitState(holder, Thread.State.WAITING);
        Check.that(Thread.getAllStackTraces().containsKey(holder), "among all traces");
        Check.that(Infos.contains(Infos.BEAN.getAllThreadIds(), holder), "listed");
        Check.that(Infos.BEAN.dumpAllThreads(true, true).length > 1, "dumped");
        go.countDown();
        holder.finish();
    }

    @Case("the counts of threads follow starts and ends")
    public static void counts() throws Throwable {
        long started = Infos.BEAN.getTotalStartedThreadCount();
        Infos.BEAN.resetPeakThreadCount();
        CountDownLatch go = new CountDownLatch(1);
        Task[] tasks = Task.start(50, go::await);
        Check.that(Infos.BEAN.getTotalStartedThreadCount() >= started + 50, "started");
        Check.that(Infos.BEAN.getThreadCount() >= 50, "live");
        Check.that(Infos.BEAN.getDaemonThreadCount() >= 50, "daemons");
        go.countDown();
        Task.finish(tasks);
        Check.that(Infos.BEAN.getPeakThreadCount() >= 50, "peak");
    }

    @Case("the bean refuses ids and depths that are not positive")
    public static void badArguments() throws Throwable {
        Check.fails(IllegalArgumentException.class, () -> Infos.BEAN.getThreadInfo(0));
        Check.fails(IllegalArgumentException.class, () -> Infos.BEAN.getThreadInfo(1, -1));
        Check.equal(0, Infos.BEAN.getThreadInfo(new long[0]).length);
    }
}
