package dev.weft.bench.shape;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Regular expressions over a text of 200 lines. */
final class Regexes {
    private static final Pattern ENTRY = Pattern.compile("(\\w+)=(\\d+|\"[^\"]*\")(?:,|$)");
    private static final Pattern TWICE = Pattern.compile("(\\w{3,})\\W+\\1");
    private static final String TEXT = text();

    private Regexes() {}

    private static String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("name")
                    .append(i)
                    .append('=')
                    .append(i * 17)
                    .append(",title=\"the the best ")
                    .append(i)
                    .append("\",");
        }
        return text.toString();
    }

    static long run() {
        long sum = 0;
        for (int round = 0; round < 10; round++) {
            Matcher entries = ENTRY.matcher(TEXT);
            while (entries.find()) {
                sum += entries.group(1).length() + entries.end(2);
            }
            Matcher twice = TWICE.matcher(TEXT);
            while (twice.find()) {
                sum += twice.start();
            }
        }
        return sum;
    }
}
