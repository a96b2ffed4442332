package dev.weft.openjdktests;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tag of a test's description, such as {@code @run main/othervm -Xmx64m Test} or {@code @compile/fail Test.java}: its
 * name, with what slashes add to it, and the text behind it.
 */
record Tag(String name, String text) {
    private static final Pattern BEGIN = Pattern.compile("(?m)^\\s*@([a-zA-Z]+(?:/\\S*)?)(?=\\s|$)");

    /** The tags of a comment, from {@code @test} on; empty if the comment describes no test. */
    static List<Tag> of(String comment) {
        List<Tag> all = new ArrayList<>();
        Matcher matcher = BEGIN.matcher(comment);
        String name = null;
        int begin = 0;
        while (matcher.find()) {
            if (name != null) {
                all.add(new Tag(name, comment.substring(begin, matcher.start()).strip()));
            }
            if (name != null || matcher.group(1).equals("test")) {
                name = matcher.group(1);
                begin = matcher.end();
            }
        }
        if (name != null) {
            all.add(new Tag(name, comment.substring(begin).strip()));
        }
        return all;
    }

    /** The name alone. */
    String kind() {
        return name.replaceFirst("/.*", "");
    }

    /** The text's words. */
    List<String> words() {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
