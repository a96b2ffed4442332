package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Groups whose threads come and go, handlers that fail, and what threads take over from their creators. */
public final class GroupLifeCases {
    private GroupLifeCases() {}

    private static Thread start(ThreadGroup group, Runnable body) {
        Thread thread = new Thread(group, body, "member");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Case("a group counts no thread that is not started, and none that has ended")
    public static void unstarted() throws Throwable {
        ThreadGroup group = new ThreadGroup("comes and goes");
        CountDownLatch go = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> await(go));
        Check.equal(0, group.activeCount());
        thread.start();
        Check.equal(1, group.activeCount());
        go.countDown();
        thread.join();
        Check.equal(0, group.activeCount());
        Check.equal(0, group.enumerate(new Thread[3]));
    }

    @Case("enumerate leaves out silently what does not fit into the array")
    public static void shortArray() throws Throwable {
        ThreadGroup group = new ThreadGroup("too many");
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> members = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            members.add(start(group, () -> await(go)));
        }
        Thread[] two = new Thread[2];
        Check.equal(2, group.enumerate(two));
        Check.that(members.contains(two[0]) && members.contains(two[1]) && two[0] != two[1], "two of them");
        Thread[] ten = new Thread[10];
        Check.equal(5, group.enumerate(ten));
        Check.same(null, ten[5]);
        Check.equal(0, group.enumerate(new Thread[0]));
        go.countDown();
        for (Thread each : members) {
            each.join();
        }
    }

    @Case("a group counts the threads and groups below it")
    public static void below() throws Throwable {
        ThreadGroup top = new ThreadGroup("top");
        ThreadGroup middle = new ThreadGroup(top, "middle");
        ThreadGroup bottom = new ThreadGroup(middle, "bottom");
        CountDownLatch go = new CountDownLatch(1);
        Thread thread = start(bottom, () -> await(go));
        Check.equal(1, top.activeCount());
        Check.equal(2, top.activeGroupCount());
        Check.equal(1, middle.activeGroupCount());
        Check.equal(0, bottom.activeGroupCount());
        Check.equal(0, top.enumerate(new Thread[4], false));
        Check.equal(1, top.enumerate(new ThreadGroup[4], false));
        Check.equal(2, top.enumerate(new ThreadGroup[4], true));
        Check.that(top.parentOf(bottom) && top.parentOf(top) && !bottom.parentOf(top), "who is above whom");
        go.countDown();
        thread.join();
        Check.equal(0, top.activeCount());
    }

    @SuppressWarnings("removal")
    @Case("a group with live threads cannot be destroyed, an empty one can, and takes no thread then")
    public static void destroy() throws Throwable {
        ThreadGroup group = new ThreadGroup("to be destroyed");
        CountDownLatch go = new CountDownLatch(1);
        Thread thread = start(group, () -> await(go));
        Check.fails(IllegalThreadStateException.class, group::destroy);
        go.countDown();
        thread.join();
        group.destroy();
        Check.that(group.isDestroyed(), "destroyed");
        Check.fails(IllegalThreadStateException.class, () -> new Thread(group, () -> {}).start());
        Check.fails(IllegalThreadStateException.class, () -> new ThreadGroup(group, "below"));
    }

    @SuppressWarnings("removal")
    @Case("a daemon group is destroyed when its last thread has ended, not before")
    public static void daemonGroup() throws Throwable {
        ThreadGroup group = new ThreadGroup("daemon group");
        group.setDaemon(true);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Thread one = start(group, () -> await(first));
        Thread two = start(group, () -> await(second));
        first.countDown();
        one.join();
        Check.that(!group.isDestroyed(), "one is left");
        second.countDown();
        two.join();
        Await.that("it is destroyed", group::isDestroyed);
    }

    @Case("the interrupt of a group reaches the threads of the groups below it")
    public static void interruptBelow() throws Throwable {
        ThreadGroup top = new ThreadGroup("interrupted from above");
        ThreadGroup bottom = new ThreadGroup(top, "below");
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        Runnable body = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        };
        Thread[] threads = {start(top, body), start(bottom, body)};
        for (Thread each : threads) {
            Await.blocked(each);
        }
        top.interrupt();
        for (Thread each : threads) {
            each.join();
        }
        Check.equal(2, interrupted.get());
    }

    @Case("to lower the maximum of a group lowers that of the groups below, and binds new threads")
    public static void maximum() throws Throwable {
        ThreadGroup top = new ThreadGroup("bounded from above");
        ThreadGroup bottom = new ThreadGroup(top, "bounded below");
        top.setMaxPriority(3);
        Check.equal(3, bottom.getMaxPriority());
        bottom.setMaxPriority(9);
        Check.equal(3, bottom.getMaxPriority());
        Thread thread = new Thread(bottom, () -> {});
        Check.equal(3, thread.getPriority());
        thread.setPriority(Thread.MAX_PRIORITY);
        Check.equal(3, thread.getPriority());
    }

    @Case("a group whose uncaughtException throws cannot keep a thread from ending")
    public static void failingGroup() throws Throwable {
        AtomicReference<Throwable> got = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup("failing") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                got.set(thrown);
                throw new IllegalStateException("of the group");
            }
        };
        IllegalArgumentException thrown = new IllegalArgumentException("of the thread");
        Thread thread = start(group, () -> {
            throw thrown;
        });
        thread.join();
        Check.same(thrown, got.get());
        Check.equal(Thread.State.TERMINATED, thread.getState());
        Check.equal(0, group.activeCount());
    }

    @Case("what a handler throws is passed to no other handler")
    public static void failingHandler() throws Throwable {
        AtomicInteger passed = new AtomicInteger();
        ThreadGroup group = new ThreadGroup("not asked") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                passed.incrementAndGet();
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((dying, thrown) -> {
            throw new StackOverflowError("of the handler");
        });
        thread.start();
        thread.join();
        Check.equal(0, passed.get());
        Check.that(!thread.isAlive(), "ended");
    }

    @Case("a handler that is taken away again leaves the exception to the group")
    public static void handlerTakenAway() throws Throwable {
        AtomicReference<Thread> dying = new AtomicReference<>();
        ThreadGroup group = new ThreadGroup("in its place") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                dying.set(thread);
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((who, thrown) -> {});
        thread.setUncaughtExceptionHandler(null);
        Check.same(group, thread.getUncaughtExceptionHandler());
        thread.start();
        thread.join();
        Check.same(thread, dying.get());
    }

    @Case("a handler may start threads and join them")
    public static void handlerStartsThreads() throws Throwable {
        AtomicInteger ran = new AtomicInteger();
        Thread thread = new Thread(() -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((dying, thrown) -> {
            try {
                Task.finish(Task.start(3, ran::incrementAndGet));
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        });
        thread.start();
        thread.join();
        Check.equal(3, ran.get());
    }

    @Case("a child asks its creator for the context class loader, by the method that the creator has overridden")
    public static void overriddenLoader() throws Throwable {
        ClassLoader mine = new ClassLoader(null) {};
        AtomicReference<ClassLoader> seen = new AtomicReference<>();
        Thread creator = new Thread() {
            @Override
            public ClassLoader getContextClassLoader() {
                return mine;
            }

            @Override
            public void run() {
                seen.set(new Thread(() -> {}).getContextClassLoader());
            }
        };
        creator.start();
        creator.join();
        Check.same(mine, seen.get());
    }

    @Case("the context class loader may be null, and so it is for children")
    public static void nullLoader() throws Throwable {
        ClassLoader[] seen = {ClassLoader.getPlatformClassLoader()};
        Task.start(() -> {
                    Thread.currentThread().setContextClassLoader(null);
                    Task child =
                            Task.start(() -> seen[0] = Thread.currentThread().getContextClassLoader());
                    child.finish();
                })
                .finish();
        Check.same(null, seen[0]);
    }

    @Case("an inheritable value that cannot be computed fails the constructor of the child, in the creator")
    public static void failingChildValue() throws Throwable {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parent) {
                throw new IllegalStateException(parent);
            }
        };
        Task.start(() -> {
                    local.set("mine");
                    Check.equal(
                            "mine",
                            Check.fails(IllegalStateException.class, () -> new Thread(() -> {}))
                                    .getMessage());
                    local.remove();
                    Task.start(() -> Check.equal(null, local.get())).finish();
                })
                .finish();
    }

    @Case("a grandchild inherits what its parent has set, not what the grandparent has")
    public static void grandchild() throws Throwable {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        Task.start(() -> {
                    local.set("grandparent");
                    Task.start(() -> {
                                Check.equal("grandparent", local.get());
                                local.set("parent");
                                Task.start(() -> Check.equal("parent", local.get()))
                                        .finish();
                            })
                            .finish();
                    Check.equal("grandparent", local.get());
                })
                .finish();
    }

    @Case("an initial value that cannot be computed is tried again by the next get")
    public static void failingInitialValue() throws Throwable {
        AtomicInteger tries = new AtomicInteger();
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> {
            if (tries.incrementAndGet() < 3) {
                throw new IllegalStateException();
            }
            return tries.get();
        });
        Task.start(() -> {
                    Check.fails(IllegalStateException.class, local::get);
                    Check.fails(IllegalStateException.class, local::get);
                    Check.equal(3, local.get());
                    Check.equal(3, local.get());
                })
                .finish();
        Check.equal(3, tries.get());
        Check.fails(NullPointerException.class, () -> ThreadLocal.withInitial(null));
    }

    @Case("an initial value may be computed from that of another thread local")
    public static void nestedInitialValue() throws Throwable {
        ThreadLocal<List<String>> inner = ThreadLocal.withInitial(ArrayList::new);
        ThreadLocal<List<String>> outer = ThreadLocal.withInitial(() -> {
            inner.get().add(Thread.currentThread().getName());
            return inner.get();
        });
        Task.finish(Task.start(8, () -> {
            Check.equal(List.of(Thread.currentThread().getName()), outer.get());
            Check.same(inner.get(), outer.get());
        }));
    }

    @Case("a thread cannot be cloned")
    public static void cloning() throws Throwable {
        class Cloneable extends Thread implements java.lang.Cloneable {
            void tryIt() throws CloneNotSupportedException {
                super.clone();
            }
        }
        Check.fails(CloneNotSupportedException.class, () -> new Cloneable().tryIt());
    }

    @Case("all stack traces have started threads, not those that are to start, and not ended ones")
    public static void allTraces() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task unstarted = Task.of(() -> {});
        Task alive = Task.start(go::await);
        Task ended = Task.start(() -> {});
        ended.finish();
        Await.blocked(alive);
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        Check.that(all.containsKey(alive) && all.get(alive).length > 2, "the live one, with its frames");
        Check.that(!all.containsKey(unstarted) && !all.containsKey(ended), "the others are not there");
        go.countDown();
        alive.finish();
    }

    @SuppressWarnings("deprecation")
    @Case("stop either ends a thread or is refused and harms nothing")
    public static void stop() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                go.await();
            } catch (InterruptedException | ThreadDeath e) {
                end.set(e);
            }
        });
        thread.start();
        Await.blocked(thread);
        boolean refused = false;
        try {
            thread.stop();
        } catch (UnsupportedOperationException e) {
            refused = true;
            Check.that(thread.isAlive(), "it lives on");
            go.countDown();
        }
        thread.join();
        Check.equal(
                refused ? null : ThreadDeath.class,
                end.get() == null ? null : end.get().getClass());
    }
}
