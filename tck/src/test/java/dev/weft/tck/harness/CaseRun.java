package dev.weft.tck.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs all cases in one configuration, in one child JVM as long as that lives. A case that hangs or kills it fails, and
 * another child goes on behind that case.
 */
final class CaseRun {
    private static final String RUNNER = "dev.weft.tck.Runner";
    private static final long SILENCE_SECONDS = 120;

    /** What became of a case. */
    static final class CaseResult {
        private String failure = "the JVM has ended";
        private String figures = "0 0";
        private final List<String> said = new ArrayList<>();

        /** Why it failed, or null. */
        String failure() {
            return failure;
        }

        /** Why a result is not what it is to be, or null; what was said is to be what the oracle said. */
        static String failure(CaseResult result, CaseResult oracle) {
            if (result == null) {
                return "it was not run";
            }
            if (result.failure != null) {
                return result.failure;
            }
            if (oracle != null && oracle.failure == null && !result.said.equals(oracle.said)) {
                return "it says\n" + String.join("\n", result.said) + "\nbut on the plain JDK\n"
                        + String.join("\n", oracle.said);
            }
            return null;
        }

        /** How often a carrier was blocked meanwhile, and after how many milliseconds it has passed. */
        String figures() {
            return figures;
        }

        /** What it said. */
        List<String> said() {
            return said;
        }
    }

    /** Options of the VM for each configuration, the plain JDK too: see the README of this module. */
    private static final List<String> MORE_OPTIONS = Arrays.stream(
                    System.getProperty("tck.options", "").split(" "))
            .filter(each -> !each.isBlank())
            .toList();

    private final Configuration configuration;
    private final List<String> options;
    private final Map<String, CaseResult> results = new LinkedHashMap<>();
    private String current = "";
    private boolean isAtEnd;

    private CaseRun(Configuration configuration, List<String> options) {
        this.configuration = configuration;
        this.options = options;
    }

    /** Runs a list of cases: suite, or controls. */
    static Map<String, CaseResult> of(Configuration configuration, String list, String... moreOptions) {
        List<String> options = new ArrayList<>(configuration.compilers());
        options.addAll(configuration.options());
        options.addAll(MORE_OPTIONS);
        options.add("-Dtck.cases=" + list);
        options.add("-Dtck.only=" + System.getProperty("tck.only", ""));
        options.addAll(List.of(moreOptions));
        CaseRun run = new CaseRun(configuration, options);
        run.runToTheEnd();
        return run.results;
    }

    private void runToTheEnd() {
        while (!isAtEnd) {
            String before = current;
            runChild();
            if (!isAtEnd && current.equals(before)) {
                throw new IllegalStateException(configuration.id() + ": the JVM does not even begin the case behind '"
                        + before + "': see " + log());
            }
        }
    }

    private Path log() {
        return Path.of("target", "tck", configuration.id() + ".err");
    }

    private void runChild() {
        List<String> all = new ArrayList<>(options);
        all.add("-Dtck.after=" + current);
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
        try {
            Files.createDirectories(log().getParent());
            Process process = Jvm.command(configuration.launch(), all, RUNNER)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
            process.getOutputStream().close();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                ScheduledFuture<?> killer = kill(watch, process);
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    killer.cancel(false);
                    killer = kill(watch, process);
                    accept(line.split("\t", 3));
                }
            }
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a child runs", e);
        } finally {
            watch.shutdownNow();
        }
    }

    /** Kills a child that has been silent for too long: then it could not do so itself. */
    private static ScheduledFuture<?> kill(ScheduledExecutorService watch, Process process) {
        return watch.schedule(process::destroyForcibly, SILENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void accept(String[] fields) {
        switch (fields[0]) {
            case "run" -> {
                current = fields[1];
                results.put(current, new CaseResult());
            }
            case "out" -> results.get(fields[1]).said.add(fields[2]);
            case "ok" -> {
                results.get(fields[1]).failure = null;
                results.get(fields[1]).figures = fields[2];
            }
            case "FAIL" -> results.get(fields[1]).failure = fields[2];
            case "end" -> isAtEnd = true;
            default -> {
                // something that the program printed
            }
        }
    }
}
