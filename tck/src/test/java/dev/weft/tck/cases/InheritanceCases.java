package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** What a thread inherits from the one that makes it. */
public final class InheritanceCases {
    private InheritanceCases() {}

    /** The answer that another thread gives. */
    private static <T> T inChild(Callable<T> question) throws Throwable {
        AtomicReference<T> answer = new AtomicReference<>();
        Task.start(() -> answer.set(question.call())).finish();
        return answer.get();
    }

    private static boolean childIsDaemon(boolean parent) throws Throwable {
        AtomicReference<Boolean> child = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            Suspend.now();
            child.set(new Thread(() -> {}).isDaemon());
        });
        thread.setDaemon(parent);
        thread.start();
        thread.join();
        return child.get();
    }

    @Case("threads made by a daemon are daemons, those made by another are not")
    public static void daemon() throws Throwable {
        Check.that(childIsDaemon(true), "the child of a daemon is one");
        Check.that(!childIsDaemon(false), "the child of another is none");
    }

    @Case("a thread has the priority of its creator")
    public static void priority() throws Throwable {
        AtomicReference<Integer> child = new AtomicReference<>();
        Thread thread = new Thread(() -> child.set(new Thread(() -> {}).getPriority()));
        thread.setPriority(2);
        thread.start();
        thread.join();
        Check.equal(2, child.get());
    }

    @Case("a thread has the context class loader of its creator")
    public static void contextClassLoader() throws Throwable {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[0], before)) {
            Thread.currentThread().setContextClassLoader(loader);
            Suspend.now();
            Check.same(loader, Thread.currentThread().getContextClassLoader());
            Check.same(loader, inChild(() -> Thread.currentThread().getContextClassLoader()));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Case("the context class loader is one of the thread: another thread's is not changed with it")
    public static void contextClassLoaderIsOwn() throws Throwable {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        inChild(() -> {
            Thread.currentThread().setContextClassLoader(null);
            Suspend.now();
            Check.same(null, Thread.currentThread().getContextClassLoader());
            return null;
        });
        Check.same(own, Thread.currentThread().getContextClassLoader());
    }

    @Case("the context class loader can be set before the start")
    public static void contextClassLoaderBeforeStart() throws Throwable {
        AtomicReference<ClassLoader> inside = new AtomicReference<>();
        Task task = Task.of(() -> inside.set(Thread.currentThread().getContextClassLoader()));
        task.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        task.start();
        task.finish();
        Check.same(ClassLoader.getPlatformClassLoader(), inside.get());
    }

    @Case("an inheritable thread local has its creator's value at the time of construction")
    public static void inheritableThreadLocal() throws Throwable {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("at construction");
        AtomicReference<String> inside = new AtomicReference<>();
        Task task = Task.of(() -> {
            inside.set(local.get());
            local.set("of the child");
        });
        local.set("at start");
        task.start();
        task.finish();
        Check.equal("at construction", inside.get());
        Check.equal("at start", local.get());
    }

    @Case("an inheritable thread local may compute the child's value, in the creator")
    public static void childValue() throws Throwable {
        Thread creator = Thread.currentThread();
        InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>() {
            @Override
            protected Integer childValue(Integer parent) {
                Check.same(creator, Thread.currentThread());
                Suspend.now();
                return parent + 1;
            }
        };
        local.set(1);
        Check.equal(2, inChild(local::get));
        Check.equal(1, local.get());
        local.remove();
    }

    @Case("a plain thread local is not inherited")
    public static void threadLocalIsNotInherited() throws Throwable {
        ThreadLocal<String> local = new ThreadLocal<>();
        local.set("mine");
        Check.same(null, inChild(local::get));
        Check.equal("mine", local.get());
    }

    @Case("a thread constructed so does not inherit thread locals")
    public static void withoutInheritance() throws Throwable {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("mine");
        AtomicReference<String> inside = new AtomicReference<>("unset");
        Thread thread = new Thread(null, () -> inside.set(local.get()), "alone", 0, false);
        thread.start();
        thread.join();
        Check.same(null, inside.get());
    }

    @Case("the uncaught-exception handler of the creator is not inherited")
    public static void handlerIsNotInherited() throws Throwable {
        Task.start(() -> {
                    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
                    Thread fresh = new Thread(() -> {});
                    Check.same(fresh.getThreadGroup(), fresh.getUncaughtExceptionHandler());
                })
                .finish();
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
}
