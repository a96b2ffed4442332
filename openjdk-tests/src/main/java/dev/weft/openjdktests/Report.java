package dev.weft.openjdktests;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tables: Markdown for people, JSON for programs. Counts are of actions, but for tests that were not run at all.
 */
final class Report {
    private static final int FOLDERS = 3;
    private static final Set<Comparison.Kind> UNLISTED =
            EnumSet.of(Comparison.Kind.PASSED_BOTH, Comparison.Kind.PASSED_FIBER, Comparison.Kind.NOT_RUN);

    private final List<Comparison> all = new ArrayList<>();

    Report(List<Outcome> outcomes, KnownDifferences known) {
        Map<String, Outcome[]> pairs = new TreeMap<>();
        for (Outcome outcome : outcomes) {
            String key = outcome.test() + "\t" + String.format("%04d", outcome.run());
            pairs.computeIfAbsent(key, k -> new Outcome[2])[outcome.mode().ordinal()] = outcome;
        }
        pairs.values().forEach(pair -> all.add(Comparison.of(pair[0], pair[1], known)));
    }

    /** All of one kind. */
    List<Comparison> of(Comparison.Kind kind) {
        return all.stream().filter(each -> each.kind() == kind).toList();
    }

    /** Whether something was compared, and nothing differs without a known reason. */
    boolean isGood() {
        return of(Comparison.Kind.UNEXPLAINED).isEmpty()
                && of(Comparison.Kind.NOT_COMPARED).isEmpty()
                && of(Comparison.Kind.PASSED_BOTH).size()
                                + of(Comparison.Kind.PASSED_FIBER).size()
                        > 0;
    }

    /** One line with all counts. */
    String summary() {
        StringBuilder text = new StringBuilder();
        for (Comparison.Kind kind : Comparison.Kind.values()) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(of(kind).size())
                    .append(' ')
                    .append(kind.label());
        }
        return text.toString();
    }

    /** The tables for people. */
    String markdown() {
        StringBuilder text = new StringBuilder("# OpenJDK's tests, plain and as fibers\n\n");
        text.append(summary()).append(".\n\n| folder |");
        for (Comparison.Kind kind : Comparison.Kind.values()) {
            text.append(' ').append(kind.label()).append(" |");
        }
        text.append("\n|---|")
                .append("---|".repeat(Comparison.Kind.values().length))
                .append('\n');
        byFolder().forEach((folder, counts) -> {
            text.append("| `").append(folder).append("` |");
            for (Comparison.Kind kind : Comparison.Kind.values()) {
                text.append(' ').append(counts.getOrDefault(kind, 0)).append(" |");
            }
            text.append('\n');
        });
        for (Comparison.Kind kind : Comparison.Kind.values()) {
            if (!UNLISTED.contains(kind) && !of(kind).isEmpty()) {
                list(text, kind);
            }
        }
        reasonsOfNotRun(text);
        return text.toString();
    }

    private void list(StringBuilder text, Comparison.Kind kind) {
        text.append("\n## ")
                .append(kind.label())
                .append("\n\n| test | run | what it says | known reason |\n|---|---|---|---|\n");
        for (Comparison each : of(kind)) {
            text.append("| `")
                    .append(each.test())
                    .append("` | ")
                    .append(each.run())
                    .append(" | ");
            text.append(cell(each.detail()))
                    .append(" | ")
                    .append(cell(each.reason()))
                    .append(" |\n");
        }
    }

    private void reasonsOfNotRun(StringBuilder text) {
        Map<String, List<String>> reasons = new TreeMap<>();
        for (Comparison each : of(Comparison.Kind.NOT_RUN)) {
            reasons.computeIfAbsent(each.detail(), k -> new ArrayList<>()).add(each.test());
        }
        text.append("\n## not run\n\n| reason | tests |\n|---|---|\n");
        reasons.forEach((reason, tests) -> text.append("| ")
                .append(cell(reason))
                .append(" | ")
                .append(tests.size() > FOLDERS ? String.valueOf(tests.size()) : "`" + String.join("`, `", tests) + "`")
                .append(" |\n"));
    }

    private Map<String, Map<Comparison.Kind, Integer>> byFolder() {
        Map<String, Map<Comparison.Kind, Integer>> folders = new LinkedHashMap<>();
        for (Comparison each : all) {
            String[] parts = each.test().split("/");
            String folder = String.join("/", List.of(parts).subList(0, Math.min(FOLDERS, parts.length - 1)));
            folders.computeIfAbsent(folder, k -> new EnumMap<>(Comparison.Kind.class))
                    .merge(each.kind(), 1, Integer::sum);
        }
        return folders;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    /** All comparisons as an array of objects. */
    String json() {
        JsonArray array = new JsonArray();
        for (Comparison each : all) {
            JsonObject json = new JsonObject();
            json.addProperty("test", each.test());
            json.addProperty("run", each.run());
            json.addProperty("kind", each.kind().label());
            json.add("plain", mode(each.plain()));
            json.add("fiber", mode(each.fiber()));
            json.addProperty("reason", each.reason());
            array.add(json);
        }
        return new GsonBuilder()
                        .serializeNulls()
                        .disableHtmlEscaping()
                        .setPrettyPrinting()
                        .create()
                        .toJson(array)
                + "\n";
    }

    private static JsonElement mode(Outcome outcome) {
        if (outcome == null) {
            return JsonNull.INSTANCE;
        }
        JsonObject json = new JsonObject();
        json.addProperty("verdict", outcome.verdict().name());
        json.addProperty("millis", outcome.millis());
        json.addProperty("detail", outcome.detail());
        return json;
    }
}
