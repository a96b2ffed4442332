package dev.weft.bench.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A recursive-descent parser of JSON, over one document of some 30 kilobytes. */
final class Json {
    private static final String TEXT = text();
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    private static String text() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < 300; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i * 31)
                    .append(",\"name\":\"number \\\"")
                    .append(i)
                    .append("\\\"\",\"tags\":[true,false,null,\"t")
                    .append(i % 7)
                    .append("\"],\"at\":{\"x\":")
                    .append(i / 8.0)
                    .append(",\"y\":-1.5e3}}");
        }
        return text.append(']').toString();
    }

    static long run() {
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += weigh(new Json(TEXT).value());
        }
        return sum;
    }

    private static long weigh(Object value) {
        if (value instanceof Map<?, ?> map) {
            long sum = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += entry.getKey().hashCode() % 100 + weigh(entry.getValue());
            }
            return sum;
        }
        if (value instanceof List<?> list) {
            return list.stream().mapToLong(Json::weigh).sum();
        }
        return value instanceof Number number
                ? number.longValue()
                : String.valueOf(value).length();
    }

    private Object value() {
        char c = text.charAt(at);
        if (c == '{') {
            return object();
        }
        if (c == '[') {
            return array();
        }
        if (c == '"') {
            return string();
        }
        int start = at;
        while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(word);
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> map = new LinkedHashMap<>();
        do {
            at++;
            String key = string();
            at++;
            map.put(key, value());
        } while (text.charAt(at) == ',');
        at++;
        return map;
    }

    private List<Object> array() {
        List<Object> list = new ArrayList<>();
        do {
            at++;
            list.add(value());
        } while (text.charAt(at) == ',');
        at++;
        return list;
    }

    private String string() {
        StringBuilder content = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            content.append(text.charAt(at));
        }
        at++;
        return content.toString();
    }
}
