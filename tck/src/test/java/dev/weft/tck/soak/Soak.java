package dev.weft.tck.soak;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Everything at once. Arguments: {@code seconds=60 threads=1000 round=10 patience=120 hold=0 seed=1}; or {@code
 * controls}, which breaks each invariant once, and must find it.
 *
 * <p>A round starts the threads, lets them work for its seconds, waits until all have ended and checks the invariants;
 * the first one, of a second, tells what is normal. Exit code 3, and stack traces, if a thread does not end within the
 * patience; 4, and the classes of which there are more, if an invariant is broken and stays so for a quarter of it.
 * Either is held for some seconds before, for who wants to look. {@link Progress} has the form of the lines.
 */
public final class Soak {
    private final Map<String, Work> works = new LinkedHashMap<>();
    private final Ledger ledger = new Ledger();
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final Invariants invariants;
    private final Progress progress;
    private final long patience;
    private final long seed;

    private Soak(long seed, long patience) throws ReflectiveOperationException {
        this.seed = seed;
        this.patience = patience;
        invariants = new Invariants(
                ledger,
                () -> loaders.stream().filter(each -> each.get() != null).count(),
                TimeUnit.SECONDS.toNanos(patience) / 4);
        progress = new Progress(invariants);
        works.put("monitor", ThreadWork::monitor);
        works.put("lock", ThreadWork::lock);
        works.put("queue", ThreadWork::queue);
        works.put("future", ThreadWork::future);
        works.put("time", ThreadWork::time);
        works.put("interrupt", ThreadWork::interrupt);
        works.put("exception", ThreadWork::exception);
        works.put("deep", ThreadWork::deep);
        works.put("pinned", ThreadWork::pinned);
        works.put("locals", ThreadWork::locals);
        works.put("compute", ThreadWork::compute);
        works.put("echo", NetworkWork::echo);
        works.put("close", NetworkWork::close);
        works.put("select", NetworkWork::select);
        works.put("pipe", NetworkWork::pipe);
        works.put("file", SystemWork::file);
        works.put("process", SystemWork::process);
        works.put("classes", SystemWork::classes);
        works.put("garbage", SystemWork::garbage);
        if (Invariants.isWeft()) {
            works.put("continuation", (Work) Class.forName("dev.weft.tck.soak.ContinuationWork")
                    .getDeclaredConstructor()
                    .newInstance());
        }
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Map<String, Long> numbers = new LinkedHashMap<>(
                Map.of("seconds", 60L, "threads", 1_000L, "round", 10L, "patience", 120L, "hold", 0L));
        numbers.put("seed", System.nanoTime());
        boolean isControl = args.length > 0 && args[0].equals("controls");
        for (String each : args) {
            String[] parts = each.split("=");
            if (!isControl && (parts.length != 2 || numbers.replace(parts[0], Long.parseLong(parts[1])) == null)) {
                throw new IllegalArgumentException(each + ": not one of " + numbers);
            }
        }
        System.out.println(numbers);
        Soak soak = new Soak(numbers.get("seed"), numbers.get("patience"));
        int status = isControl
                ? soak.controls()
                : soak.run(numbers.get("seconds"), numbers.get("threads").intValue(), numbers.get("round"));
        if (!isControl && status != 0) {
            System.out.println("held for " + numbers.get("hold") + " s: "
                    + ProcessHandle.current().pid());
            TimeUnit.SECONDS.sleep(numbers.get("hold"));
        }
        System.exit(status);
    }

    private int run(long seconds, int threads, long round) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Work> all = List.copyOf(works.values());
        for (int number = 0; number < 2 || System.nanoTime() < end; number++) {
            long left = TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
            long length = number == 0 ? 1 : Math.max(1, Math.min(round, left));
            if (!round(number, threads, length, all)) {
                return 3;
            }
            List<String> broken = invariants.broken();
            progress.round(ledger);
            if (!broken.isEmpty()) {
                System.out.println("broken: " + broken);
                invariants.grown().forEach(System.out::println);
                return 4;
            }
        }
        System.out.println("all is well");
        return 0;
    }

    /** True if all threads have ended. */
    private boolean round(int number, int count, long seconds, List<Work> all) throws Exception {
        List<Thread> threads = new ArrayList<>(count);
        try (Shared shared = new Shared(ledger)) {
            for (int i = 0; i < count; i++) {
                Random random = new Random(seed + number * 1_000_003L + i);
                threads.add(shared.start(() -> work(shared, random, all)));
            }
            progress.sleep(TimeUnit.SECONDS.toNanos(seconds));
            shared.over = true;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(patience);
            for (Thread each : threads) {
                if (!progress.join(each, end)) {
                    report(threads);
                    return false;
                }
            }
            settle(shared);
        }
        threads.clear();
        return true;
    }

    private void work(Shared shared, Random random, List<Work> all) {
        while (!shared.over) {
            Work work = all.get(random.nextInt(all.size()));
            try {
                work.once(shared, random);
            } catch (Throwable e) {
                e.printStackTrace();
                ledger.check(false, "failed: " + e);
            }
            if (random.nextInt(10) == 0) {
                LockSupport.parkNanos(random.nextInt(20_000_000));
            }
        }
    }

    /** What is still in the structures goes out. */
    private void settle(Shared shared) {
        shared.queue.forEach(each -> ledger.out("sums of queues", each));
        for (int i = 0; i < shared.monitors.length; i++) {
            synchronized (shared.monitors[i]) {
                ledger.out("steps in monitors", shared.guarded[i]);
            }
            shared.locks[i].lock();
            ledger.out("steps in locks", shared.locked[i]);
            shared.locks[i].unlock();
        }
        loaders.removeIf(each -> each.get() == null);
        loaders.addAll(shared.loaders);
    }

    private static void report(List<Thread> threads) {
        int told = 0;
        for (Thread each : threads) {
            if (each.isAlive() && told++ < 20) {
                System.out.println(each + " does not end: " + each.getState());
                for (StackTraceElement frame : each.getStackTrace()) {
                    System.out.println("\tat " + frame);
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------- controls

    private final List<Object> leaked = new ArrayList<>();

    /** Breaks each invariant, one after the other. */
    private int controls() throws Exception {
        round(0, 50, 1, List.copyOf(works.values()));
        List<String> before = invariants.broken();
        if (!before.isEmpty()) {
            System.out.println("broken without a reason: " + before);
            return 4;
        }
        invariants.beImpatient();
        Map<String, Runnable> controls = new LinkedHashMap<>();
        controls.put("bytes of files", () -> ledger.in("bytes of files", 1));
        controls.put("a sleep too short", () -> ledger.check(false, "a sleep too short"));
        controls.put("descriptors", this::leakDescriptors);
        controls.put("loaders", this::leakLoaders);
        controls.put("heap", () -> leaked.add(new byte[16 << 20]));
        controls.put("live threads", () -> leakThreads(1));
        controls.put("kernel threads", this::leakKernelThreads);
        if (Invariants.isWeft()) {
            controls.put("monitors", () -> leakMonitors(20));
            controls.put("timers", () -> leakThreads(4_000));
            controls.put("fibers", () -> leakThreads(400));
        }
        int missed = 0;
        for (Map.Entry<String, Runnable> each : controls.entrySet()) {
            each.getValue().run();
            List<String> found = invariants.broken();
            boolean isFound = found.stream().anyMatch(told -> told.startsWith(each.getKey() + ":"));
            System.out.println(each.getKey() + (isFound ? ": found" : ": MISSED, only " + found));
            missed += isFound ? 0 : 1;
        }
        return missed == 0 ? 0 : 5;
    }

    private void leakDescriptors() {
        try {
            for (int i = 0; i < 10; i++) {
                leaked.add(new java.io.FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void leakLoaders() {
        for (int i = 0; i < 30; i++) {
            ClassLoader loader = new ClassLoader() {};
            leaked.add(loader);
            loaders.add(new WeakReference<>(loader));
        }
    }

    private void leakThreads(int count) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1)));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread each : threads) {
            while (each.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
        }
    }

    private void leakKernelThreads() {
        java.util.concurrent.ForkJoinPool pool = new java.util.concurrent.ForkJoinPool(100);
        leaked.add(pool);
        for (int i = 0; i < 100; i++) {
            pool.execute(() -> LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1)));
        }
        while (pool.getPoolSize() < 100) {
            Thread.yield();
        }
    }

    private void leakMonitors(int count) {
        for (int i = 0; i < count; i++) {
            Object monitor = new Object();
            Thread thread = new Thread(() -> {
                synchronized (monitor) {
                    LockSupport.park();
                }
            });
            thread.setDaemon(true);
            thread.start();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
        }
    }
}
