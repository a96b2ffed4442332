package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import dev.weft.bench.report.Markdown;
import dev.weft.bench.report.Sample;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The report as a page: facts, goals, a table of ratios for each figure, and each program's figures. */
final class Page {
    private static final double MEGABYTE = 1 << 20;

    /** Linked programs are only compared in this. */
    private static final String START = "Time of the start";

    private final StringBuilder text = new StringBuilder();
    private final List<Program> programs;
    private final Results results;

    Page(List<Program> programs, Results results) {
        this.programs = programs;
        this.results = results;
    }

    String write(Map<String, String> facts, String curves, String bars) {
        text.append(
                """
                # Real programs: Weft beside the plain JDK 17 and JDK 25

                Written by `benchmarks/macro/run`; [how it measures](../../benchmarks/README.md#real-programs). The
                present figures: earlier ones are in the history of this file.

                | | |
                |---|---|
                """);
        facts.forEach((name, value) -> text.append("| ")
                .append(name)
                .append(" | ")
                .append(Markdown.escape(value))
                .append(" |\n"));
        text.append(
                """

                ## Goals

                Ratios to the plain JDK 17: the median of the rounds' ratios, and in brackets the lowest and the highest. A goal is met
                if all rounds meet it, and missed if none does. The geometric means are over all programs but those with waits.

                | figure | at most | here | |
                |---|---:|---:|---|
                """);
        Goal.all(programs, results).forEach(goal -> text.append(goal.line()));
        ratios("Time of a unit, warm", Measured::steadyMicros);
        if (!bars.isEmpty()) {
            text.append("\n![ratios of the time of a unit](").append(bars).append(")\n");
        }
        ratios("Processor time of a unit, warm", Measured::steadyCpuMicros);
        ratios("Processor time of the whole process for each unit", Measured::allCpuMicros);
        ratios("Time to 90 % of the peak rate", Measured::millisToPeak);
        ratios(START, run -> run.number("startMillis"));
        ratios("Peak resident memory", run -> run.number("residentPeakBytes"));
        text.append("\n## Curves\n\n![rates from the start of the load, last round](")
                .append(curves)
                .append(")\n");
        programs.forEach(this::figures);
        return text.toString();
    }

    private void ratios(String title, ToDoubleFunction<Measured> figure) {
        // those without any figure of that kind are columns of nothing
        List<String> others = Mode.ALL.stream()
                .filter(mode -> !mode.equals(Mode.PLAIN))
                .filter(mode -> !mode.equals(Mode.LINKED) || title.equals(START))
                .toList();
        text.append("\n## ").append(title).append(", of plain\n\n| program | ");
        text.append(String.join(" | ", others)).append(" |\n|---|").append("---:|".repeat(others.size()));
        text.append('\n');
        for (Program program : programs) {
            row(
                    program.name(),
                    others.stream().map(mode -> cell(program, mode, figure)).toList());
        }
        List<String> names = programs.stream()
                .filter(program -> !program.waits())
                .map(Program::name)
                .toList();
        row(
                "geometric mean",
                others.stream()
                        .map(mode -> Markdown.ratio(results.means(names, mode, Mode.PLAIN, figure)))
                        .toList());
    }

    private String cell(Program program, String mode, ToDoubleFunction<Measured> figure) {
        return results.failures(program.name()).containsKey(mode)
                ? "failed"
                : Markdown.ratio(results.ratios(program.name(), mode, Mode.PLAIN, figure));
    }

    private void row(String name, List<String> cells) {
        text.append("| ")
                .append(name)
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n");
    }

    /** All figures of a program: medians of the rounds. */
    private void figures(Program program) {
        text.append(String.format(
                "%n## %s%n%nUnit: %s. Heap: %d MB.%n%n", program.name(), program.unit(), program.megabytes()));
        text.append("| mode | units/s, warm | cpu µs/unit, warm | start ms | to 90 % ms | resident MB, start | peak | "
                + "code MB | metaspace MB | garbage kB/unit | pauses ms | pinned |\n");
        text.append("|---|").append("---:|".repeat(11)).append('\n');
        for (String mode : Mode.ALL) {
            if (results.last(program.name(), mode) != null) {
                row(
                        mode,
                        List.of(
                                figure(program, mode, run -> 1e6 / run.steadyMicros()),
                                figure(program, mode, Measured::steadyCpuMicros),
                                figure(program, mode, run -> run.number("startMillis")),
                                figure(program, mode, Measured::millisToPeak),
                                megabytes(program, mode, "residentStartBytes"),
                                megabytes(program, mode, "residentPeakBytes"),
                                megabytes(program, mode, "codeBytes"),
                                megabytes(program, mode, "metaspaceBytes"),
                                figure(program, mode, run -> run.garbagePerUnit() / 1024),
                                figure(program, mode, run -> run.number("pauseMillis")),
                                figure(program, mode, run -> run.number("pinned"))));
            }
        }
        results.failures(program.name())
                .forEach((mode, why) ->
                        text.append(String.format(Locale.ROOT, "%n%s: %s%n", mode, Markdown.escape(why))));
    }

    private String megabytes(Program program, String mode, String name) {
        return figure(program, mode, run -> run.number(name) / MEGABYTE);
    }

    private String figure(Program program, String mode, ToDoubleFunction<Measured> figure) {
        double[] figures = results.figures(program.name(), mode, figure);
        return figures.length == 0 || Sample.median(figures) < 0 ? "" : Markdown.number(Sample.median(figures));
    }
}
