package dev.weft.bench;

import dev.weft.bench.shape.Shapes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The quick figures of the guard: prints, line by line, a name and the least nanoseconds that one call has spent on a
 * processor, in the carriers or in the plain thread. Not the time that has passed, of which a busy machine takes most;
 * the least, since what else happens only adds to it.
 */
public final class GuardBodies {
    private static final int HOPS = 20_000;

    /** A figure takes at most so many times its share, in time that passes. */
    private static final int PATIENCE = 20;

    private static final Set<Shapes> CODE = EnumSet.of(
            Shapes.HASH_MAP, Shapes.GETTERS, Shapes.STRINGS, Shapes.RECURSION, Shapes.JSON, Shapes.EXCEPTIONS);

    /** What each carrier has spent, those included that have ended since. */
    private static final Map<Path, Long> CARRIERS = new HashMap<>();

    private interface Body {
        void run() throws InterruptedException;
    }

    private interface Clock {
        long nanos() throws IOException, InterruptedException;
    }

    private GuardBodies() {}

    /**
     * Takes the milliseconds on a processor for each figure, and {@code fibers}, or {@code plain} for what plain
     * threads are asked.
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[0]));
        boolean inFibers = args[1].equals("fibers");
        Map<String, Body> bodies = inFibers ? fibers() : plain();
        Clock clock = inFibers ? GuardBodies::ofCarriers : ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime;
        for (Map.Entry<String, Body> each : bodies.entrySet()) {
            System.out.println(each.getKey() + "=" + least(each.getValue(), nanos, clock));
        }
        System.exit(0);
    }

    private static Map<String, Body> fibers() {
        Map<String, Body> bodies = new LinkedHashMap<>();
        bodies.put("hand-over", () -> HandOver.handOver(HOPS));
        bodies.put(
                "queue", () -> QueuePingPong.pingPong(HOPS, new ArrayBlockingQueue<>(1), new ArrayBlockingQueue<>(1)));
        bodies.put("wait-notify", () -> WaitNotify.pingPong(HOPS));
        bodies.put("start-join", () -> StartJoin.startAndJoin(HOPS, 500));
        bodies.put("monitor-hand-over", () -> Monitor.handOver(HOPS, true));
        for (Shapes shape : CODE) {
            bodies.put(name(shape), () -> NeverSuspending.runInThread(shape, 1));
        }
        return bodies;
    }

    /** In the main thread, whose clock is asked. */
    private static Map<String, Body> plain() {
        Map<String, Body> bodies = new LinkedHashMap<>();
        long[] sum = new long[1];
        for (Shapes shape : CODE) {
            bodies.put(name(shape), () -> sum[0] += shape.run());
        }
        return bodies;
    }

    private static String name(Shapes shape) {
        return "code " + shape.name().toLowerCase(Locale.ROOT);
    }

    private static long least(Body body, long nanos, Clock clock) throws InterruptedException, IOException {
        long least = Long.MAX_VALUE;
        long begin = System.nanoTime();
        long all = 0;
        long improved = 0;
        // in terms of the same clock, so that the compilers of a busy machine have their time, too
        while ((all < nanos || all - improved < nanos) && System.nanoTime() - begin < PATIENCE * nanos) {
            long before = clock.nanos();
            body.run();
            long spent = clock.nanos() - before;
            all += spent;
            if (spent < least) {
                // a little better is no sign that the compilers are still at work
                improved = spent < 0.9 * least ? all : improved;
                least = spent;
            }
        }
        return least;
    }

    /** Waits until the carriers sleep: the kernel's count of a running thread lags behind by up to its clock's tick. */
    private static long ofCarriers() throws IOException, InterruptedException {
        Thread.sleep(2);
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            for (Path thread : (Iterable<Path>) threads::iterator) {
                try {
                    if (Files.readString(thread.resolve("comm")).startsWith("weft-carrier")) {
                        String count = Files.readString(thread.resolve("schedstat"));
                        CARRIERS.put(thread, Long.valueOf(count.split(" ")[0]));
                    }
                } catch (IOException e) {
                    // a thread that has just ended: the file is not there, or was and cannot be read
                    if (Files.exists(thread)) {
                        throw e;
                    }
                }
            }
        }
        return CARRIERS.values().stream().mapToLong(Long::longValue).sum();
    }
}
