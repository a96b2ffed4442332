package dev.weft.tck.programs;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that build texts in builders that thread locals keep, and may be suspended in the middle;
 * {@code -Dweft.processorLocal} makes them processor locals. Arguments: how many threads; {@code inside} to be
 * suspended while they build, {@code outside} to be so before and after; {@code broken} for a control that keeps one
 * builder for all. Prints whether all texts were right, and how many builders are kept.
 */
public final class ChosenLocals {
    private static final Queue<WeakReference<StringBuilder>> MADE = new ConcurrentLinkedQueue<>();
    private static final AtomicReference<String> WRONG = new AtomicReference<>();
    private static final StringBuilder ONE = new StringBuilder();

    static final ThreadLocal<StringBuilder> BUILDERS = ThreadLocal.withInitial(() -> {
        StringBuilder made = new StringBuilder();
        MADE.add(new WeakReference<>(made));
        return made;
    });

    private ChosenLocals() {}

    /** Runs the threads, all of which are alive together. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        boolean isInside = !args[1].equals("outside");
        boolean isBroken = args[1].equals("broken");
        CountDownLatch over = new CountDownLatch(count);
        CountDownLatch counted = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    for (int k = 0; k < 10; k++) {
                        build(isBroken ? ONE : BUILDERS.get(), number * 10 + k, isInside);
                        useTheJdks(number * 10 + k);
                    }
                } catch (Throwable t) {
                    WRONG.set(t.toString());
                }
                over.countDown();
                try {
                    counted.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        over.await();
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        String kept = kept(count);
        counted.countDown();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println(WRONG.get() == null ? "right" : "wrong: " + WRONG);
        System.out.println(kept);
    }

    /** What becomes of the builders while all threads wait, and use none. */
    private static String kept(int count) throws InterruptedException {
        long alive = count;
        for (int i = 0; i < 20 && alive >= count / 4; i++) {
            System.gc();
            Thread.sleep(10);
            alive = MADE.stream().filter(each -> each.get() != null).count();
        }
        return alive < count / 4 ? "few" : alive >= count ? "many" : "some";
    }

    private static void build(StringBuilder builder, int number, boolean isInside) {
        builder.setLength(0);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            String part = number + "." + i + " ";
            builder.append(part);
            expected.append(part);
            if (isInside) {
                suspend(number + i);
            }
        }
        compare(expected.toString(), builder.toString());
    }

    private static void suspend(int kind) {
        if (kind % 2 == 0) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(1_000);
        }
    }

    private static void useTheJdks(int number) {
        compare(number + ".5", Double.toString(number + 0.5));
        compare(number + ".500", String.format(java.util.Locale.ROOT, "%.3f", number + 0.5));
        compare("/ä" + number, URI.create("http://h/%C3%A4" + number).getPath());
    }

    private static void compare(String expected, String found) {
        if (!expected.equals(found)) {
            WRONG.set(found + " instead of " + expected);
        }
    }
}
