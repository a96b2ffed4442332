package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The page of current figures. Its folder has the data of each set, from the last run that measured it, and the charts;
 * the page is written from them, so that a run of some sets leaves the figures of the others.
 */
final class Page {
    private static final String INTRODUCTION =
            """
            How fast Weft is today. `benchmarks/run` measures, and writes this page and its charts; a run of some sets leaves
            the figures of the others. [How it measures][method] is explained beside the benchmarks, and decisions
            [11][suspensions] and [13][goals] say why some goals are missed. Older figures are in the history of this file.

            Trust ratios more than times, and only where their range is narrow: the machine is small and shared. Real
            programs have [a page of their own][programs].

            ![Weft beside virtual threads and kernel threads](%s/overview.svg)

            [method]: %s
            [suspensions]: %s
            [goals]: %s
            [programs]: %s
            """;

    private static final List<String> OF_RUNTIMES =
            List.of(Runtime.WEFT, Runtime.PLAIN, Runtime.VIRTUAL, "peers", "Go", "JRuby", "load of HTTP");

    private static final Map<String, String> QUESTIONS = questions();

    private final Path folder;
    private final Map<String, Results> sets = new LinkedHashMap<>();

    /** The page of what the folder has. */
    Page(Path folder) throws IOException {
        this.folder = folder;
        for (String set : Sets.all()) {
            Path file = data(set);
            if (Files.exists(file)) {
                sets.put(set, Json.read(file));
            }
        }
    }

    /** Takes the sets of a run in place of what was there of them. */
    void add(Results run) {
        run.bySet().forEach((set, rows) -> sets.put(set, new Results(run.facts(), rows)));
    }

    void write() throws IOException {
        Files.createDirectories(folder);
        Path page = folder.resolveSibling(folder.getFileName() + ".md");
        Markdown markdown = new Markdown();
        markdown.heading("Performance");
        Path docs = folder.toAbsolutePath().getParent();
        markdown.text(INTRODUCTION.formatted(
                folder.getFileName(),
                link(docs, "benchmarks/README.md"),
                link(docs, "docs/decisions/0011-suspensions-that-miss-their-goal.md"),
                link(docs, "docs/decisions/0013-other-goals-that-are-missed.md"),
                link(docs, "docs/performance/real-programs.md")));
        markdown.legend();
        List<Row> rows = new ArrayList<>();
        sets.values().forEach(each -> rows.addAll(each.rows()));
        markdown.goals(Goal.table(goals(), sets.keySet(), rows));
        markdown.text("\n## Runs\n");
        runs(markdown);
        for (String set : Sets.all()) {
            if (sets.containsKey(set)) {
                set(markdown, set);
            }
        }
        Files.writeString(folder.resolve("overview.svg"), new OverviewChart(rows).svg());
        Files.writeString(page, markdown.toString());
        System.err.println("written: " + page);
    }

    /** From a page that may lie anywhere to a file of the repository, which the command is started in. */
    private static String link(Path from, String file) {
        return from.relativize(Path.of(file).toAbsolutePath()).toString();
    }

    /** All but those of single pieces of code, whose geometric mean counts. */
    private static List<Goal> goals() {
        Set<String> means = Set.of(GeometricMean.OF_MEDIANS, GeometricMean.OF_LEAST);
        return Goals.all().stream()
                .filter(goal -> !goal.set().equals(Figures.NEVER_SUSPENDING) || means.contains(goal.title()))
                .toList();
    }

    private void runs(Markdown markdown) {
        Map<Map<String, String>, List<String>> runs = new LinkedHashMap<>();
        for (String set : Sets.all()) {
            if (sets.containsKey(set)) {
                runs.computeIfAbsent(sets.get(set).facts(), facts -> new ArrayList<>())
                        .add(set);
            }
        }
        Map<String, String> runtimes = new LinkedHashMap<>();
        markdown.text("\n| sets | date | commit | machine | form |\n|---|---|---|---|---|\n");
        for (Map.Entry<Map<String, String>, List<String>> run : runs.entrySet()) {
            Map<String, String> facts = run.getKey();
            markdown.text("| " + String.join(", ", run.getValue()) + " | " + facts.get("date") + " | "
                    + facts.getOrDefault("commit", "") + " | " + machine(facts) + " | " + facts.getOrDefault("form", "")
                    + " |\n");
            OF_RUNTIMES.forEach(name -> runtimes.computeIfAbsent(name, facts::get));
        }
        markdown.text("\nRuntimes:\n\n");
        markdown.facts(runtimes);
    }

    private static String machine(Map<String, String> facts) {
        return facts.getOrDefault("processor", "") + ", " + facts.getOrDefault("cores", "?") + " cores";
    }

    private void set(Markdown markdown, String set) throws IOException {
        Results results = sets.get(set);
        Files.writeString(data(set), Json.report(results));
        String picture = picture(set, results.rows());
        if (!picture.isEmpty()) {
            Files.writeString(folder.resolve(set + ".svg"), picture);
        }
        String question = QUESTIONS.get(set) + " Run of " + results.facts().get("date") + ".";
        markdown.set(set, results.rows(), picture.isEmpty() ? "" : folder.getFileName() + "/" + set + ".svg", question);
    }

    private static String picture(String set, List<Row> rows) {
        if (set.equals(CoroutineRings.SET)) {
            return CoroutineRings.chart(rows).svg();
        }
        BarChart chart = new BarChart();
        rows.forEach(chart::add);
        return chart.isEmpty() ? "" : chart.svg();
    }

    private Path data(String set) {
        return folder.resolve(set + ".json");
    }

    private static Map<String, String> questions() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("hand-over", "Two threads wake each other in turns.");
        all.put("ring", "A token goes round a ring of threads.");
        all.put("start-join", "Threads start, do nothing and are joined.");
        all.put("queues", "Two threads send each other messages through queues of the JDK.");
        all.put("wait-notify", "Two threads wake each other by `wait` and `notify`.");
        all.put("monitors", "What monitors cost: without contention, and when a fiber parks inside one.");
        all.put("producers", "Ten threads put into a queue, ten take from it.");
        all.put("convoy", "A hundred threads want one lock.");
        all.put("never-suspending", "Code that never blocks: in a fiber, and on a platform thread of the woven JDK.");
        all.put("sleep-storm", "Many threads sleep for a short time.");
        all.put(
                "suspend",
                "A continuation suspends and resumes, by the frames that return and are called again in between.");
        all.put(
                CoroutineRings.SET,
                "Coroutines of one thread take turns: figure 11 of PPPJ 2010. JDK 25 resumes continuations.");
        all.put(Generated.SET, "An element of an iterator: of a class written by hand, or of a generator.");
        all.put("peers", "The same programs in other libraries and languages.");
        all.put("http", "A thread-per-connection server; the load generator shares its two cores.");
        all.put("relay", "A server that asks another server.");
        all.put("files", "1,000 threads that answer sockets, alone and beside 1,000 that write and read files.");
        all.put("footprint", "What a parked thread takes.");
        all.put("millions", "Ten million parked threads.");
        all.put(Locals.SET, "Values that a million threads inherit, and a counter that threads share.");
        all.put(
                BesideHogs.SET,
                "Light threads beside some that compute; geometric means over spin, yield, sleep, feed.");
        all.put(Schedulers.SET, "A fiber changes its scheduler; what waits beside threads that compute.");
        all.put("jruby", "Chains of Ruby fibers on an unchanged JRuby.");
        all.put("start-up", "Hello world, from `exec` to exit, launcher included.");
        all.put("class-load", "Loading 2,000 classes.");
        all.put("weave", "Weaving the JDK, which happens once.");
        return all;
    }

    /** The sets that the page has a sentence for. */
    static Set<String> explained() {
        return QUESTIONS.keySet();
    }
}
