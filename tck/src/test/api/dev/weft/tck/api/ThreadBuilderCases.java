package dev.weft.tck.api;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;

/** Thread.Builder, and the factories that it makes. */
public final class ThreadBuilderCases {
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    private ThreadBuilderCases() {}

    private static final Runnable NOTHING = () -> {};

    @Case("a builder gives every thread the name that is set")
    public static void fixedName() {
        Thread.Builder.OfVirtual virtual = Thread.ofVirtual().name("same");
        Check.equal("same", virtual.unstarted(NOTHING).getName());
        Check.equal("same", virtual.unstarted(NOTHING).getName());
        Check.equal("same", Thread.ofPlatform().name("same").unstarted(NOTHING).getName());
    }

    @Case("a builder counts the names with a number, from the one that is given")
    public static void numberedNames() {
        Thread.Builder virtual = Thread.ofVirtual().name("worker-", 7);
        Check.equal("worker-7", virtual.unstarted(NOTHING).getName());
        Check.equal("worker-8", virtual.unstarted(NOTHING).getName());
        Thread.Builder platform = Thread.ofPlatform().name("p", 0);
        Check.equal("p0", platform.unstarted(NOTHING).getName());
        Check.equal("p1", platform.unstarted(NOTHING).getName());
    }

    @Case("the last name that is set counts")
    public static void lastName() {
        Check.equal(
                "b",
                Thread.ofVirtual().name("a", 1).name("b").unstarted(NOTHING).getName());
        Check.equal(
                "b3",
                Thread.ofVirtual().name("a").name("b", 3).unstarted(NOTHING).getName());
    }

    @Case("a virtual thread without a name has an empty one, a platform thread one of the form Thread-number")
    public static void noName() {
        Check.equal("", Thread.ofVirtual().unstarted(NOTHING).getName());
        String name = Thread.ofPlatform().unstarted(NOTHING).getName();
        Check.that(name.matches("Thread-\\d+"), name);
    }

    @Case("names that are null, and numbers that are negative, are refused")
    public static void badNames() {
        for (Thread.Builder builder : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
            Check.fails(NullPointerException.class, () -> builder.name(null));
            Check.fails(NullPointerException.class, () -> builder.name(null, 0));
            Check.fails(IllegalArgumentException.class, () -> builder.name("n", -1));
        }
    }

    @Case("a null task is refused by builders and factories")
    public static void nullTask() {
        for (Thread.Builder builder : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
            Check.fails(NullPointerException.class, () -> builder.unstarted(null));
            Check.fails(NullPointerException.class, () -> builder.start(null));
            Check.fails(NullPointerException.class, () -> builder.factory().newThread(null));
        }
    }

    @Case("a null handler is refused")
    public static void nullHandler() {
        Check.fails(NullPointerException.class, () -> Thread.ofVirtual().uncaughtExceptionHandler(null));
        Check.fails(NullPointerException.class, () -> Thread.ofPlatform().uncaughtExceptionHandler(null));
    }

    @Case("each setter returns the builder that it sets")
    public static void fluent() {
        Thread.Builder.OfVirtual virtual = Thread.ofVirtual();
        Check.same(virtual, virtual.name("a"));
        Check.same(virtual, virtual.name("a", 1));
        Check.same(virtual, virtual.inheritInheritableThreadLocals(true));
        Check.same(virtual, virtual.uncaughtExceptionHandler((t, e) -> {}));
        Thread.Builder.OfPlatform platform = Thread.ofPlatform();
        Check.same(platform, platform.name("a"));
        Check.same(platform, platform.name("a", 1));
        Check.same(platform, platform.inheritInheritableThreadLocals(true));
        Check.same(platform, platform.uncaughtExceptionHandler((t, e) -> {}));
        Check.same(platform, platform.daemon());
        Check.same(platform, platform.daemon(false));
        Check.same(platform, platform.priority(1));
        Check.same(platform, platform.stackSize(0));
        Check.same(platform, platform.group(new ThreadGroup("g")));
    }

    @Case("a thread of ofPlatform is a platform thread")
    public static void platform() throws Throwable {
        AtomicReference<Boolean> inside = new AtomicReference<>();
        Thread thread = Thread.ofPlatform()
                .unstarted(() -> inside.set(Thread.currentThread().isVirtual()));
        Check.that(!thread.isVirtual(), "before");
        thread.start();
        thread.join();
        Check.equal(false, inside.get());
        Check.that(!thread.isVirtual(), "after");
        Check.same(Thread.class, thread.getClass());
    }

    @Case("a platform thread is a daemon if its maker is, or as the builder says")
    public static void daemon() throws Throwable {
        boolean own = Thread.currentThread().isDaemon();
        Check.equal(own, Thread.ofPlatform().unstarted(NOTHING).isDaemon());
        Check.equal(true, Thread.ofPlatform().daemon().unstarted(NOTHING).isDaemon());
        Check.equal(false, Thread.ofPlatform().daemon(false).unstarted(NOTHING).isDaemon());
        AtomicReference<Boolean> inherited = new AtomicReference<>();
        Thread maker = new Thread(
                () -> inherited.set(Thread.ofPlatform().unstarted(NOTHING).isDaemon()));
        maker.setDaemon(true);
        maker.start();
        maker.join();
        Check.equal(true, inherited.get());
    }

    @Case("a platform thread has the priority that the builder says, as far as the group allows")
    public static void priority() {
        Check.equal(3, Thread.ofPlatform().priority(3).unstarted(NOTHING).getPriority());
        ThreadGroup group = new ThreadGroup("low");
        group.setMaxPriority(2);
        Check.equal(
                2,
                Thread.ofPlatform().group(group).priority(9).unstarted(NOTHING).getPriority());
        Check.fails(IllegalArgumentException.class, () -> Thread.ofPlatform().priority(0));
        Check.fails(IllegalArgumentException.class, () -> Thread.ofPlatform().priority(11));
    }

    @Case("a platform thread belongs to the group that the builder says")
    public static void group() throws Throwable {
        ThreadGroup group = new ThreadGroup("given");
        AtomicReference<ThreadGroup> inside = new AtomicReference<>();
        Thread thread = Thread.ofPlatform()
                .group(group)
                .start(() -> inside.set(Thread.currentThread().getThreadGroup()));
        thread.join();
        Check.same(group, inside.get());
        Check.same(
                Thread.currentThread().getThreadGroup(),
                Thread.ofPlatform().unstarted(NOTHING).getThreadGroup());
        Check.fails(NullPointerException.class, () -> Thread.ofPlatform().group(null));
    }

    @Case("a stack size may be asked for, but no negative one")
    public static void stackSize() throws Throwable {
        Thread thread = Thread.ofPlatform().stackSize(1 << 20).start(NOTHING);
        thread.join();
        Check.fails(IllegalArgumentException.class, () -> Thread.ofPlatform().stackSize(-1));
    }

    @Case("threads inherit inheritable thread locals, unless the builder says no")
    public static void inheritance() throws Throwable {
        INHERITED.set("mine");
        try {
            Check.equal("mine", seenBy(Thread.ofVirtual()));
            Check.equal("mine", seenBy(Thread.ofPlatform()));
            Check.equal(null, seenBy(Thread.ofVirtual().inheritInheritableThreadLocals(false)));
            Check.equal(null, seenBy(Thread.ofPlatform().inheritInheritableThreadLocals(false)));
            Check.equal(
                    "mine",
                    seenBy(Thread.ofVirtual()
                            .inheritInheritableThreadLocals(false)
                            .inheritInheritableThreadLocals(true)));
        } finally {
            INHERITED.remove();
        }
    }

    private static String seenBy(Thread.Builder builder) throws InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>();
        builder.start(() -> seen.set(INHERITED.get())).join();
        return seen.get();
    }

    @Case("threads inherit the context class loader, or have the system's if they inherit nothing")
    public static void contextClassLoader() throws Throwable {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader other = new ClassLoader(before) {};
        Thread.currentThread().setContextClassLoader(other);
        try {
            for (Thread.Builder builder : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
                Check.same(other, builder.unstarted(NOTHING).getContextClassLoader());
                Check.same(
                        ClassLoader.getSystemClassLoader(),
                        builder.inheritInheritableThreadLocals(false)
                                .unstarted(NOTHING)
                                .getContextClassLoader());
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Case("the handler that a builder sets is the thread's own")
    public static void handler() {
        Thread.UncaughtExceptionHandler handler = (t, e) -> {};
        for (Thread.Builder builder : new Thread.Builder[] {Thread.ofVirtual(), Thread.ofPlatform()}) {
            Thread thread = builder.uncaughtExceptionHandler(handler).unstarted(NOTHING);
            Check.same(handler, thread.getUncaughtExceptionHandler());
        }
        Thread thread = Thread.ofVirtual().unstarted(NOTHING);
        Check.same(thread.getThreadGroup(), thread.getUncaughtExceptionHandler());
    }

    @Case("a factory makes threads as the builder was when it made the factory")
    public static void factoryIsACopy() {
        Thread.Builder builder = Thread.ofVirtual().name("f-", 5);
        ThreadFactory factory = builder.factory();
        builder.name("other");
        Check.equal("f-5", factory.newThread(NOTHING).getName());
        Check.equal("f-6", factory.newThread(NOTHING).getName());
        Check.equal("other", builder.unstarted(NOTHING).getName());
    }

    @Case("builder and factory count on their own")
    public static void factoryCountsOnItsOwn() {
        Thread.Builder builder = Thread.ofPlatform().name("n", 1);
        ThreadFactory factory = builder.factory();
        Check.equal("n1", builder.unstarted(NOTHING).getName());
        Check.equal("n1", factory.newThread(NOTHING).getName());
        Check.equal("n2", factory.newThread(NOTHING).getName());
        Check.equal("n2", builder.unstarted(NOTHING).getName());
    }

    @Case("a factory makes threads that are not started, of its kind")
    public static void factoryKinds() throws Throwable {
        Thread virtual = Thread.ofVirtual().factory().newThread(NOTHING);
        Check.that(virtual.isVirtual(), "virtual");
        Check.equal(Thread.State.NEW, virtual.getState());
        Thread platform = Thread.ofPlatform().daemon().priority(4).factory().newThread(NOTHING);
        Check.that(!platform.isVirtual() && platform.isDaemon(), "platform and daemon");
        Check.equal(4, platform.getPriority());
        virtual.start();
        virtual.join();
    }

    @Case("a factory that many threads use gives every number once")
    public static void factoryIsThreadSafe() throws Throwable {
        ThreadFactory factory = Thread.ofVirtual().name("", 0).factory();
        Set<String> names = ConcurrentHashMap.newKeySet();
        Thread[] users = new Thread[8];
        for (int i = 0; i < users.length; i++) {
            users[i] = Thread.startVirtualThread(() -> {
                for (int k = 0; k < 100; k++) {
                    names.add(factory.newThread(NOTHING).getName());
                    Thread.yield();
                }
            });
        }
        for (Thread each : users) {
            each.join();
        }
        Check.equal(800, names.size());
        Check.that(names.contains("799"), "the last one is there");
    }

    @Case("start of a builder returns the started thread")
    public static void start() throws Throwable {
        AtomicReference<Thread> inside = new AtomicReference<>();
        Thread thread = Thread.ofVirtual().start(() -> inside.set(Thread.currentThread()));
        thread.join();
        Check.same(thread, inside.get());
        Thread platform = Thread.ofPlatform().start(() -> inside.set(Thread.currentThread()));
        platform.join();
        Check.same(platform, inside.get());
    }
}
