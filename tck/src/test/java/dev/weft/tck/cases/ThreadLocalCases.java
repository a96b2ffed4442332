package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Thread locals. */
public final class ThreadLocalCases {
    private ThreadLocalCases() {}

    @Case("each thread has its own value of a thread local, across suspensions")
    public static void ownValues() throws Throwable {
        ThreadLocal<Integer> local = new ThreadLocal<>();
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(20, () -> {
            Integer own = next.incrementAndGet();
            local.set(own);
            for (int i = 0; i < 20; i++) {
                Suspend.now();
                Check.equal(own, local.get());
            }
        }));
        Check.same(null, local.get());
    }

    @Case("the initial value of a thread local is computed once per thread")
    public static void initialValueOnce() throws Throwable {
        AtomicInteger calls = new AtomicInteger();
        ThreadLocal<Integer> local = ThreadLocal.withInitial(calls::incrementAndGet);
        Task.finish(Task.start(5, () -> {
            Integer first = local.get();
            Suspend.now();
            Check.same(first, local.get());
        }));
        Check.equal(5, calls.get());
    }

    @Case("the initial value of a thread local may take a suspension to compute")
    public static void initialValueMaySuspend() throws Throwable {
        ThreadLocal<Thread> local = ThreadLocal.withInitial(() -> {
            Suspend.now();
            return Thread.currentThread();
        });
        Task.finish(Task.start(5, () -> Check.same(Thread.currentThread(), local.get())));
        Check.same(Thread.currentThread(), local.get());
    }

    @Case("a thread local that was removed has its initial value again")
    public static void remove() {
        AtomicInteger calls = new AtomicInteger();
        ThreadLocal<Integer> local = ThreadLocal.withInitial(calls::incrementAndGet);
        Check.equal(1, local.get());
        local.set(77);
        Check.equal(77, local.get());
        local.remove();
        Check.equal(2, local.get());
        local.remove();
    }

    @Case("a hundred thread locals keep their values apart")
    public static void manyLocals() throws Throwable {
        Task.finish(Task.start(3, () -> {
            ThreadLocal<?>[] locals = new ThreadLocal<?>[100];
            for (int i = 0; i < locals.length; i++) {
                int value = i;
                locals[i] = ThreadLocal.withInitial(() -> value);
                locals[i].get();
            }
            Suspend.now();
            for (int i = 0; i < locals.length; i++) {
                Check.equal(i, locals[i].get());
            }
        }));
    }

    @Case("a date format per thread, as legacy code keeps it, formats right in many threads")
    public static void dateFormatPerThread() throws Throwable {
        ThreadLocal<SimpleDateFormat> format = ThreadLocal.withInitial(() -> {
            SimpleDateFormat made = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss");
            made.setTimeZone(TimeZone.getTimeZone("UTC"));
            return made;
        });
        Set<SimpleDateFormat> formats = ConcurrentHashMap.newKeySet();
        Task.finish(Task.start(10, () -> {
            for (int i = 0; i < 10; i++) {
                formats.add(format.get());
                Check.equal("1970-01-01 00:00:0" + i, format.get().format(new Date(i * 1_000L)));
                Suspend.now();
            }
        }));
        Check.that(!formats.isEmpty(), "formats were made");
    }

    @Case("ThreadLocalRandom is usable across suspensions and keeps to its bounds")
    public static void threadLocalRandom() throws Throwable {
        Task.finish(Task.start(5, () -> {
            for (int i = 0; i < 50; i++) {
                int value = ThreadLocalRandom.current().nextInt(10, 20);
                Check.that(value >= 10 && value < 20, value + " is within its bounds");
                Suspend.now();
            }
        }));
    }

    @Case("a thread local is not kept from a thread that runs after another one has ended")
    public static void noValueOfAnEndedThread() throws Throwable {
        ThreadLocal<String> local = new ThreadLocal<>();
        for (int i = 0; i < 50; i++) {
            Task.start(() -> {
                        Check.same(null, local.get());
                        local.set("left behind");
                    })
                    .finish();
        }
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
}
