package dev.weft.weaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a script of the shell might have taken for the name of a variable. */
public final class ScriptWords {
    private ScriptWords() {}

    /** All words of lower-case letters, but for those that only Weft has. */
    public static Set<String> in(Path script) throws IOException {
        return Pattern.compile("\\b[a-z][a-z_]*\\b")
                .matcher(Files.readString(script))
                .results()
                .map(MatchResult::group)
                .filter(each -> !each.startsWith("weft_"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
