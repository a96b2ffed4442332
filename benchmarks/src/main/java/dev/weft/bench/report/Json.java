package dev.weft.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report for programs: facts, and every round's scores. */
final class Json {
    private Json() {}

    static String report(Map<String, String> facts, List<Row> rows) {
        String lines = rows.stream().map(Json::row).collect(Collectors.joining(",\n    "));
        return "{\n  \"facts\": " + object(facts) + ",\n  \"rows\": [\n    " + lines + "\n  ]\n}\n";
    }

    private static String row(Row row) {
        String samples = row.samples().entrySet().stream()
                .map(entry -> string(entry.getKey()) + ": "
                        + Arrays.toString(entry.getValue().roundMedians()))
                .collect(Collectors.joining(", ", "{", "}"));
        return "{\"set\": " + string(row.set()) + ", \"title\": " + string(row.title()) + ", \"unit\": "
                + string(row.unit()) + ", \"rounds\": " + samples + ", \"errors\": " + object(row.errors()) + "}";
    }

    private static String object(Map<String, String> map) {
        return map.entrySet().stream()
                .map(entry -> string(entry.getKey()) + ": " + string(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    static String string(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
