package dev.weft.openjdktests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Runs OpenJDK's tests on the plain JDK and as fibers, and compares. */
public final class Main {
    private Main() {}

    /** The exit code is 0 if nothing differs without a known reason, 1 if something does, 2 if the command is wrong. */
    public static void main(String[] args) throws Exception {
        if (args.length == 0 || !Set.of("run", "report").contains(args[0])) {
            System.err.print(Options.USAGE);
            System.exit(2);
        }
        try {
            Path home = Path.of(System.getProperty("openjdktests.home", "."))
                    .toAbsolutePath()
                    .normalize();
            Options options = Options.parse(Arrays.asList(args).subList(1, args.length), home);
            Files.createDirectories(options.work());
            Journal journal = new Journal(options.work().resolve("journal.tsv"));
            KnownDifferences known = KnownDifferences.read(options.known());
            if (args[0].equals("run")) {
                run(options, journal, known);
            }
            System.exit(report(options, journal, known) ? 0 : 1);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("openjdk-tests: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void run(Options options, Journal journal, KnownDifferences known)
            throws IOException, InterruptedException {
        if (options.tests() == null) {
            throw new IllegalArgumentException("--tests is missing: the folder test/jdk of a checkout of JDK 17");
        }
        Suite suite = new Suite(options.tests());
        Set<String> done = done(options, journal, known);
        List<TestDescription> tests = suite.find(options.only()).stream()
                .filter(test -> !done.contains(test.name()))
                .toList();
        Session session = new Session(suite, options, journal);
        Runtime.getRuntime().addShutdownHook(new Thread(session::stop));
        ExecutorService pool = Executors.newFixedThreadPool(options.jobs());
        AtomicInteger count = new AtomicInteger();
        AtomicReference<Throwable> broken = new AtomicReference<>();
        for (TestDescription test : tests) {
            pool.execute(() -> {
                try {
                    session.run(test);
                    System.out.println(count.incrementAndGet() + "/" + tests.size() + " " + test.name());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (RuntimeException | Error e) {
                    broken.compareAndSet(null, e);
                    System.err.println("openjdk-tests: the driver failed at " + test.name() + ": " + e);
                }
            });
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.HOURS)) {
            System.out.println(new Report(journal.outcomes(), known).summary());
        }
        if (broken.get() != null) {
            throw new IOException("the driver failed: " + broken.get());
        }
    }

    /** The tests that need not run: those that have an outcome in each wanted mode and are not asked for again. */
    private static Set<String> done(Options options, Journal journal, KnownDifferences known) {
        Set<String> done = new HashSet<>();
        if (options.redo() == Options.Redo.ALL) {
            return done;
        }
        Report report = new Report(journal.outcomes(), known);
        journal.outcomes().forEach(outcome -> done.add(outcome.test()));
        for (Mode mode : options.modes()) {
            Set<String> inMode = journal.outcomes().stream()
                    .filter(outcome -> outcome.mode() == mode)
                    .map(Outcome::test)
                    .collect(Collectors.toSet());
            if (options.isPlainAskedLater() && mode == Mode.PLAIN) {
                report.of(Comparison.Kind.PASSED_FIBER).forEach(each -> inMode.add(each.test()));
            }
            done.retainAll(inMode);
        }
        Set<Comparison.Kind> again = EnumSet.noneOf(Comparison.Kind.class);
        if (options.redo() != Options.Redo.NONE) {
            again.addAll(Set.of(Comparison.Kind.UNEXPLAINED, Comparison.Kind.FAILED_PLAIN));
        }
        if (options.redo() == Options.Redo.FAILED) {
            again.addAll(Set.of(Comparison.Kind.FAILED_BOTH, Comparison.Kind.KNOWN));
        }
        again.forEach(kind -> report.of(kind).forEach(each -> done.remove(each.test())));
        return done;
    }

    private static boolean report(Options options, Journal journal, KnownDifferences known) throws IOException {
        Report report = new Report(journal.outcomes(), known);
        Files.writeString(options.work().resolve("report.md"), report.markdown());
        Files.writeString(options.work().resolve("report.json"), report.json());
        System.out.println(report.summary());
        System.out.println(options.work().resolve("report.md"));
        return report.isGood();
    }
}
