package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures a chosen set of figures on every runtime, in turns, and writes one dated report. */
@Command(
        name = "java -jar benchmarks-report.jar",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures Weft beside plain threads and JDK 25's virtual threads, and writes a dated report.")
public final class Report implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--full", description = "more rounds and longer iterations, and all sets")
    private boolean full;

    @Option(names = "--quick", description = "the default: some minutes, and the sets that matter most")
    private boolean quick;

    @Option(names = "--smoke", description = "runs everything once, to see that it runs; the figures mean nothing")
    private boolean smoke;

    @Option(names = "--only", split = ",", paramLabel = "SET", description = "only these sets; see --list")
    private Set<String> only = new LinkedHashSet<>();

    @Option(names = "--rounds", description = "processes per figure and runtime (default: the form's)")
    private int rounds;

    @Option(names = "--list", description = "list the sets and end")
    private boolean list;

    @Option(names = "--name", defaultValue = "weft-and-peers", description = "name of the report's files")
    private String name;

    @Option(names = "--note", defaultValue = "", description = "a line for the report, such as the commit measured")
    private String note;

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
            names = "--peers",
            defaultValue = "benchmarks/peers",
            description = "folder of the other libraries and languages (default: ${DEFAULT-VALUE})")
    private Path peers;

    @Option(
            names = "--jruby",
            defaultValue = "benchmarks/target/jruby-complete.jar",
            description = "jar of JRuby (default: ${DEFAULT-VALUE})")
    private Path jruby;

    @Option(names = "--out", defaultValue = "docs/benchmarks", description = "folder (default: ${DEFAULT-VALUE})")
    private Path out;

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Report()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (list) {
            Sets.all().forEach(System.out::println);
            return 0;
        }
        if (full && quick || smoke && (full || quick) || !Sets.all().containsAll(only)) {
            System.err.println(
                    "one of --smoke, --quick and --full; --only takes some of " + String.join(", ", Sets.all()));
            return 2;
        }
        Effort form = full ? Effort.FULL : smoke ? Effort.SMOKE : Effort.QUICK;
        Effort effort = rounds > 0 ? form.withRounds(rounds) : form;
        Set<String> wanted = Sets.wanted(only, full);
        Runtimes runtimes = new Runtimes(weft, jdk17, jdk25);
        List<Peer> others = Peer.present(peers.toAbsolutePath());
        Facts facts = new Facts(runtimes);
        facts.others(wanted, others, runtimes.java(Runtime.PLAIN), jruby);
        Measurement measurement = new Measurement(effort, runtimes, others, jruby.toAbsolutePath());
        List<Row> rows = measurement.measure(wanted);
        facts.put("note", note);
        facts.put("form", effort.description());
        facts.put("heap", Heap.description(wanted));
        facts.put("command", Facts.command(spec.commandLine().getParseResult().originalArgs()));
        facts.put("took", measurement.took());
        write(facts.all(), wanted, rows);
        return rows.stream().allMatch(row -> row.errors().isEmpty()) ? 0 : 1;
    }

    private void write(Map<String, String> facts, Set<String> wanted, List<Row> rows) throws IOException {
        String stem = LocalDate.now() + "-" + name;
        Files.createDirectories(out);
        Markdown markdown = new Markdown("Benchmarks of " + LocalDate.now() + ": " + name, facts);
        markdown.goals(Goal.table(Goals.all(), wanted, rows));
        Map<String, List<Row>> bySet =
                rows.stream().collect(Collectors.groupingBy(Row::set, LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<String, List<Row>> set : bySet.entrySet()) {
            BarChart chart = new BarChart();
            set.getValue().forEach(chart::add);
            String file = chart.isEmpty() ? "" : stem + "-" + set.getKey() + ".svg";
            if (!file.isEmpty()) {
                Files.writeString(out.resolve(file), chart.svg());
            }
            markdown.set(set.getKey(), set.getValue(), file);
        }
        Files.writeString(out.resolve(stem + ".md"), markdown.toString());
        Files.writeString(out.resolve(stem + ".json"), Json.report(facts, rows));
        System.err.println("written: " + out.resolve(stem + ".md"));
    }
}
