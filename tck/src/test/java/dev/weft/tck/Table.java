package dev.weft.tck;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints the conformance table, case by configuration, as Markdown, from what the last run of the tests has left in
 * {@code target/tck}. Arguments: the list of cases, {@code suite} or {@code api}, the folder with the results, and
 * known-differences.txt.
 */
public final class Table {
    private static final List<String> SUITE = List.of(
            "plain",
            "platform",
            "main",
            "virtual",
            "fiber-1",
            "fiber-2",
            "fiber-8",
            "fiber-patch",
            "fiber-int",
            "fiber-c1");

    private static final List<String> API =
            List.of("api-newer", "api-fiber-1", "api-fiber-2", "api-fiber-patch", "api-virtual", "api-none");

    private static final List<String> OF_SUITE = List.of(
            "plain | the plain JDK",
            "platform | platform threads of the woven JDK",
            "main | the main thread of the woven JDK",
            "virtual | virtual threads of the woven JDK, beside platform threads",
            "fiber-1, fiber-2, fiber-8 | fibers on one, two and eight carriers",
            "fiber-patch | fibers, started by `--patch-module`",
            "fiber-int, fiber-c1 | fibers, interpreted; compiled by C1");

    private static final List<String> OF_API = List.of(
            "api-newer | a JDK that has the API itself",
            "api-fiber-1, api-fiber-2 | fibers on one and two carriers",
            "api-fiber-patch | fibers, started by `--patch-module`",
            "api-virtual | platform threads beside virtual ones",
            "api-none | virtual threads without fibers: `weft.threads=none`");

    private final List<CaseMethod> cases;
    private final String claim;
    private final List<String> configurations;
    private final Map<String, Map<String, String>> results = new HashMap<>();
    private final List<String> differences;

    private Table(String list, Path folder, Path knownDifferences) throws IOException {
        boolean isApi = list.equals("api");
        cases = Cases.of(list);
        configurations = isApi ? API : SUITE;
        claim = isApi
                ? "Does Weft's API of virtual threads do what JEP 444 says? It has " + cases.size()
                        + " cases in `tck/src/test/api`, compiled\n"
                        + "with `weft javac`. One body runs in each configuration, and must print the same."
                : "Do fibers behave as plain threads do? The suite in `tck/` has " + cases.size()
                        + " cases. One body runs in each\n"
                        + "configuration, and must print what it prints on the plain JDK.";
        for (String each : configurations) {
            Map<String, String> byCase = new HashMap<>();
            for (String line : Files.readAllLines(folder.resolve(each + ".results"))) {
                String[] fields = line.split("\t", 3);
                byCase.put(fields[2], fields[0]);
            }
            results.put(each, byCase);
        }
        differences = new ArrayList<>(Files.readAllLines(knownDifferences));
        differences.removeIf(line -> line.isBlank() || line.startsWith("#"));
    }

    /** Prints it. */
    public static void main(String[] args) throws IOException {
        String list = args.length > 0 ? args[0] : "suite";
        String folder = args.length > 1 ? args[1] : "target/tck";
        String known = args.length > 2 ? args[2] : "src/test/resources/known-differences.txt";
        new Table(list, Path.of(folder), Path.of(known))
                .print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }

    private void print(PrintStream out) {
        out.println("# Conformance");
        out.println();
        out.println(claim + " `dev.weft.tck.Table` generates this\npage from a run of the tests.");
        out.println();
        out.println("| configuration | runs on |");
        out.println("|---|---|");
        (configurations == API ? OF_API : OF_SUITE).forEach(line -> out.println("| " + line + " |"));
        out.println();
        if (configurations == SUITE) {
            out.println("`ok` passes and `FAIL` fails; `*` marks a known difference, listed at the end.");
        }
        String section = "";
        for (CaseMethod each : cases) {
            String next = each.method().getDeclaringClass().getSimpleName().replace("Cases", "");
            if (!next.equals(section)) {
                section = next;
                header(out, section);
            }
            row(out, each.name());
        }
        if (configurations == API) {
            return;
        }
        out.println();
        out.println("## Known differences");
        out.println();
        out.println("| case | configurations | reason |");
        out.println("|---|---|---|");
        differences.forEach(line -> out.println("| " + line + " |"));
    }

    private void header(PrintStream out, String section) {
        out.println();
        out.println("## " + section);
        out.println();
        out.println("| case | " + String.join(" | ", configurations) + " |");
        out.println("|---|" + "---|".repeat(configurations.size()));
    }

    private void row(PrintStream out, String name) {
        StringBuilder row = new StringBuilder("| " + name + " |");
        boolean isKnown = differences.stream().anyMatch(line -> line.startsWith(name + " |"));
        for (String each : configurations) {
            String result = results.get(each).getOrDefault(name, "-");
            row.append(' ')
                    .append(result)
                    .append(isKnown && result.equals("FAIL") ? " *" : "")
                    .append(" |");
        }
        out.println(row);
    }
}
