package dev.weft.bench.macro.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.weft.bench.macro.Measured;
import java.util.LinkedHashMap;
import java.util.Map;

/** The line that a run of a program prints. The program's JVM does not have this class, nor its library. */
final class RunLine {
    private RunLine() {}

    /** A line of {@link Measurement#lines()}. */
    static String of(EarlierRun run) {
        JsonObject head = new JsonObject();
        head.addProperty("program", run.program());
        head.addProperty("mode", run.mode());
        head.addProperty("round", run.round());
        head.addProperty("day", run.day());
        String text = head.toString();
        return text.substring(0, text.length() - 1) + ", "
                + run.measured().json().substring(1);
    }

    /** Reads what {@link #of} writes. */
    static EarlierRun parseEarlier(String line) {
        JsonObject json = object(line);
        if (!json.has("program") || !json.has("mode") || !json.has("round")) {
            throw new IllegalArgumentException("no line of a report: " + line);
        }
        return new EarlierRun(
                json.get("program").getAsString(),
                json.get("mode").getAsString(),
                json.get("round").getAsInt(),
                json.has("day") ? json.get("day").getAsString() : "",
                parse(line));
    }

    private static JsonObject object(String line) {
        try {
            return JsonParser.parseString(line.substring(Math.max(0, line.indexOf('{'))))
                    .getAsJsonObject();
        } catch (JsonParseException | IllegalStateException e) {
            throw new IllegalArgumentException("no line of a run: " + line, e);
        }
    }

    /** Reads what {@link Measured#json} writes, after whatever stands before it in its line. */
    static Measured parse(String line) {
        JsonObject json = object(line);
        if (!json.has("checksum") || !json.has("curve")) {
            throw new IllegalArgumentException("no line of a run: " + line);
        }
        Map<String, Double> numbers = new LinkedHashMap<>();
        json.entrySet().stream()
                .filter(each -> !each.getKey().equals("round"))
                .filter(each -> each.getValue().isJsonPrimitive()
                        && each.getValue().getAsJsonPrimitive().isNumber())
                .forEach(each -> numbers.put(each.getKey(), each.getValue().getAsDouble()));
        double[] windows = json.getAsJsonArray("curve").asList().stream()
                .mapToDouble(JsonElement::getAsDouble)
                .toArray();
        return new Measured(json.get("checksum").getAsString(), numbers, windows);
    }
}
