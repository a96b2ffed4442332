package dev.weft.tck.locals;

import dev.weft.ProcessorLocal;
import dev.weft.Weft;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The rules of {@code ProcessorLocal}, a line each. */
public final class ProcessorLocals {
    private ProcessorLocals() {}

    private static void say(String what, Object is) {
        System.out.println(what + ": " + is);
    }

    private static Object of(Callable<?> refused) {
        try {
            return refused.call();
        } catch (IllegalStateException e) {
            return e.getMessage();
        } catch (Throwable t) {
            return t.getClass().getSimpleName();
        }
    }

    /** The first time it throws. */
    private static ProcessorLocal<String> failing() {
        AtomicInteger calls = new AtomicInteger();
        return ProcessorLocal.withInitial(() -> {
            if (calls.getAndIncrement() == 0) {
                throw new UnsupportedOperationException("first");
            }
            return "second";
        });
    }

    /** Prints what each rule comes to. */
    public static void main(String[] args) throws Exception {
        refusals();
        lending();
        sharing();
        surplus();
        say("processor", Weft.processor() >= 0);
        boolean[] isSame = new boolean[1];
        Thread platform = new Thread(() -> {
            int first = Weft.processor();
            Thread.yield();
            isSame[0] = Weft.processor() == first;
        });
        Weft.lightweight(platform, false);
        platform.start();
        platform.join();
        say("a platform thread's does not change", isSame[0]);
    }

    private static void refusals() {
        say("null initializer", of(() -> ProcessorLocal.withInitial(null)));
        say("null use", of(() -> ProcessorLocal.withInitial(Object::new).withValue(null)));
        ProcessorLocal<String> lent = failing();
        say("thrown by the initializer", of(() -> lent.withValue(value -> value)));
        say("tried anew", of(() -> lent.withValue(value -> value)));
        say("null", of(() -> ProcessorLocal.withInitial(() -> null).withValue(value -> value)));
        ProcessorLocal<String> shared = failing();
        say("shared, thrown by the initializer", of(shared::shared));
        say("shared, tried anew", of(shared::shared));
        ProcessorLocal<String> error = ProcessorLocal.withInitial(() -> {
            throw new InternalError();
        });
        say("an error of the initializer", of(error::shared));
        say(
                "thrown by the use",
                of(() -> lent.withValue(value -> {
                    throw new InterruptedException();
                })));
    }

    private static void lending() {
        ProcessorLocal<Object> local = ProcessorLocal.withInitial(Object::new);
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        local.withValue(outer -> local.withValue(inner -> {
            seen.add(outer);
            seen.add(inner);
            return null;
        }));
        say("lent within itself", seen.size() == 2 ? "another" : "the same");
        say("lent again", local.withValue(seen::contains));
    }

    private static void sharing() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        ProcessorLocal<Object> local = ProcessorLocal.withInitial(() -> {
            made.incrementAndGet();
            return new Object();
        });
        Set<Object> shared = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(() -> shared.add(local.shared()));
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        say("shared by all", made.get() == shared.size());
        say("never one of those that are lent", local.withValue(value -> !shared.contains(value)));
        List<Object> idle = new ArrayList<>();
        local.forEach(idle::add);
        say("idle", idle.size() == made.get());
    }

    private static void surplus() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger dropped = new AtomicInteger();
        ProcessorLocal<Integer> local =
                ProcessorLocal.withInitial(made::incrementAndGet, value -> dropped.incrementAndGet());
        int count = 500;
        CountDownLatch all = new CountDownLatch(count);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> local.withValue(value -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return null;
            }));
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        List<Integer> idle = new ArrayList<>();
        local.forEach(idle::add);
        say("surplus", made.get() == count && dropped.get() > 0 && idle.size() + dropped.get() == count);
    }
}
