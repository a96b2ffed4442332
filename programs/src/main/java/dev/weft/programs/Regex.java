package dev.weft.programs;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** {@code java.util.regex}: groups, look-around, back references, replacements. */
public final class Regex {
    private Regex() {}

    /** Matches. */
    public static void main(String[] args) {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < Size.of(args, 200, 10_000); i++) {
            log.append("10.0.")
                    .append(i % 256)
                    .append('.')
                    .append(i * 7 % 256)
                    .append(" - - [")
                    .append(i % 28 + 1)
                    .append("/Mar/2024] \"GET /p/")
                    .append(i * 31 % 97)
                    .append("?q=\\\"x\\\" HTTP/1.1\" ")
                    .append(i % 5 == 0 ? 404 : 200)
                    .append(' ')
                    .append(i * i)
                    .append('\n');
        }
        Pattern line = Pattern.compile(
                "^(?<ip>(?:\\d{1,3}\\.){3}\\d{1,3}) \\S+ \\S+ \\[(?<day>[^\\]]+)] \"(?<request>(?:\\\\.|[^\"\\\\])*+)\""
                        + " (?<code>[2-5]\\d\\d) (?<size>\\d+|-)$",
                Pattern.MULTILINE);
        Digest digest = new Digest();
        Matcher matcher = line.matcher(log);
        while (matcher.find()) {
            digest.add(matcher.group("ip") + matcher.group("request") + matcher.start("code") + matcher.end());
        }
        System.out.println("lines: " + digest);
        System.out.println(Pattern.compile("(\\d+)(?=/Mar)")
                .matcher(log)
                .results()
                .map(MatchResult::group)
                .distinct()
                .collect(Collectors.joining(",")));
        System.out.println(Digest.of(log.toString().replaceAll("(?i)(get) (/p)/(\\d)\\d*", "$3$2$1")));
        System.out.println(Pattern.compile("\\b(\\w)\\w*\\1\\b")
                .matcher("abca xyz noon level x aa")
                .replaceAll(result -> result.group().toUpperCase() + result.groupCount()));
        System.out.println("aXbXXcX".split("X").length + " " + "a1b22c".split("(?<=\\d)(?=\\D)").length
                + " " + "\u00c4\u00df\u4e2d".matches("(?iu)\\p{Lu}[\\p{L}&&[^a-z]]\\p{IsHan}")
                + " " + Pattern.compile("(a+)+b").matcher("a".repeat(18)).matches()
                + " " + "foo.bar".matches("\\Qfoo.\\E(?:x|b(?>ar|a))"));
        try {
            Pattern.compile("(?<n>a)(b");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex());
        }
    }
}
