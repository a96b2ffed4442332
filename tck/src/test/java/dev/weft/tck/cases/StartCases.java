package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.security.auth.Subject;

/** Start and end of threads. */
public final class StartCases {
    private StartCases() {}

    @Case("a thread that is alive cannot be started again")
    public static void startTwice() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.start(end::await);
        Check.fails(IllegalThreadStateException.class, task::start);
        Check.that(task.isAlive(), "the thread still lives");
        end.countDown();
        task.finish();
    }

    @Case("a thread that has ended cannot be started again")
    public static void startAfterTheEnd() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(runs::incrementAndGet);
        thread.start();
        thread.join();
        Check.fails(IllegalThreadStateException.class, thread::start);
        Check.equal(1, runs.get());
    }

    private static int descend(int levels) {
        return levels == 0 ? 0 : descend(levels - 1) + 1;
    }

    @Case("a thread that is given a large stack can recurse as deep as that allows")
    public static void largeStack() throws Throwable {
        Object[] result = new Object[1];
        Runnable body = () -> {
            try {
                result[0] = descend(500_000);
            } catch (StackOverflowError e) {
                result[0] = e;
            }
        };
        Thread thread = new Thread(null, body, "deep", 1 << 28);
        thread.start();
        thread.join();
        Check.equal(500_000, result[0]);
    }

    @Case("a thread that was stopped before its start ends without having run")
    @SuppressWarnings({"removal", "deprecation"})
    public static void stoppedBefore() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(runs::incrementAndGet);
        thread.stop();
        thread.start();
        thread.join();
        Check.equal(0, runs.get());
        Check.equal(Thread.State.TERMINATED, thread.getState());
    }

    @Case("a thread without a target ends at once")
    public static void threadWithoutTarget() throws Throwable {
        Thread thread = new Thread((Runnable) null);
        thread.start();
        thread.join();
        Check.that(!thread.isAlive(), "it has ended");
    }

    @Case("a thread is alive from its start to its end")
    public static void aliveFromStartToEnd() throws Throwable {
        boolean[] inside = new boolean[2];
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.of(() -> {
            inside[0] = Thread.currentThread().isAlive();
            end.await();
            inside[1] = Thread.currentThread().isAlive();
        });
        Check.that(!task.isAlive(), "not alive before start");
        task.start();
        Check.that(task.isAlive(), "alive after start");
        Await.blocked(task);
        Check.that(task.isAlive(), "alive while it waits");
        end.countDown();
        task.finish();
        Check.that(inside[0] && inside[1], "alive when it looks at itself");
        Check.that(!task.isAlive(), "not alive after join");
    }

    @Case("a thread may be started by another thread than the one that made it")
    public static void startedByAnother() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(runs::incrementAndGet);
        Task.start(thread::start).finish();
        thread.join();
        Check.equal(1, runs.get());
    }

    @Case("of two threads that start the same thread one fails, and it runs once")
    public static void startRace() throws Throwable {
        for (int i = 0; i < 20; i++) {
            AtomicInteger runs = new AtomicInteger();
            AtomicInteger failures = new AtomicInteger();
            Thread thread = new Thread(runs::incrementAndGet);
            Task.finish(Task.start(2, () -> {
                try {
                    thread.start();
                } catch (IllegalThreadStateException e) {
                    failures.incrementAndGet();
                }
            }));
            thread.join();
            Check.equal(1, runs.get());
            Check.equal(1, failures.get());
        }
    }

    @Case("a thread that is not started can become a daemon, one that is alive cannot")
    public static void setDaemonTooLate() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.start(end::await);
        Check.fails(IllegalThreadStateException.class, () -> task.setDaemon(false));
        Check.that(task.isDaemon(), "still a daemon");
        end.countDown();
        task.finish();
    }

    @Case("a thread with a wanted stack size runs")
    public static void wantedStackSize() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(null, runs::incrementAndGet, "small", 64 * 1024);
        thread.start();
        thread.join();
        Check.equal(1, runs.get());
    }

    @Case("a thread constructed with a null name is refused")
    public static void nullName() {
        Check.fails(NullPointerException.class, () -> new Thread(() -> {}, null));
        Check.fails(NullPointerException.class, () -> new Thread((String) null));
    }

    /** Overrides start, as some frameworks do. */
    private static final class Counting extends Thread {
        private final AtomicInteger starts = new AtomicInteger();
        private final AtomicInteger runs = new AtomicInteger();

        Counting(Runnable target) {
            super(target);
        }

        @Override
        public synchronized void start() {
            starts.incrementAndGet();
            super.start();
        }

        @Override
        public void run() {
            runs.incrementAndGet();
            Suspend.now();
            super.run();
        }
    }

    @Case("a subclass may override start and run and call those of Thread")
    public static void overriddenStart() throws Throwable {
        AtomicInteger targetRuns = new AtomicInteger();
        Counting thread = new Counting(targetRuns::incrementAndGet);
        thread.start();
        thread.join();
        Check.equal(1, thread.starts.get());
        Check.equal(1, thread.runs.get());
        Check.equal(1, targetRuns.get());
    }

    @Case("two thousand threads that live at the same time all run and end")
    public static void manyThreads() throws Throwable {
        int count = 2_000;
        CountDownLatch started = new CountDownLatch(count);
        CountDownLatch end = new CountDownLatch(1);
        Task[] tasks = Task.start(count, () -> {
            started.countDown();
            end.await();
        });
        started.await();
        end.countDown();
        Task.finish(tasks);
    }

    @Case("a thread can start a thread that starts a thread, fifty deep")
    public static void chainOfStarts() throws Throwable {
        AtomicInteger depth = new AtomicInteger();
        startChain(50, depth);
        Check.equal(50, depth.get());
    }

    private static void startChain(int rest, AtomicInteger depth) throws Throwable {
        if (rest == 0) {
            return;
        }
        depth.incrementAndGet();
        Task.start(() -> startChain(rest - 1, depth)).finish();
    }

    @Case("a thread goes on after the one that started it has ended")
    public static void outlivesItsStarter() throws Throwable {
        Task[] child = new Task[1];
        Task starter = Task.start(() -> child[0] = Task.start(LockSupport::park));
        starter.finish();
        Await.blocked(child[0]);
        Check.that(child[0].isAlive(), "the child lives");
        LockSupport.unpark(child[0]);
        child[0].finish();
    }

    @Case("threads without a name are numbered in the order in which they are made, and keep their names")
    public static void numberedNames() throws Throwable {
        Thread first = new Thread();
        Thread second = new Thread(() -> {});
        Thread third = new Thread(() -> {});
        third.setName("set");
        String name = second.getName();
        Check.that(name.matches("Thread-\\d+"), name);
        long number = Long.parseLong(name.substring("Thread-".length()));
        Check.that(first.getName().matches("Thread-\\d+"), first.getName());
        Check.that(Long.parseLong(first.getName().substring("Thread-".length())) < number, first.getName());
        Check.same(name, second.getName());
        Check.equal("set", third.getName());
        Check.that(second.toString().startsWith("Thread[" + name + ","), second.toString());
        second.start();
        second.join();
        Check.same(name, second.getName());
    }

    @Case("a thread takes its number before its constructor calls the program, and has taken it if that throws")
    public static void numberedBeforeOthers() throws Throwable {
        Task.start(() -> {
                    Thread[] made = new Thread[1];
                    boolean[] throwing = new boolean[1];
                    InheritableThreadLocal<String> local = new InheritableThreadLocal<>() {
                        @Override
                        protected String childValue(String value) {
                            if (throwing[0]) {
                                throw new IllegalStateException(value);
                            }
                            if (made[0] == null) {
                                made[0] = Thread.currentThread();
                                made[0] = new Thread();
                            }
                            return value;
                        }
                    };
                    local.set("inherited");
                    int outer = number(new Thread());
                    Check.that(outer < number(made[0]), outer + " is that of the outer one");
                    throwing[0] = true;
                    Check.fails(IllegalStateException.class, Thread::new);
                    throwing[0] = false;
                    int next = number(new Thread());
                    Check.that(next > number(made[0]) + 1, next + " is that of the one after a failure");
                    // a thread local that nobody needs any more might be collected before
                    local.remove();
                })
                .finish();
    }

    private static int number(Thread thread) {
        return Integer.parseInt(thread.getName().substring("Thread-".length()));
    }

    @SuppressWarnings("removal")
    @Case("a thread inherits the subject of its creator")
    public static void inheritedSubject() throws Throwable {
        Subject subject = new Subject();
        Subject[] seen = new Subject[2];
        Task[] task = new Task[1];
        Subject.doAs(subject, (PrivilegedAction<Void>) () -> {
            seen[0] = Subject.getSubject(AccessController.getContext());
            task[0] = Task.start(() -> seen[1] = Subject.getSubject(AccessController.getContext()));
            return null;
        });
        task[0].finish();
        Check.same(subject, seen[0]);
        Check.same(subject, seen[1]);
    }
}
