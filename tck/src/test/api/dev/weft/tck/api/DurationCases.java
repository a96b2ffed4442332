package dev.weft.tck.api;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import dev.weft.tck.Task;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** join and sleep for a Duration. */
public final class DurationCases {
    private static final Duration LONG = Duration.ofMinutes(10);

    private DurationCases() {}

    private static Task waiting(CountDownLatch end) {
        Task task = Task.start(end::await);
        Await.blocked(task);
        return task;
    }

    @Case("join with a duration says whether the thread has ended")
    public static void join() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        long start = System.nanoTime();
        Check.equal(false, task.join(Duration.ofMillis(20)));
        Check.passed(20, start);
        end.countDown();
        Check.equal(true, task.join(LONG));
        Check.equal(true, task.join(Duration.ofMillis(1)));
        task.finish();
    }

    @Case("join with a duration of zero or less only tests")
    public static void joinWithoutWaiting() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Check.equal(false, task.join(Duration.ZERO));
        Check.equal(false, task.join(Duration.ofSeconds(-5)));
        end.countDown();
        task.finish();
        Check.equal(true, task.join(Duration.ZERO));
        Check.equal(true, task.join(Duration.ofSeconds(-5)));
    }

    @Case("join with a duration shorter than a millisecond does not wait for ever")
    public static void joinForNanos() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Check.equal(false, task.join(Duration.ofNanos(1)));
        end.countDown();
        task.finish();
    }

    @Case("join with a duration of a thread that is not started is refused")
    public static void joinUnstarted() {
        Thread thread = new Thread(() -> {});
        Check.fails(IllegalThreadStateException.class, () -> thread.join(Duration.ofMillis(1)));
        Thread virtual = Thread.ofVirtual().unstarted(() -> {});
        Check.fails(IllegalThreadStateException.class, () -> virtual.join(Duration.ZERO));
    }

    @Case("a null duration is refused")
    public static void nullDuration() {
        Check.fails(NullPointerException.class, () -> Thread.currentThread().join((Duration) null));
        Check.fails(NullPointerException.class, () -> Thread.sleep((Duration) null));
    }

    @Case("join with the greatest duration waits, and can be interrupted")
    public static void joinInterrupted() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        AtomicReference<Object> seen = new AtomicReference<>();
        Thread joiner = Thread.startVirtualThread(() -> {
            try {
                task.join(Duration.ofSeconds(Long.MAX_VALUE));
            } catch (InterruptedException e) {
                seen.set(Thread.currentThread().isInterrupted());
            }
        });
        Await.blocked(joiner);
        joiner.interrupt();
        joiner.join();
        Check.equal(false, seen.get());
        end.countDown();
        task.finish();
    }

    @Case("a virtual thread that joins for a duration is released by the end of the other")
    public static void joinReleased() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Thread virtual = Thread.startVirtualThread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Task joiner = Task.start(() -> Check.equal(true, virtual.join(LONG)));
        Await.blocked(joiner);
        end.countDown();
        joiner.finish();
    }

    @Case("join for a duration holds no carrier")
    public static void joinDoesNotPin() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        long pins = Fibers.pinned();
        Thread virtual = Thread.startVirtualThread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Task[] joiners = Task.start(50, () -> Check.equal(true, virtual.join(LONG)));
        for (Task each : joiners) {
            Await.blocked(each);
        }
        end.countDown();
        Task.finish(joiners);
        Check.equal(pins, Fibers.pinned());
    }

    @Case("sleep for a duration lasts that long")
    public static void sleep() throws Throwable {
        long start = System.nanoTime();
        Thread.sleep(Duration.ofMillis(15));
        Check.passed(15, start);
        start = System.nanoTime();
        Thread.sleep(Duration.ofNanos(1_500_000));
        Check.passed(1, start);
    }

    @Case("sleep for a duration can be called by reflection and by handles, on platform threads as in fibers")
    public static void sleepIndirectly() throws Throwable {
        sleepByMethodAndHandle();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread platform = Thread.ofPlatform().start(() -> {
            try {
                sleepByMethodAndHandle();
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        platform.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static void sleepByMethodAndHandle() throws Throwable {
        Method sleep = Thread.class.getMethod("sleep", Duration.class);
        long start = System.nanoTime();
        sleep.invoke(null, Duration.ofMillis(15));
        Check.passed(15, start);
        MethodHandle handle = MethodHandles.lookup().unreflect(sleep);
        start = System.nanoTime();
        handle.invokeExact(Duration.ofMillis(15));
        Check.passed(15, start);
    }

    @Case("sleep for a negative duration does nothing, not even if interrupted")
    public static void sleepNegative() throws Throwable {
        Thread.currentThread().interrupt();
        Thread.sleep(Duration.ofNanos(-1));
        Check.that(Thread.interrupted(), "the flag is still up");
    }

    @Case("sleep for no time at all throws if the thread is interrupted")
    public static void sleepZero() throws Throwable {
        Thread.sleep(Duration.ZERO);
        Thread.currentThread().interrupt();
        Check.fails(InterruptedException.class, () -> Thread.sleep(Duration.ZERO));
        Check.that(!Thread.currentThread().isInterrupted(), "the flag is down");
    }

    @Case("sleep for a duration ends with an interrupt")
    public static void sleepInterrupted() throws Throwable {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread thread = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(Duration.ofSeconds(Long.MAX_VALUE));
            } catch (InterruptedException e) {
                seen.set(e);
            }
        });
        Await.blocked(thread);
        thread.interrupt();
        thread.join();
        Check.that(seen.get() != null, "it was thrown");
    }

    @Case("sleep for a duration holds no carrier")
    public static void sleepDoesNotPin() throws Throwable {
        long pins = Fibers.pinned();
        Task[] sleepers = Task.start(200, () -> Thread.sleep(Duration.ofMillis(30)));
        Task.finish(sleepers);
        Check.equal(pins, Fibers.pinned());
    }
}
