package dev.weft.tck.locals;

import dev.weft.ThreadLocalUse;
import dev.weft.Weft;
import dev.weft.tck.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that have values of thread locals, and what is told of those; then it waits for the end of its input. */
public final class CountedLocals {
    private static final ThreadLocal<StringBuilder> BUILDER = ThreadLocal.withInitial(StringBuilder::new);
    private static final InheritableThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

    /** Declared as something else. */
    private static final Object HIDDEN = new ThreadLocal<Integer>();

    /** In an object. */
    private final ThreadLocal<Thread.State> ofObject = new ThreadLocal<>() {};

    private CountedLocals() {}

    @SuppressWarnings("unchecked")
    private void use(int number, CountDownLatch used, CountDownLatch end) {
        BUILDER.get().append(number);
        INHERITED.set(number % 2 == 0 ? "text" : null);
        ((ThreadLocal<Integer>) HIDDEN).set(number);
        ofObject.set(Thread.State.NEW);
        used.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ThreadLocalUse> own() {
        List<ThreadLocalUse> own = new ArrayList<>();
        for (ThreadLocalUse each : Weft.threadLocals()) {
            String where = each.field() == null ? each.localClass() : each.field();
            if (where.startsWith(CountedLocals.class.getName())) {
                own.add(each);
            }
        }
        return own;
    }

    /** Needs no arguments. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        CountedLocals object = new CountedLocals();
        Check.equal(List.of(), own());
        CountDownLatch used = new CountDownLatch(13);
        CountDownLatch end = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 8; i++) {
            int number = i;
            pool.execute(() -> object.use(number, used, end));
        }
        for (int i = 8; i < 13; i++) {
            int number = i;
            Thread thread = new Thread(() -> object.use(number, used, end));
            Weft.lightweight(thread, i < 10);
            thread.start();
        }
        used.await();
        own().forEach(System.out::println);
        System.out.println("ready");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        end.countDown();
        pool.shutdown();
    }
}
