package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import dev.weft.bench.report.BarChart;
import dev.weft.bench.report.Machine;
import dev.weft.bench.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs real programs in all modes, in turns, and writes one page with charts, and a line of JSON for each run. */
@Command(
        name = "benchmarks/macro/run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs real programs on the plain JDK 17, on Weft and on JDK 25, and writes a page.")
public final class Macro implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FORM", description = "smoke, quick or full")
    private String form;

    @Parameters(index = "1..*", paramLabel = "PROGRAM", description = "only these; see --list")
    private List<String> only = new ArrayList<>();

    @Option(names = "--modes", split = ",", paramLabel = "MODE", description = "only these modes; see --list")
    private Set<String> onlyModes = new LinkedHashSet<>();

    @Option(names = "--rounds", description = "runs of each program in each mode (default: the form's)")
    private int rounds;

    @Option(names = "--seconds", description = "of load in each run (default: the form's)")
    private int seconds;

    @Option(names = "--list", help = true, description = "list programs and modes, and end")
    private boolean list;

    @Option(names = "--note", defaultValue = "", description = "a line for the page, such as the commit measured")
    private String note;

    @Option(
            names = "--with",
            paramLabel = "JSONL",
            description = "lines of an earlier run, of the same machine and build: its programs are not measured again")
    private Path earlier;

    @Option(
            names = "--add",
            paramLabel = "JSONL",
            description =
                    "lines of earlier runs: the rounds of this one come after theirs, and the page has all programs")
    private Path before;

    @Option(names = "--weft", defaultValue = "bin/weft", description = "Weft's launcher (default: ${DEFAULT-VALUE})")
    private Path weft;

    @Option(names = "--jdk17", description = "java command of the plain JDK 17 (default: the one this runs on)")
    private Path jdk17 = Path.of(System.getProperty("java.home"), "bin", "java");

    @Option(
            names = "--jdk25",
            defaultValue = "${env:WEFT_JDK25_HOME}",
            description = "folder of a JDK 25 (default: $$WEFT_JDK25_HOME, else one beside this JDK, else without)")
    private Path jdk25;

    @Option(
            names = "--programs",
            defaultValue = "benchmarks/macro",
            description = "folder of the programs' modules (default: ${DEFAULT-VALUE})")
    private Path folder;

    @Option(
            names = "--out",
            defaultValue = "benchmarks/target/performance-macro.md",
            description = "the page; charts and JSON are beside it (default: ${DEFAULT-VALUE})")
    private Path out;

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Macro()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (list) {
            Catalogue.all().forEach(program -> System.out.println(program.name()));
            Mode.ALL.forEach(mode -> System.out.println("--modes='" + mode + "'"));
            return 0;
        }
        Effort wanted =
                switch (form) {
                    case "smoke" -> Effort.SMOKE;
                    case "quick" -> Effort.QUICK;
                    case "full" -> Effort.FULL;
                    default -> null;
                };
        List<String> known = Catalogue.all().stream().map(Program::name).toList();
        if (wanted == null || !known.containsAll(only) || !Mode.ALL.containsAll(onlyModes)) {
            System.err.println(
                    "smoke, quick or full, then some of " + String.join(", ", known) + "; --list has the modes");
            return 2;
        }
        Effort effort = wanted.with(rounds, seconds);
        List<Program> programs = Catalogue.all().stream()
                .filter(program -> only.isEmpty() || only.contains(program.name()))
                .toList();
        if (earlier != null && before != null) {
            System.err.println("--with and --add exclude each other");
            return 2;
        }
        Modes modes = Modes.find(weft, jdk17, jdk25);
        modes.present().keySet().removeIf(mode -> !onlyModes.isEmpty() && !onlyModes.contains(mode));
        String day = LocalDate.now() + (note.isEmpty() ? "" : ", " + note);
        Measurement measurement = new Measurement(effort, modes, folder, day);
        Path read = earlier != null ? earlier : before;
        Set<String> measuredBefore = new LinkedHashSet<>();
        if (read != null) {
            try {
                measuredBefore.addAll(measurement.addEarlier(Files.readAllLines(read)));
            } catch (IOException | IllegalArgumentException e) {
                System.err.println((earlier != null ? "--with " : "--add ") + read + ": " + e);
                return 2;
            }
        }
        measure(programs, measurement, facts(effort, modes), measuredBefore);
        System.err.println("written: " + out);
        return programs.stream()
                        .allMatch(program ->
                                measurement.results().failures(program.name()).isEmpty())
                ? 0
                : 1;
    }

    private void measure(
            List<Program> programs, Measurement measurement, Map<String, String> facts, Set<String> measuredBefore)
            throws IOException, InterruptedException {
        String load = Load.now() + (Load.isHigh() ? " (**busy: no figure here is good**)" : "");
        Set<String> shown = new LinkedHashSet<>(measuredBefore);
        for (Program program : programs) {
            if (earlier == null || !measuredBefore.contains(program.name())) {
                measurement.measure(program);
                facts.put("load before, 1, 5 and 15 minutes", load);
                facts.put("load after", Load.now());
            }
            shown.add(program.name());
            facts.put("measured", measured(measurement.days()));
            List<Program> all = Catalogue.all().stream()
                    .filter(each -> shown.contains(each.name()))
                    .toList();
            // after each program: a run of all takes long, and may be interrupted
            write(all, measurement.results(), facts, measurement.lines());
        }
    }

    private static String measured(Map<String, Set<String>> days) {
        return days.entrySet().stream()
                .map(each -> (each.getKey().isEmpty() ? "not known when" : each.getKey()) + ": "
                        + String.join(", ", each.getValue()))
                .collect(Collectors.joining("; "));
    }

    private Map<String, String> facts(Effort effort, Modes modes) throws IOException, InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDateTime.now().truncatedTo(ChronoUnit.MINUTES).toString());
        if (!note.isEmpty()) {
            facts.put("note", note);
        }
        facts.putAll(Machine.facts());
        for (Mode mode : modes.present().values()) {
            facts.put(mode.name(), Machine.version(mode.java().subList(0, 1)));
        }
        modes.missing().forEach((name, why) -> facts.put(name, "not measured: " + why));
        facts.put("form", effort.description());
        return facts;
    }

    private void write(List<Program> programs, Results results, Map<String, String> facts, List<String> lines)
            throws IOException {
        String stem = out.getFileName().toString().replaceFirst("\\.md$", "");
        CurveChart curves = new CurveChart();
        BarChart bars = new BarChart();
        for (Program program : programs) {
            Map<String, Measured> last = new LinkedHashMap<>();
            Row row = new Row("macro", program.name(), "µs");
            // the first is the subject of the ratios
            List.of(Mode.WEFT, Mode.PLAIN, Mode.JDK25, Mode.VIRTUAL).forEach(mode -> {
                for (double micros : results.figures(program.name(), mode, Measured::steadyMicros)) {
                    row.add(mode, micros);
                }
            });
            Mode.ALL.forEach(mode -> {
                if (results.last(program.name(), mode) != null) {
                    last.put(mode, results.last(program.name(), mode));
                }
            });
            bars.add(row);
            curves.add(program.name(), last);
        }
        Path target = out.toAbsolutePath().getParent();
        Files.createDirectories(target);
        Files.writeString(target.resolve(stem + "-curves.svg"), curves.svg());
        if (!bars.isEmpty()) {
            Files.writeString(target.resolve(stem + "-time.svg"), bars.svg());
        }
        Files.writeString(target.resolve(stem + ".jsonl"), lines.stream().collect(Collectors.joining("\n", "", "\n")));
        String page = new Page(programs, results)
                .write(facts, stem + "-curves.svg", bars.isEmpty() ? "" : stem + "-time.svg");
        Files.writeString(out, page);
    }
}
