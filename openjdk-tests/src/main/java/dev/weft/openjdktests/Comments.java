package dev.weft.openjdktests;

import java.util.ArrayList;
import java.util.List;

/** The block comments of a Java source, without their stars. What looks like a comment in a string is none. */
final class Comments {
    private final String source;
    private final List<String> found = new ArrayList<>();
    private int at;

    private Comments(String source) {
        this.source = source;
    }

    /** All block comments, in their order. */
    static List<String> of(String source) {
        Comments comments = new Comments(source);
        while (comments.at < source.length()) {
            comments.step();
        }
        return comments.found;
    }

    private void step() {
        if (source.startsWith("//", at)) {
            skipTo("\n", 2);
        } else if (source.startsWith("/*", at)) {
            int begin = at + 2;
            skipTo("*/", 2);
            found.add(withoutStars(source.substring(begin, Math.max(begin, Math.min(at - 2, source.length())))));
        } else if (source.startsWith("\"\"\"", at)) {
            skipTo("\"\"\"", 3);
        } else if (source.charAt(at) == '"' || source.charAt(at) == '\'') {
            skipLiteral(source.charAt(at));
        } else {
            at++;
        }
    }

    private void skipTo(String end, int from) {
        int place = source.indexOf(end, at + from);
        at = place < 0 ? source.length() : place + end.length();
    }

    /** To the closing quote, or to the end of the line if there is none. */
    private void skipLiteral(char quote) {
        at++;
        while (at < source.length() && source.charAt(at) != quote && source.charAt(at) != '\n') {
            at += source.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private static String withoutStars(String comment) {
        return comment.lines()
                .map(line -> line.replaceFirst("^\\s*\\*+", ""))
                .reduce("", (all, line) -> all + line + "\n");
    }
}
