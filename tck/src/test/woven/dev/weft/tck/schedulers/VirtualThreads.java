package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import dev.weft.Weft;
import dev.weft.tck.Body;
import dev.weft.tck.Check;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** What {@code Weft.ofVirtual} promises, with fibers and, with an argument, without. */
public final class VirtualThreads {
    private static final Runnable NOTHING = () -> {};

    private VirtualThreads() {}

    /** One platform thread that takes tasks, and tells whether it is in the middle of one. */
    private static final class Loop implements FiberScheduler {
        final AtomicInteger count = new AtomicInteger();
        final AtomicBoolean refuses = new AtomicBoolean();
        volatile boolean isInside;
        private final ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

        @Override
        public void onStart(Task task) {
            onContinue(task);
        }

        @Override
        public void onContinue(Task task) {
            if (refuses.get()) {
                throw new RejectedExecutionException("full");
            }
            count.incrementAndGet();
            thread.execute(() -> {
                isInside = true;
                task.run();
                isInside = false;
            });
        }
    }

    /** Waits for its end, and throws what its body has thrown. */
    private static void finish(Thread thread, AtomicReference<Throwable> failure) throws Throwable {
        thread.join(30_000);
        Check.that(!thread.isAlive(), "it ends");
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static Runnable catching(Body body, AtomicReference<Throwable> failure) {
        return () -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.set(e);
            }
        };
    }

    static void allThreadsOfABuilder() throws Throwable {
        Loop loop = new Loop();
        Thread.Builder.OfVirtual builder = Weft.ofVirtual(loop).name("v-", 3);
        ThreadFactory factory = builder.factory();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable task = catching(
                () -> {
                    Check.that(loop.isInside, "on the thread");
                    int told = loop.count.get();
                    // where the time is over before it is waited for, nobody is told
                    while (loop.count.get() == told) {
                        Thread.sleep(1);
                    }
                    Check.that(loop.isInside, "on the thread behind a wait");
                    Check.same(loop, Weft.scheduler(Thread.currentThread()));
                },
                failure);
        Thread unstarted = builder.unstarted(task);
        Check.same(loop, Weft.scheduler(unstarted));
        Check.that(unstarted.isVirtual() && unstarted.isDaemon(), "a virtual thread");
        Check.equal("v-3", unstarted.getName());
        unstarted.start();
        finish(unstarted, failure);
        finish(builder.start(task), failure);
        Thread made = factory.newThread(task);
        Check.equal("v-3", made.getName());
        made.start();
        finish(made, failure);
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(factory)) {
            executor.submit(task).get();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        Check.that(loop.count.get() >= 4 * 2, "told " + loop.count);
    }

    static void nobodyElse() throws Throwable {
        Loop loop = new Loop();
        Loop other = new Loop();
        Thread.Builder builder = Weft.ofVirtual(loop);
        Check.same(null, Weft.scheduler(Thread.ofVirtual().unstarted(NOTHING)));
        Check.same(other, Weft.scheduler(Weft.ofVirtual(other).unstarted(NOTHING)));
        Thread chosen = builder.unstarted(NOTHING);
        Weft.scheduler(chosen, other);
        Check.same(other, Weft.scheduler(chosen));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<FiberScheduler> ofChild = new AtomicReference<>();
        Thread parent = builder.start(catching(
                () -> {
                    Thread child = Thread.ofVirtual().start(() -> ofChild.set(Weft.scheduler(Thread.currentThread())));
                    child.join();
                },
                failure));
        finish(parent, failure);
        Check.same(FiberScheduler.workStealing(), ofChild.get());
        Check.equal(0, other.count.get());
    }

    static void aStartThatIsRefused() throws Throwable {
        Loop loop = new Loop();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = Weft.ofVirtual(loop).unstarted(catching(() -> Check.that(loop.isInside, "there"), failure));
        loop.refuses.set(true);
        Check.fails(RejectedExecutionException.class, thread::start);
        Check.equal(Thread.State.NEW, thread.getState());
        Check.same(loop, Weft.scheduler(thread));
        loop.refuses.set(false);
        thread.start();
        finish(thread, failure);
        Check.fails(IllegalThreadStateException.class, thread::start);
    }

    static void noScheduler() {
        try {
            Weft.ofVirtual(null);
        } catch (NullPointerException e) {
            Check.equal("scheduler", e.getMessage());
            return;
        }
        throw new AssertionError("null was taken");
    }

    /** Threads are made and run as without the scheduler, which is not asked. */
    static void withoutFibers() throws Throwable {
        Loop loop = new Loop();
        loop.refuses.set(true);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = Weft.ofVirtual(loop)
                .name("v")
                .unstarted(catching(
                        () -> {
                            Check.that(!Weft.isFiber(), "no fiber");
                            Check.same(null, Weft.scheduler(Thread.currentThread()));
                            Check.fails(IllegalStateException.class, () -> Weft.continueOn(loop));
                        },
                        failure));
        Check.same(loop, Weft.scheduler(thread));
        Check.that(thread.isVirtual() && thread.isDaemon(), "a virtual thread");
        thread.start();
        finish(thread, failure);
        Check.equal(0, loop.count.get());
        Thread old = new Thread(catching(() -> Check.that(!Weft.isFiber(), "no fiber"), failure));
        Weft.scheduler(old, loop);
        old.start();
        finish(old, failure);
        Check.same(null, Weft.scheduler(old));
        Check.equal(0, loop.count.get());
    }

    /** See the class. */
    public static void main(String[] args) {
        if (args.length == 0) {
            Check.report("allThreadsOfABuilder", VirtualThreads::allThreadsOfABuilder);
            Check.report("nobodyElse", VirtualThreads::nobodyElse);
            Check.report("aStartThatIsRefused", VirtualThreads::aStartThatIsRefused);
        } else {
            Check.report("withoutFibers", VirtualThreads::withoutFibers);
        }
        Check.report("noScheduler", VirtualThreads::noScheduler);
    }
}
