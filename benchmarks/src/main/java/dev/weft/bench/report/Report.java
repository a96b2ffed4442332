package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures the chosen sets on every runtime, in turns, and writes the page of current figures, which keeps what other
 * runs have measured; or one dated report.
 */
@Command(
        name = "java -jar benchmarks-report.jar",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures Weft beside plain threads and JDK 25's virtual threads, and writes the page of figures.")
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

    @Option(
            names = "--render",
            arity = "0..*",
            paramLabel = "FILE.json",
            description =
                    "measure nothing: add what these files of earlier runs have, if any, and write the page again")
    private List<Path> render;

    @Option(names = "--dated", description = "write a dated report instead of the page of current figures")
    private boolean dated;

    @Option(names = "--name", defaultValue = "weft-and-peers", description = "name of a dated report's files")
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

    @Option(
            names = "--out",
            description =
                    "folder of data and charts; the page lies beside it, with its name and .md (default: docs/performance;"
                            + " benchmarks/target/reports for --dated, benchmarks/target/smoke for --smoke)")
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
        if (render != null) {
            Page page = new Page(folder());
            for (Path file : render) {
                page.add(Json.read(file));
            }
            page.write();
            return 0;
        }
        String missing = missing();
        if (missing != null) {
            System.err.println(missing);
            return 2;
        }
        return measure();
    }

    /** What an option names and is no command, in a line; or null. */
    private String missing() {
        if (!Files.isExecutable(weft)) {
            return "--weft: " + weft + " cannot be run; name Weft's launcher, bin/weft";
        }
        if (!Files.isExecutable(jdk17)) {
            return "--jdk17: " + jdk17 + " cannot be run; name the java command of a JDK 17";
        }
        boolean isNamed = jdk25 != null && !jdk25.toString().isEmpty();
        if (isNamed && !Files.isExecutable(jdk25.resolve("bin").resolve("java"))) {
            return "--jdk25: there is no bin/java in " + jdk25 + "; name the folder of a JDK 25";
        }
        return null;
    }

    private int measure() throws IOException, InterruptedException {
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
        Results results = new Results(facts.all(), rows);
        if (dated) {
            write(results, wanted);
        } else {
            Page page = new Page(folder());
            page.add(results);
            page.write();
        }
        return rows.stream().allMatch(row -> row.errors().isEmpty()) ? 0 : 1;
    }

    private Path folder() {
        if (out != null) {
            return out;
        }
        return Path.of(dated ? "benchmarks/target/reports" : smoke ? "benchmarks/target/smoke" : "docs/performance");
    }

    private void write(Results results, Set<String> wanted) throws IOException {
        String stem = LocalDate.now() + "-" + name;
        Path folder = folder();
        Files.createDirectories(folder);
        Markdown markdown = new Markdown();
        markdown.heading("Benchmarks of " + LocalDate.now() + ": " + name);
        markdown.facts(results.facts());
        markdown.legend();
        markdown.goals(Goal.table(Goals.all(), wanted, results.rows()));
        for (Map.Entry<String, List<Row>> set : results.bySet().entrySet()) {
            BarChart chart = new BarChart();
            set.getValue().forEach(chart::add);
            String file = chart.isEmpty() ? "" : stem + "-" + set.getKey() + ".svg";
            if (!file.isEmpty()) {
                Files.writeString(folder.resolve(file), chart.svg());
            }
            markdown.set(set.getKey(), set.getValue(), file);
        }
        Files.writeString(folder.resolve(stem + ".md"), markdown.toString());
        Files.writeString(folder.resolve(stem + ".json"), Json.report(results));
        System.err.println("written: " + folder.resolve(stem + ".md"));
    }
}
