package dev.weft.tck.locals;

import dev.weft.ContextLocal;
import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.EventLoop;
import dev.weft.FiberScheduler;
import dev.weft.PinnedScheduler;
import dev.weft.Weft;
import java.lang.ref.WeakReference;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** The rules of {@code ContextLocal}, a line each. */
public final class ContextLocals {
    private static final ContextLocal<String> NAME = ContextLocal.newInstance();
    private static final ContextLocal<Object> OTHER = ContextLocal.newInstance();
    private static final ContinuationScope SCOPE = new ContinuationScope("scope");

    private ContextLocals() {}

    private static void say(String what, Object is) {
        System.out.println(what + ": " + is);
    }

    private static String name() {
        return NAME.orElse("unbound");
    }

    private static void in(Thread thread) {
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object of(Callable<?> refused) {
        try {
            return refused.call();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Prints what each rule comes to. */
    public static void main(String[] args) throws Exception {
        refusals();
        extents();
        threads();
        pools();
        continuations();
        carriers();
        endedThreadsKeepNothing();
        carriersKeepNothing();
    }

    private static void refusals() {
        say("unbound", of(NAME::get));
        try {
            NAME.get();
        } catch (NoSuchElementException e) {
            say("message", e.getMessage());
        }
        say("null local", of(() -> ContextLocal.where(null, "")));
        say("null operation", of(() -> {
            ContextLocal.where(NAME, "").run(null);
            return "ran";
        }));
        say("null other", of(() -> NAME.orElse(null)));
        say("not in the carrier", of(() -> ContextLocal.where(NAME, "").get(OTHER)));
        say("orElseThrow", of(() -> NAME.orElseThrow(UnsupportedOperationException::new)));
    }

    private static void extents() throws Exception {
        say("null is a value", ContextLocal.where(OTHER, null).call(() -> OTHER.isBound() + " " + OTHER.get()));
        ContextLocal.Carrier carrier =
                ContextLocal.where(NAME, "first").where(OTHER, 1).where(NAME, "second");
        say("the last one", carrier.get(NAME) + carrier.call(NAME::get) + carrier.call(OTHER::get));
        String nested = carrier.call(
                () -> name() + ContextLocal.where(NAME, "inner").call(() -> name() + OTHER.get()) + name());
        say("nested", nested);
        Object thrown = of(() -> carrier.call(() -> {
            throw new InterruptedException();
        }));
        say("thrown", thrown + " " + name());
    }

    private static void threads() {
        ContextLocal.where(NAME, "starter").run(() -> {
            in(new Thread(() -> say("fiber", Weft.isFiber() + " " + name())));
            Thread platform = new Thread(() -> say("platform", !Weft.isFiber() + " " + name()));
            Weft.lightweight(platform, false);
            in(platform);
            in(new Thread(() -> in(new Thread(() -> say("grandchild", name())))));
        });
        Thread[] made = new Thread[1];
        ContextLocal.where(NAME, "maker")
                .run(() -> made[0] = new Thread(() -> say("made within, started without", name())));
        in(made[0]);
        Thread second = new Thread(() -> say("started again", name()));
        FailingOnce scheduler = new FailingOnce();
        Weft.scheduler(second, scheduler);
        say("a start that fails", of(() -> ContextLocal.where(NAME, "first").call(() -> {
            second.start();
            return null;
        })));
        in(second);
    }

    /** Refuses the first start. */
    private static final class FailingOnce implements FiberScheduler {
        private boolean hasFailed;

        @Override
        public void onStart(Task task) {
            if (!hasFailed) {
                hasFailed = true;
                throw new IllegalStateException();
            }
            FiberScheduler.workStealing().onStart(task);
        }

        @Override
        public void onContinue(Task task) {
            FiberScheduler.workStealing().onContinue(task);
        }
    }

    private static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ContextLocal.where(NAME, "first").call(() -> pool.submit(() -> {}).get());
        Future<?>[] futures = new Future<?>[2];
        ContextLocal.where(NAME, "second").run(() -> {
            futures[0] = pool.submit(() -> name());
            futures[1] = pool.submit(ContextLocal.wrap((Callable<String>) () -> name()));
        });
        say("a pool's worker", futures[0].get() + " " + futures[1].get());
        AtomicReference<String> seen = new AtomicReference<>();
        pool.submit(ContextLocal.wrap(() -> seen.set(name()))).get();
        say("wrapped without bindings", seen + " " + pool.submit(() -> name()).get());
        pool.shutdown();
        ForkJoinPool forkJoin = new ForkJoinPool(1);
        Future<String> forked = ContextLocal.where(NAME, "forker").call(() -> forkJoin.submit(() -> name()));
        say("a ForkJoin worker", forked.get());
        forkJoin.shutdown();
        ContextLocal.where(NAME, "first to delay").run(() -> new CompletableFuture<>().orTimeout(1, TimeUnit.DAYS));
        CompletableFuture<String> delayed = CompletableFuture.supplyAsync(
                ContextLocals::name, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, Runnable::run));
        say("who delays futures", delayed.get());
    }

    private static void continuations() {
        Continuation[] inner = new Continuation[1];
        Continuation outer = new Continuation(SCOPE, () -> {
            say("at first", name());
            ContextLocal.where(OTHER, 1).run(() -> {
                Continuation.suspend(SCOPE);
                say("resumed elsewhere", name() + OTHER.get());
                ContinuationScope own = new ContinuationScope("own");
                inner[0] = new Continuation(
                        own, () -> ContextLocal.where(NAME, "inner").run(() -> {
                            Continuation.suspend(SCOPE);
                            say("resumed within", name() + OTHER.get());
                            Continuation.suspend(own);
                            say("resumed again", name() + OTHER.get());
                        }));
                inner[0].run();
                say("between", name() + OTHER.get());
                inner[0].run();
            });
            say("at last", name() + OTHER.isBound());
        });
        ContextLocal.where(NAME, "first").run(outer::run);
        say("whoever ran it", name());
        in(new Thread(() -> ContextLocal.where(NAME, "fiber").run(() -> {
            outer.run();
            say("whoever resumed it", name() + OTHER.isBound());
        })));
        ContextLocal.where(OTHER, 2).run(() -> {
            outer.run();
            say("whoever ended it", name() + OTHER.get() + outer.isDone());
        });
    }

    /** Who runs the tasks of a scheduler has bindings of its own, a platform thread and a fiber. */
    private static void carriers() {
        carry("a platform thread");
        in(new Thread(() -> carry("a fiber")));
    }

    private static void carry(String host) {
        EventLoop loop = new EventLoop();
        Thread guest = new Thread(() -> {
            String before = thrice();
            ContextLocal.where(NAME, "bound").run(() -> {
                String within = thrice();
                LockSupport.parkNanos(1);
                say("run by " + host, before + " " + within + " " + thrice());
            });
            say("at its end", thrice());
        });
        Weft.scheduler(guest, loop);
        ContextLocal.where(NAME, "guest").run(guest::start);
        ContextLocal.where(NAME, "host").run(() -> {
            String before = thrice();
            boolean isRight = true;
            while (guest.isAlive()) {
                loop.runReady();
                isRight &= thrice().equals(before);
            }
            say(host, before + " " + isRight);
        });
    }

    /** Bindings are shown to readers from the second time on. */
    private static String thrice() {
        return NAME.get() + NAME.get() + NAME.get();
    }

    private static void endedThreadsKeepNothing() throws InterruptedException {
        Thread[] ended = {new Thread(() -> {}), new Thread(() -> {})};
        Weft.lightweight(ended[1], false);
        WeakReference<Object> value = new WeakReference<>(new Object());
        start(value.get(), ended);
        for (Thread each : ended) {
            each.join();
        }
        while (value.get() != null) {
            System.gc();
            Thread.sleep(1);
        }
        say("ended threads", ended[0].getState() + " " + ended[1].getState());
    }

    /** They last as long as the program. */
    private static void carriersKeepNothing() throws InterruptedException {
        WeakReference<Object> value = new WeakReference<>(new Object());
        makeCarriers(value.get());
        while (value.get() != null) {
            System.gc();
            Thread.sleep(1);
        }
        say("carriers", "keep nothing");
    }

    private static void makeCarriers(Object value) {
        ContextLocal.where(OTHER, value).run(() -> new PinnedScheduler(1));
    }

    private static void start(Object value, Thread[] threads) {
        ContextLocal.where(OTHER, value).run(() -> {
            for (Thread each : threads) {
                each.start();
            }
        });
    }
}
