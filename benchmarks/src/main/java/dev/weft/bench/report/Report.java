package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures a chosen set of figures on every runtime, in turns, and writes one dated report. */
@Command(
        name = "java -jar benchmarks-report.jar",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures Weft beside plain threads and JDK 25's virtual threads, and writes a dated report.")
public final class Report implements Callable<Integer> {
    private static final List<String> OWN_MAINS = List.of(
            "suspend", "peers", "http", "relay", "footprint", "millions", "jruby", "start-up", "class-load", "weave");

    /** What a run without {@code --only} leaves out in its quick form. */
    private static final Set<String> NOT_QUICK =
            Set.of("ring", "sleep-storm", "weave", "relay", "millions", "class-load");

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
            sets().forEach(System.out::println);
            return 0;
        }
        if (full && quick || smoke && (full || quick) || !sets().containsAll(only)) {
            System.err.println("one of --smoke, --quick and --full; --only takes some of " + String.join(", ", sets()));
            return 2;
        }
        Effort form = full ? Effort.FULL : smoke ? Effort.SMOKE : Effort.QUICK;
        Effort effort = rounds > 0 ? form.withRounds(rounds) : form;
        List<Runtime> runtimes = runtimes();
        Map<String, String> facts = facts(effort, runtimes);
        List<Row> rows = new ArrayList<>();
        rows.addAll(jmh(effort, runtimes));
        rows.addAll(ownMains(effort, runtimes));
        write(facts, rows);
        return rows.stream().allMatch(row -> row.errors().isEmpty()) ? 0 : 1;
    }

    static Set<String> sets() {
        Set<String> sets = Figures.all().stream().map(Figure::set).collect(Collectors.toCollection(LinkedHashSet::new));
        sets.addAll(OWN_MAINS);
        return sets;
    }

    private boolean isWanted(String set) {
        return only.isEmpty() ? full || !NOT_QUICK.contains(set) : only.contains(set);
    }

    private List<Runtime> runtimes() throws IOException {
        Path launcher = weft.toAbsolutePath().normalize();
        List<Runtime> runtimes = new ArrayList<>(List.of(Runtime.weft(launcher), Runtime.weftPlatform(launcher)));
        Path java25 = java25();
        if (java25 == null) {
            System.err.println("no JDK 25: without virtual threads (--jdk25 or WEFT_JDK25_HOME names one)");
        } else {
            runtimes.add(Runtime.virtual(java25));
        }
        runtimes.add(Runtime.plain(jdk17.toAbsolutePath()));
        return runtimes;
    }

    private Path java25() throws IOException {
        if (jdk25 != null && !jdk25.toString().isEmpty()) {
            return jdk25.toAbsolutePath().resolve("bin").resolve("java");
        }
        Path beside = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> jdks = Files.list(beside)) {
            return jdks.filter(jdk -> jdk.getFileName().toString().matches(".*\\b25\\b.*"))
                    .map(jdk -> jdk.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(null);
        }
    }

    private Map<String, String> facts(Effort effort, List<Runtime> runtimes) throws IOException, InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now().toString());
        facts.putAll(Machine.facts());
        for (Runtime runtime : runtimes) {
            facts.put(runtime.name(), Machine.version(runtime));
        }
        peerFacts(facts);
        if (!note.isEmpty()) {
            facts.put("note", note);
        }
        facts.put("form", effort.description());
        facts.put("command", command());
        return facts;
    }

    private void peerFacts(Map<String, String> facts) {
        if (isWanted("peers")) {
            List<String> names = Peer.present(peers).stream().map(Peer::name).toList();
            facts.put("peers", names.isEmpty() ? "none were built" : String.join(", ", names));
        }
        if (isWanted("http") || isWanted("relay")) {
            facts.put("load of HTTP", Http.wrk() == null ? "HttpLoad" : "wrk -t1");
        }
    }

    private String command() {
        String sets = only.isEmpty() ? "" : " --only=" + String.join(",", only);
        String form = full ? " --full" : smoke ? " --smoke" : " --quick";
        return "java -jar benchmarks/target/benchmarks-report.jar" + form + sets + " --name=" + name;
    }

    private List<Row> jmh(Effort effort, List<Runtime> runtimes) {
        JmhRunner runner = new JmhRunner(effort);
        List<Row> rows = new ArrayList<>();
        for (Figure figure : Figures.all()) {
            if (!isWanted(figure.set())) {
                continue;
            }
            Row row = new Row(figure.set(), figure.title(), figure.unit());
            rows.add(row);
            for (int round = 0; round < effort.rounds(); round++) {
                for (String wanted : figure.runtimes()) {
                    runtimes.stream()
                            .filter(runtime -> runtime.name().equals(wanted))
                            .forEach(runtime -> one(runner, figure, runtime, row));
                }
            }
        }
        return rows;
    }

    private static void one(JmhRunner runner, Figure figure, Runtime runtime, Row row) {
        try {
            double[] scores = runner.run(figure, runtime);
            row.add(runtime.name(), scores);
            String median = Markdown.number(Sample.median(scores));
            System.err.println(figure.title() + ", " + runtime.name() + ": " + median + " " + figure.unit());
        } catch (RunnerException e) {
            row.fail(runtime.name(), String.valueOf(e.getMessage()));
            System.err.println(figure.title() + ", " + runtime.name() + ": " + e.getMessage());
        }
    }

    private List<Row> ownMains(Effort effort, List<Runtime> runtimes) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        Path launcher = weft.toAbsolutePath().normalize();
        Path plain = jdk17.toAbsolutePath();
        List<Runtime> kinds = runtimes.stream()
                .filter(r -> !r.name().equals(Runtime.WEFT_PLATFORM))
                .toList();
        List<Runtime> light =
                kinds.stream().filter(r -> !r.carriersProperty().isEmpty()).toList();
        List<Peer> others = Peer.present(peers.toAbsolutePath());
        Http http = new Http(effort, plain, kinds);
        if (isWanted("suspend")) {
            rows.addAll(new Suspends(light, others, plain, effort).measure());
        }
        if (isWanted("peers")) {
            rows.addAll(new Languages(effort, plain, kinds, others).measure());
        }
        if (isWanted("http")) {
            rows.addAll(http.http());
        }
        if (isWanted("relay")) {
            rows.addAll(http.relay());
        }
        if (isWanted("footprint")) {
            rows.addAll(Footprints.measure(kinds, effort.rounds()));
        }
        if (isWanted("millions")) {
            rows.addAll(Footprints.millions(light));
        }
        if (isWanted("jruby")) {
            rows.addAll(Rubies.measure(jruby.toAbsolutePath(), kinds, effort));
        }
        if (isWanted("start-up")) {
            rows.addAll(new StartUps(launcher, jdk17, java25()).measure(effort.starts()));
        }
        if (isWanted("class-load")) {
            rows.addAll(ClassLoads.measure(runtimes.get(0), Runtime.plain(plain), effort.rounds()));
        }
        if (isWanted("weave")) {
            rows.addAll(Weaves.measure(launcher));
        }
        return rows;
    }

    private void write(Map<String, String> facts, List<Row> rows) throws IOException {
        String stem = LocalDate.now() + "-" + name;
        Files.createDirectories(out);
        Markdown markdown = new Markdown("Benchmarks of " + LocalDate.now() + ": " + name, facts);
        markdown.goals(Goal.table(Goal.all(), rows));
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
