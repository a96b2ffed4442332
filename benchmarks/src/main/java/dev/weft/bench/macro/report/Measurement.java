package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import dev.weft.bench.report.Markdown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures programs one after the other, each in all of its modes in turns: A B C A B C .. */
final class Measurement {
    /** The first run weaves, and each sees for the next ones which methods wait. */
    private static final int RUNS_BEFORE = 2;

    private final Effort effort;
    private final Modes modes;
    private final Path folder;
    private final String day;
    private final List<String> lines = new ArrayList<>();
    private final Results results = new Results();

    /** What the program that is measured was linked to; null if it was not yet. */
    private Linked linked;

    /** The programs of each day, in their order. */
    private final Map<String, Set<String>> days = new LinkedHashMap<>();

    /**
     * Of programs that are modules of a folder.
     *
     * @param folder has {@code MODULE/target}, each with a jar and the class path of what it needs
     * @param day when, and of which build: for the lines
     */
    Measurement(Effort effort, Modes modes, Path folder, String day) {
        this.effort = effort;
        this.modes = modes;
        this.folder = folder.toAbsolutePath().normalize();
        this.day = day;
    }

    /** Every run as a line of JSON. */
    List<String> lines() {
        return lines;
    }

    /** What was measured up to now. */
    Results results() {
        return results;
    }

    /**
     * Adds what an earlier run has measured.
     *
     * @param earlier lines as {@link #lines()} has them
     * @return the names of its programs, in their order
     * @throws IllegalArgumentException if a line is none of a run
     */
    Set<String> addEarlier(List<String> earlier) {
        Set<String> programs = new LinkedHashSet<>();
        for (String line : earlier) {
            EarlierRun run = RunLine.parseEarlier(line);
            Program program = Catalogue.all().stream()
                    .filter(each -> each.name().equals(run.program()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no program " + run.program() + ": " + line));
            if (run.round() < 0) {
                throw new IllegalArgumentException("no round " + run.round() + ": " + line);
            }
            add(program, run);
            programs.add(program.name());
        }
        return programs;
    }

    private void add(Program program, EarlierRun run) {
        results.add(program.name(), program.answersIn(run.mode()), run.mode(), run.round(), run.measured());
        lines.add(RunLine.of(run));
        days.computeIfAbsent(run.day(), key -> new LinkedHashSet<>()).add(program.name());
    }

    /** Which programs were measured when, and of which build. */
    Map<String, Set<String>> days() {
        return days;
    }

    /** Measures a program; if it cannot be measured, the results say why. */
    void measure(Program program) throws InterruptedException {
        try {
            measureWithServer(program);
        } catch (IOException e) {
            modes.present().keySet().forEach(mode -> results.fail(program.name(), mode, e.getMessage()));
            System.err.println(program.name() + ": " + e.getMessage());
        } finally {
            unlink();
        }
    }

    private void unlink() {
        try {
            if (linked != null) {
                linked.close();
            }
        } catch (IOException e) {
            System.err.println("left behind: " + e.getMessage());
        }
        linked = null;
    }

    private void measureWithServer(Program program) throws IOException, InterruptedException {
        if (!program.needsPostgres()) {
            measure(program, List.of());
            return;
        }
        Path installed = Postgres.programs();
        if (installed == null) {
            throw new IOException("not measured: install postgresql");
        }
        try (Postgres server = Postgres.start(installed)) {
            measure(program, List.of(server.option()));
        }
    }

    private void measure(Program program, List<String> more) throws IOException, InterruptedException {
        List<Mode> wanted = modes.present().values().stream()
                .filter(mode -> program.hasMode(mode.name()))
                .toList();
        if (wanted.stream().anyMatch(mode -> mode.name().equals(Mode.WEFT))
                && !effort.name().equals(Effort.SMOKE.name())) {
            // fill the cache of woven classes, and the page cache; count for nothing but their failure
            for (int run = 0; run < RUNS_BEFORE; run++) {
                one(program, modes.present().get(Mode.WEFT), -1, more);
            }
        }
        int first = results.rounds(program.name());
        for (int round = first; round < first + effort.rounds(); round++) {
            for (Mode mode : wanted) {
                if (!results.failures(program.name()).containsKey(mode.name())) {
                    one(program, mode, round, more);
                }
            }
        }
    }

    private void one(Program program, Mode mode, int round, List<String> more)
            throws IOException, InterruptedException {
        try {
            Measured run = Runs.run(options -> command(program, mode, more, options), program.type(), effort);
            if (round >= 0) {
                add(program, new EarlierRun(program.name(), mode.name(), round, day, run));
            }
            System.err.println(program.name() + ", " + mode.name() + ", round " + round + ": "
                    + Markdown.number(1e6 / run.steadyMicros()) + "/s, cpu " + Markdown.number(run.steadyCpuMicros())
                    + " µs");
        } catch (Runs.Failed e) {
            results.fail(program.name(), mode.name(), e.getMessage());
            System.err.println(program.name() + ", " + mode.name() + ": " + e.getMessage());
        }
    }

    /** All but the arguments of the child. */
    private List<String> command(Program program, Mode mode, List<String> more, List<String> ofRun)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>();
        // the same heap, collector and options everywhere
        options.add("-Xms" + program.megabytes() + "m");
        options.add("-Xmx" + program.megabytes() + "m");
        options.add("-XX:+UseG1GC");
        options.addAll(program.options());
        options.addAll(more);
        Map<String, Mode> all = modes.present();
        Mode plain = all.getOrDefault(Mode.PLAIN, mode);
        // for the processes that make load
        options.add("-Dmacro.java=" + plain.java().get(0));
        String classPath = classPath(program.module());
        if (mode.name().equals(Mode.LINKED)) {
            if (linked == null) {
                linked = Linked.of(mode.java().get(0), classPath, options, program.type());
            }
            return linked.command(ofRun);
        }
        options.addAll(ofRun);
        List<String> command = new ArrayList<>(mode.java());
        command.addAll(List.of("-cp", classPath));
        return Runs.Command.of(command).with(options);
    }

    private String classPath(String module) throws IOException {
        Path target = folder.resolve(module).resolve("target");
        Path others = target.resolve("classpath");
        if (!Files.exists(others)) {
            throw new IOException("not measured: " + others + " is missing; benchmarks/macro/run builds it");
        }
        return target.resolve("classes")
                + File.pathSeparator
                + Files.readString(others).strip();
    }
}
