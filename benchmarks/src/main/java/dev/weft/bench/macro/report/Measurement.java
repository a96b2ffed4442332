package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import dev.weft.bench.report.Markdown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private final List<String> lines = new ArrayList<>();
    private final Results results;

    /**
     * Of programs that are modules of a folder.
     *
     * @param folder has {@code MODULE/target}, each with a jar and the class path of what it needs
     */
    Measurement(Effort effort, Modes modes, Path folder) {
        this.effort = effort;
        this.modes = modes;
        this.folder = folder.toAbsolutePath().normalize();
        results = new Results(effort.rounds());
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
     * @throws IllegalArgumentException if a line is none of a run, or of a round that this run does not have
     */
    Set<String> addEarlier(List<String> earlier) {
        Set<String> programs = new LinkedHashSet<>();
        for (String line : earlier) {
            EarlierRun run = RunLine.parseEarlier(line);
            Program program = Catalogue.all().stream()
                    .filter(each -> each.name().equals(run.program()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no program " + run.program() + ": " + line));
            if (run.round() < 0 || run.round() >= effort.rounds()) {
                throw new IllegalArgumentException("no round " + run.round() + " in this form: " + line);
            }
            results.add(program.name(), program.answersIn(run.mode()), run.mode(), run.round(), run.measured());
            lines.add(line);
            programs.add(program.name());
        }
        return programs;
    }

    /** Measures a program; if it cannot be measured, the results say why. */
    void measure(Program program) throws InterruptedException {
        try {
            measureWithServer(program);
        } catch (IOException e) {
            modes.present().keySet().forEach(mode -> results.fail(program.name(), mode, e.getMessage()));
            System.err.println(program.name() + ": " + e.getMessage());
        }
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
                .filter(mode -> program.hasVirtual() || !mode.name().equals(Mode.VIRTUAL))
                .toList();
        if (wanted.stream().anyMatch(mode -> mode.name().equals(Mode.WEFT))
                && !effort.name().equals(Effort.SMOKE.name())) {
            // fill the cache of woven classes, and the page cache; count for nothing but their failure
            for (int run = 0; run < RUNS_BEFORE; run++) {
                one(program, modes.present().get(Mode.WEFT), -1, more);
            }
        }
        for (int round = 0; round < effort.rounds(); round++) {
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
            Measured run = Runs.run(command(program, mode, more), program.type(), effort);
            if (round >= 0) {
                results.add(program.name(), program.answersIn(mode.name()), mode.name(), round, run);
                lines.add("{\"program\": \"" + program.name() + "\", \"mode\": \"" + mode.name() + "\", \"round\": "
                        + round + ", " + run.json().substring(1));
            }
            System.err.println(program.name() + ", " + mode.name() + ", round " + round + ": "
                    + Markdown.number(1e6 / run.steadyMicros()) + "/s, cpu " + Markdown.number(run.steadyCpuMicros())
                    + " µs");
        } catch (Runs.Failed e) {
            results.fail(program.name(), mode.name(), e.getMessage());
            System.err.println(program.name() + ", " + mode.name() + ": " + e.getMessage());
        }
    }

    private List<String> command(Program program, Mode mode, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(mode.java());
        // the same heap, collector and options everywhere
        command.add("-Xms" + program.megabytes() + "m");
        command.add("-Xmx" + program.megabytes() + "m");
        command.add("-XX:+UseG1GC");
        command.addAll(program.options());
        command.addAll(more);
        Map<String, Mode> all = modes.present();
        Mode plain = all.getOrDefault(Mode.PLAIN, mode);
        // for the processes that make load
        command.add("-Dmacro.java=" + plain.java().get(0));
        command.add("-cp");
        command.add(classPath(program.module()));
        return command;
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
