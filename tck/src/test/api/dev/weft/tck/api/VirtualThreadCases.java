package dev.weft.tck.api;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * What JEP 444 and the documentation of Thread say of virtual threads themselves. A list of independent cases, whole
 * because they have one subject.
 */
public final class VirtualThreadCases {
    private VirtualThreadCases() {}

    private static Thread waiting(CountDownLatch end) {
        Thread thread = Thread.ofVirtual().start(() -> await(end));
        Await.blocked(thread);
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Carriers come and go; so there are many more of the others. Where there are no fibers, the VM counts all. */
    @Case("ThreadMXBean neither counts nor lists virtual threads")
    public static void uncounted() throws Throwable {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        CountDownLatch end = new CountDownLatch(1);
        int live = bean.getThreadCount();
        int daemons = bean.getDaemonThreadCount();
        long started = bean.getTotalStartedThreadCount();
        bean.resetPeakThreadCount();
        Thread[] threads = new Thread[1_000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> await(end));
        }
        if (!isBound()) {
            Check.that(bean.getThreadCount() < live + 500, "live");
            Check.that(bean.getDaemonThreadCount() < daemons + 500, "daemons");
            Check.that(bean.getPeakThreadCount() < live + 500, "peak");
            Check.that(bean.getTotalStartedThreadCount() < started + 500, "started");
        }
        Check.that(bean.getAllThreadIds().length < live + 500, "listed");
        end.countDown();
        for (Thread each : threads) {
            each.join();
        }
    }

    @Case("startVirtualThread starts a thread that runs the task")
    public static void startVirtualThread() throws Throwable {
        AtomicReference<Thread> inside = new AtomicReference<>();
        Thread thread = Thread.startVirtualThread(() -> inside.set(Thread.currentThread()));
        thread.join();
        Check.same(thread, inside.get());
        Check.that(thread.isVirtual(), "it is virtual");
        Check.equal("", thread.getName());
        Check.fails(NullPointerException.class, () -> Thread.startVirtualThread(null));
    }

    @Case("a virtual thread is virtual before, while and after it runs")
    public static void isVirtualAlways() throws Throwable {
        AtomicReference<Boolean> inside = new AtomicReference<>();
        Thread thread = Thread.ofVirtual()
                .unstarted(() -> inside.set(Thread.currentThread().isVirtual()));
        Check.that(thread.isVirtual(), "before");
        thread.start();
        thread.join();
        Check.equal(true, inside.get());
        Check.that(thread.isVirtual(), "after");
    }

    @Case("a thread of a constructor is virtual if and only if it runs as a fiber")
    public static void isVirtualOfALegacyThread() throws Throwable {
        AtomicReference<Boolean> inside = new AtomicReference<>();
        AtomicReference<Boolean> isFiber = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            inside.set(Thread.currentThread().isVirtual());
            isFiber.set(Fibers.isFiber());
        });
        boolean before = thread.isVirtual();
        thread.start();
        thread.join();
        Check.equal(isFiber.get(), inside.get());
        Check.equal(isFiber.get(), before);
        Check.equal(isFiber.get(), thread.isVirtual());
    }

    @Case("a virtual thread is a daemon, and cannot be made none")
    public static void daemon() throws Throwable {
        Thread thread = Thread.ofVirtual().unstarted(() -> {});
        Check.that(thread.isDaemon(), "it is one");
        thread.setDaemon(true);
        Check.fails(IllegalArgumentException.class, () -> thread.setDaemon(false));
        Check.that(thread.isDaemon(), "it still is");
        thread.start();
        thread.join();
        Check.fails(IllegalArgumentException.class, () -> thread.setDaemon(false));
        Check.that(thread.isDaemon(), "after its end too");
    }

    @Case("setDaemon of a virtual thread that is alive is refused in any case")
    public static void daemonOfALiveThread() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(end);
        Check.fails(IllegalThreadStateException.class, () -> thread.setDaemon(true));
        Check.fails(IllegalArgumentException.class, () -> thread.setDaemon(false));
        end.countDown();
        thread.join();
    }

    @Case("the priority of a virtual thread is normal, whatever is set")
    public static void priority() throws Throwable {
        AtomicInteger inside = new AtomicInteger();
        Thread thread = Thread.ofVirtual()
                .unstarted(() -> inside.set(Thread.currentThread().getPriority()));
        thread.setPriority(Thread.MAX_PRIORITY);
        Check.equal(Thread.NORM_PRIORITY, thread.getPriority());
        thread.start();
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.join();
        Check.equal(Thread.NORM_PRIORITY, inside.get());
        Check.equal(Thread.NORM_PRIORITY, thread.getPriority());
        Check.fails(IllegalArgumentException.class, () -> thread.setPriority(0));
        Check.fails(IllegalArgumentException.class, () -> thread.setPriority(11));
    }

    @Case("the priority is normal also when the thread that makes it has another")
    public static void priorityIsNotInherited() throws Throwable {
        AtomicInteger priority = new AtomicInteger();
        Thread creator = new Thread(
                () -> priority.set(Thread.ofVirtual().unstarted(() -> {}).getPriority()));
        creator.setPriority(Thread.MAX_PRIORITY);
        creator.start();
        creator.join();
        Check.equal(Thread.NORM_PRIORITY, priority.get());
    }

    @Case("all virtual threads belong to the group VirtualThreads, until they end")
    public static void group() throws Throwable {
        AtomicReference<ThreadGroup> inside = new AtomicReference<>();
        Thread thread = Thread.ofVirtual()
                .unstarted(() -> inside.set(Thread.currentThread().getThreadGroup()));
        ThreadGroup group = thread.getThreadGroup();
        Check.equal("VirtualThreads", group.getName());
        Check.equal(ThreadGroup.class, group.getClass());
        Check.equal(Thread.MAX_PRIORITY, group.getMaxPriority());
        Check.same(null, group.getParent().getParent());
        Check.same(group, Thread.ofVirtual().unstarted(() -> {}).getThreadGroup());
        thread.start();
        thread.join();
        Check.same(group, inside.get());
        Check.same(null, thread.getThreadGroup());
    }

    @Case("virtual threads are found by no enumeration of groups")
    public static void enumeration() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(end);
        ThreadGroup root = thread.getThreadGroup().getParent();
        Thread[] threads = new Thread[root.activeCount() + 100];
        int n = root.enumerate(threads, true);
        Check.that(!Arrays.asList(threads).subList(0, n).contains(thread), "the root does not find the thread");
        Check.equal(0, thread.getThreadGroup().enumerate(threads));
        Check.equal(0, thread.getThreadGroup().activeCount());
        end.countDown();
        thread.join();
    }

    @Case("a virtual thread counts and enumerates no virtual thread")
    public static void enumerationFromInside() throws Throwable {
        AtomicInteger count = new AtomicInteger(-1);
        Thread thread = Thread.startVirtualThread(() -> count.set(Thread.activeCount()));
        thread.join();
        Check.equal(0, count.get());
    }

    @Case("getAllStackTraces has no virtual thread")
    public static void allStackTraces() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(end);
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        Check.that(!all.containsKey(thread), "it is not there");
        end.countDown();
        thread.join();
    }

    @Case("the stack trace of a parked virtual thread shows what it waits in")
    public static void stackTrace() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(end);
        StackTraceElement[] trace = thread.getStackTrace();
        Check.that(
                Arrays.stream(trace)
                        .anyMatch(e -> e.getClassName().equals("java.util.concurrent.CountDownLatch")
                                && e.getMethodName().equals("await")),
                "CountDownLatch.await is in " + Arrays.toString(trace));
        Check.that(
                Arrays.stream(trace)
                        .anyMatch(e -> e.getClassName().equals(VirtualThreadCases.class.getName())
                                && e.getMethodName().equals("await")),
                "its caller is in " + Arrays.toString(trace));
        end.countDown();
        thread.join();
        Check.equal(0, thread.getStackTrace().length);
    }

    @Case("the stack trace of a virtual thread ends in its own run method")
    public static void endOfTheStackTrace() throws Throwable {
        AtomicReference<StackTraceElement[]> trace = new AtomicReference<>();
        Thread.startVirtualThread(() -> trace.set(new Throwable().getStackTrace()))
                .join();
        StackTraceElement last = trace.get()[trace.get().length - 1];
        Check.equal("java.lang.VirtualThread", last.getClassName());
        Check.equal("run", last.getMethodName());
    }

    @Case("a virtual thread shows number, name and state as text")
    public static void text() throws Throwable {
        Thread named = Thread.ofVirtual().name("a name").unstarted(() -> {});
        Check.equal("VirtualThread[#" + named.threadId() + ",a name]/new", named.toString());
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(end);
        Await.state(thread, Thread.State.WAITING);
        Check.equal("VirtualThread[#" + thread.threadId() + "]/waiting", thread.toString());
        end.countDown();
        thread.join();
        Check.equal("VirtualThread[#" + thread.threadId() + "]/terminated", thread.toString());
    }

    @Case("a running virtual thread shows its carrier as text")
    public static void textOfARunningThread() throws Throwable {
        AtomicReference<String> text = new AtomicReference<>();
        Thread thread =
                Thread.startVirtualThread(() -> text.set(Thread.currentThread().toString()));
        thread.join();
        Check.that(
                text.get().matches("VirtualThread\\[#" + thread.threadId() + "\\]/runnable@\\S+")
                        || isBound() && text.get().equals("VirtualThread[#" + thread.threadId() + "]/runnable"),
                text.get());
    }

    /** Without fibers, virtual threads are platform threads in disguise. */
    private static boolean isBound() {
        return System.getProperty("weft.threads", "").equals("none");
    }

    @Case("the identifiers of threads are positive, different, and the same as getId")
    public static void identifiers() {
        Thread first = Thread.ofVirtual().unstarted(() -> {});
        Thread second = new Thread(() -> {});
        Check.that(first.threadId() > 0, "positive");
        Check.that(first.threadId() != second.threadId(), "different");
        Check.equal(first.getId(), first.threadId());
        Check.equal(second.getId(), second.threadId());
        Check.that(first.getId() != Thread.currentThread().threadId(), "not that of this thread");
    }

    @Case("threadId does not change where getId is overridden")
    public static void identifierOfASubclass() {
        Thread thread = new Thread() {
            @Override
            public long getId() {
                return -5;
            }
        };
        Check.equal(-5L, thread.getId());
        Check.that(thread.threadId() > 0, "still positive");
    }

    @Case("the name of a virtual thread can be set, and is seen inside")
    public static void name() throws Throwable {
        AtomicReference<String> inside = new AtomicReference<>();
        Thread thread = Thread.ofVirtual()
                .unstarted(() -> inside.set(Thread.currentThread().getName()));
        Check.equal("", thread.getName());
        thread.setName("later");
        thread.start();
        thread.join();
        Check.equal("later", inside.get());
        Check.fails(NullPointerException.class, () -> thread.setName(null));
    }

    @Case("calling run of a virtual thread does nothing")
    public static void runFromOutside() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = Thread.ofVirtual().unstarted(runs::incrementAndGet);
        thread.run();
        Check.equal(0, runs.get());
        thread.start();
        thread.join();
        thread.run();
        Check.equal(1, runs.get());
    }

    @Case("a virtual thread that calls its own run does nothing by that")
    public static void runFromInside() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            runs.incrementAndGet();
            Thread.currentThread().run();
        });
        thread.start();
        thread.join();
        Check.equal(1, runs.get());
    }

    @Case("a virtual thread starts once only")
    public static void startTwice() throws Throwable {
        Thread thread = Thread.ofVirtual().start(() -> {});
        Check.fails(IllegalThreadStateException.class, thread::start);
        thread.join();
        Check.fails(IllegalThreadStateException.class, thread::start);
    }

    @Case("the states of a virtual thread are those of any thread")
    public static void states() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            LockSupport.parkNanos(Long.MAX_VALUE);
            VirtualThreadCases.await(end);
        });
        Check.equal(Thread.State.NEW, thread.getState());
        Check.that(!thread.isAlive(), "not alive yet");
        thread.start();
        Await.state(thread, Thread.State.TIMED_WAITING);
        Check.that(thread.isAlive(), "alive");
        LockSupport.unpark(thread);
        Await.state(thread, Thread.State.WAITING);
        end.countDown();
        thread.join();
        Check.equal(Thread.State.TERMINATED, thread.getState());
        Check.that(!thread.isAlive(), "not alive any more");
    }

    @Case("a virtual thread that waits for a monitor is blocked")
    public static void blocked() throws Throwable {
        Object lock = new Object();
        Thread thread;
        synchronized (lock) {
            thread = Thread.startVirtualThread(() -> {
                synchronized (lock) {
                    lock.notifyAll();
                }
            });
            Await.state(thread, Thread.State.BLOCKED);
        }
        thread.join();
    }

    @Case("an interrupt wakes a virtual thread that sleeps")
    public static void interrupt() throws Throwable {
        AtomicReference<Object> seen = new AtomicReference<>();
        Thread thread = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                seen.set(Thread.currentThread().isInterrupted());
            }
        });
        Await.blocked(thread);
        thread.interrupt();
        thread.join();
        Check.equal(false, seen.get());
    }

    /** Where there are no fibers, the VM ends its threads with their monitors. */
    @Case("a virtual thread ends while another thread has its monitor")
    public static void endsWithoutItsMonitor() throws Throwable {
        if (isBound()) {
            return;
        }
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = waiting(end);
        Thread joiner = Thread.startVirtualThread(() -> Check.that(joins(thread), "not interrupted"));
        Await.blocked(joiner);
        synchronized (thread) {
            end.countDown();
            Await.that("it has ended", () -> !thread.isAlive());
            Await.that("it is joined", () -> !joiner.isAlive());
            Check.equal(Thread.State.TERMINATED, thread.getState());
        }
        CountDownLatch begin = new CountDownLatch(1);
        Thread next = Thread.startVirtualThread(() -> await(begin));
        synchronized (next) {
            begin.countDown();
            while (next.isAlive()) {
                Thread.sleep(1);
            }
        }
    }

    private static boolean joins(Thread thread) {
        try {
            thread.join();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Case("a virtual thread that is interrupted before it starts is so when it runs")
    public static void interruptBeforeTheStart() throws Throwable {
        AtomicReference<Object> seen = new AtomicReference<>();
        Thread thread = Thread.ofVirtual().unstarted(() -> seen.set(Thread.interrupted()));
        thread.interrupt();
        Check.that(thread.isInterrupted(), "the flag is up");
        thread.start();
        thread.join();
        Check.equal(true, seen.get());
    }

    @Case("stop of a virtual thread is not supported, and does no harm")
    @SuppressWarnings({"deprecation", "removal"})
    public static void stop() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread unstarted = Thread.ofVirtual().unstarted(() -> {});
        Check.fails(UnsupportedOperationException.class, unstarted::stop);
        Thread thread = waiting(end);
        Check.fails(UnsupportedOperationException.class, thread::stop);
        Check.that(thread.isAlive(), "it lives");
        end.countDown();
        thread.join();
    }

    @Case("thread locals of a virtual thread are its own")
    public static void threadLocals() throws Throwable {
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        local.set("outside");
        AtomicReference<String> inside = new AtomicReference<>();
        Thread.startVirtualThread(() -> {
                    inside.set(local.get());
                    local.set("inside");
                    Thread.yield();
                    inside.set(inside.get() + " " + local.get());
                })
                .join();
        Check.equal("initial inside", inside.get());
        Check.equal("outside", local.get());
    }

    @Case("a thread made by a virtual thread is in its group and a daemon")
    public static void childOfAVirtualThread() throws Throwable {
        AtomicReference<Thread> child = new AtomicReference<>();
        AtomicReference<ThreadGroup> group = new AtomicReference<>();
        Thread parent = Thread.startVirtualThread(() -> {
            child.set(new Thread(() -> group.set(Thread.currentThread().getThreadGroup())));
            child.get().start();
        });
        parent.join();
        child.get().join();
        Check.equal("VirtualThreads", group.get().getName());
        Check.that(child.get().isDaemon(), "a daemon");
    }

    @Case("an exception that no virtual thread catches goes to its handler, else to the default")
    public static void handlers() throws Throwable {
        AtomicReference<String> handled = new AtomicReference<>();
        Thread own = Thread.ofVirtual()
                .uncaughtExceptionHandler((t, e) -> handled.set("own " + e.getMessage()))
                .start(() -> {
                    throw new IllegalStateException("meant");
                });
        own.join();
        Check.equal("own meant", handled.get());
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> handled.set("default " + t.getName()));
        try {
            Thread.ofVirtual()
                    .name("failing")
                    .start(() -> {
                        throw new IllegalStateException("meant");
                    })
                    .join();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        Check.equal("default failing", handled.get());
    }

    @Case("ten thousand virtual threads park, are woken, and end")
    public static void many() throws Throwable {
        int n = 10_000;
        CountDownLatch begun = new CountDownLatch(n);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                begun.countDown();
                VirtualThreadCases.await(end);
                done.incrementAndGet();
            });
            if (isBound() && i == 100) {
                threads = Arrays.copyOf(threads, i + 1);
                break;
            }
        }
        if (!isBound()) {
            begun.await();
        }
        end.countDown();
        for (Thread each : threads) {
            each.join();
        }
        Check.equal(threads.length, done.get());
    }

    @Case("the classes of virtual threads have the names that programs look for")
    public static void classNames() throws Throwable {
        Thread thread = Thread.ofVirtual().unstarted(() -> {});
        Check.equal("java.lang.VirtualThread", thread.getClass().getName());
        Class<?> base = Class.forName("java.lang.BaseVirtualThread");
        Check.that(base.isInstance(thread), "it is a BaseVirtualThread");
        Check.same(Thread.class, base.getSuperclass());
        Check.that(!base.isInstance(new Thread(() -> {})), "another one is not");
        Check.equal("virtualthread", thread.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }
}
