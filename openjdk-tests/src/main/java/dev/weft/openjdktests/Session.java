package dev.weft.openjdktests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the actions of tests, and writes the journal. */
final class Session {
    private final Suite suite;
    private final Options options;
    private final Journal journal;
    private final Launch launch;
    private final Planner planner;
    private final Compiler compiler;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private volatile boolean isStopped;

    Session(Suite suite, Options options, Journal journal) throws IOException {
        this.suite = suite;
        this.options = options;
        this.journal = journal;
        this.planner = new Planner(suite, options);
        this.compiler = new Compiler(options);
        this.launch = new Launch(suite, options, Libraries.copyRunner(options.work()));
    }

    /** From now on nothing is written: what is killed has not failed. */
    void stop() {
        isStopped = true;
        Child.killAll();
    }

    /** Runs a test in all modes. */
    void run(TestDescription test) throws InterruptedException {
        Optional<String> exclusive = suite.exclusive().stream()
                .filter(folder -> !folder.isEmpty() && test.name().startsWith(folder + "/"))
                .findFirst();
        Object lock = exclusive.isEmpty() ? new Object() : locks.computeIfAbsent(exclusive.get(), k -> new Object());
        synchronized (lock) {
            try {
                runAlone(test);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void runAlone(TestDescription test) throws IOException, InterruptedException {
        if (isStopped) {
            return;
        }
        Plan plan = planner.plan(test);
        if (!plan.notRun().isEmpty()) {
            notRun(test, plan.notRun());
            return;
        }
        Path folder = options.work().resolve("logs").resolve(test.name());
        delete(folder);
        Path compiled = folder.resolve("classes");
        Files.createDirectories(compiled);
        int first = firstRun(plan);
        try {
            for (Action action : plan.actions().subList(0, first)) {
                compiler.apply(plan, action, compiled);
            }
            if (!hasLateSteps(plan, first)) {
                for (Action action :
                        plan.actions().subList(first, plan.actions().size())) {
                    compiler.apply(plan, action, compiled);
                }
            }
            for (Mode mode : options.modes()) {
                if (runIn(mode, plan, folder, compiled) && options.isPlainAskedLater()) {
                    break;
                }
            }
        } catch (Compiler.Failed e) {
            notRun(test, "cannot be built: " + e.getMessage());
        } finally {
            delete(compiled);
        }
    }

    /** How many steps there are before the first that starts a JVM. */
    private static int firstRun(Plan plan) {
        int first = 0;
        while (!plan.actions().get(first).runs()) {
            first++;
        }
        return first;
    }

    private static boolean hasLateSteps(Plan plan, int first) {
        return plan.actions().stream().skip(first).anyMatch(action -> !action.runs());
    }

    private void notRun(TestDescription test, String reason) throws IOException {
        for (Mode mode : Mode.values()) {
            add(new Outcome(test.name(), 0, mode, Verdict.NOT_RUN, 0, "", reason));
        }
    }

    /** Whether all has passed. The classes are a copy, as a test may change them. */
    private boolean runIn(Mode mode, Plan plan, Path folder, Path compiled)
            throws IOException, InterruptedException, Compiler.Failed {
        Path scratch = folder.resolve("scratch");
        // at the same place in both modes: tests print and compare paths
        Path classes = folder.resolve("run");
        copy(compiled, classes);
        Files.createDirectories(scratch);
        int run = 0;
        List<Outcome> outcomes = new ArrayList<>();
        try {
            for (Action action : plan.actions()) {
                run++;
                if (run > firstRun(plan)) {
                    compiler.apply(plan, action, classes);
                }
                if (action.runs()) {
                    outcomes.add(runOne(mode, plan, action, run, classes, scratch));
                }
            }
            // only now: a test that was interrupted has no outcome
            for (Outcome outcome : outcomes) {
                add(outcome);
            }
            return outcomes.stream().allMatch(outcome -> outcome.verdict() == Verdict.PASSED);
        } finally {
            delete(scratch);
            delete(classes);
        }
    }

    private Outcome runOne(Mode mode, Plan plan, Action action, int run, Path classes, Path scratch)
            throws IOException, InterruptedException {
        List<String> command = launch.command(plan, action, mode, classes, scratch);
        Path log = scratch.resolveSibling(mode.label() + "-" + run + ".log");
        Files.writeString(log.resolveSibling(mode.label() + "-" + run + ".command"), String.join("\n", command) + "\n");
        Child.Result result = Child.run(
                command,
                launch.classPathOf(plan, classes),
                scratch,
                log,
                millis(action),
                action.keys().containsKey("fail"));
        return new Outcome(
                plan.test().name(), run, mode, result.verdict(), result.millis(), action.text(), result.detail());
    }

    private long millis(Action action) {
        String own = action.keys().getOrDefault("timeout", "0");
        long seconds = Math.max(options.seconds(), own.isEmpty() ? 0 : Long.parseLong(own));
        return (long) (TimeUnit.SECONDS.toMillis(seconds) * options.factor());
    }

    private void add(Outcome outcome) throws IOException {
        if (!isStopped) {
            journal.add(outcome);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(from)) {
            walk.forEach(all::add);
        }
        for (Path each : all) {
            Path target = to.resolve(from.relativize(each));
            if (Files.isDirectory(each)) {
                Files.createDirectories(target);
            } else {
                Files.copy(each, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Deletes what is there; what cannot be deleted, such as what a test has protected, stays. */
    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                file.toFile().delete();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, IOException e) {
                each.toFile().delete();
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
