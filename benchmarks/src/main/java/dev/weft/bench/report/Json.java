package dev.weft.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report for programs: facts, and every round's scores. */
final class Json {
    private static final Gson GSON = new GsonBuilder()
            .disableHtmlEscaping()
            .serializeSpecialFloatingPointValues()
            .create();

    private Json() {}

    /** One line a row, so that a difference between two reports is readable. */
    static String report(Results results) {
        String lines = results.rows().stream().map(Json::row).collect(Collectors.joining(",\n    "));
        return "{\n  \"facts\": " + GSON.toJson(results.facts()) + ",\n  \"rows\": [\n    " + lines + "\n  ]\n}\n";
    }

    private static String row(Row row) {
        JsonObject json = new JsonObject();
        json.addProperty("set", row.set());
        json.addProperty("title", row.title());
        json.addProperty("unit", row.unit());
        json.addProperty("subject", row.subject());
        JsonObject rounds = new JsonObject();
        row.samples().forEach((runtime, sample) -> rounds.add(runtime, GSON.toJsonTree(sample.roundMedians())));
        json.add("rounds", rounds);
        json.add("errors", GSON.toJsonTree(row.errors()));
        return GSON.toJson(json);
    }

    /**
     * What {@link #report} has written, or a release of it that did not name the subject: then the first runtime is it.
     */
    static Results read(Path file) throws IOException {
        JsonObject report = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        List<Row> rows = new ArrayList<>();
        for (JsonElement element : report.getAsJsonArray("rows")) {
            rows.add(row(element.getAsJsonObject()));
        }
        return new Results(strings(report.getAsJsonObject("facts")), rows);
    }

    private static Row row(JsonObject json) {
        Row row = new Row(
                json.get("set").getAsString(),
                json.get("title").getAsString(),
                json.get("unit").getAsString());
        Map<String, String> errors = strings(json.getAsJsonObject("errors"));
        if (json.has("subject") && errors.containsKey(json.get("subject").getAsString())) {
            // What was tried first stays the subject, though it has no score.
            row.fail(
                    json.get("subject").getAsString(),
                    errors.get(json.get("subject").getAsString()));
        }
        for (Map.Entry<String, JsonElement> sample :
                json.getAsJsonObject("rounds").entrySet()) {
            for (JsonElement round : sample.getValue().getAsJsonArray()) {
                row.add(sample.getKey(), round.getAsDouble());
            }
        }
        errors.forEach(row::fail);
        return row;
    }

    private static Map<String, String> strings(JsonObject json) {
        Map<String, String> strings = new LinkedHashMap<>();
        json.entrySet()
                .forEach(entry -> strings.put(entry.getKey(), entry.getValue().getAsString()));
        return strings;
    }
}
