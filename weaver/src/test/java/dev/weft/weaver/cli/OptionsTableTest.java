package dev.weft.weaver.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the table of options against the sources that read them, and against the page that has it. */
class OptionsTableTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A name of an event of JFR goes on with a capital letter. */
    private static final Pattern PROPERTY = Pattern.compile("\"(weft\\.[a-z][A-Za-z.]*)\"");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(WEFT_[A-Z_]+)|\"(WEFT_[A-Z_]+)\"");

    private static Set<String> names(List<AgentOptions.Option> options) {
        return options.stream().map(AgentOptions.Option::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> matches(Pattern pattern, String... folders) throws IOException {
        Set<String> result = new TreeSet<>();
        for (String folder : folders) {
            for (Path source : sources(ROOT.resolve(folder))) {
                for (Matcher matcher = pattern.matcher(Files.readString(source)); matcher.find(); ) {
                    result.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
                }
            }
        }
        return result;
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("AgentOptions.java"))
                    .collect(Collectors.toList());
        }
    }

    @Test
    void theTableHasThePropertiesThatTheSourcesReadAndNoOthers() throws IOException {
        assertEquals(matches(PROPERTY, "patch-java-base/src/main", "agent/src/main"), names(AgentOptions.properties()));
    }

    @Test
    void theTableHasTheVariablesThatLauncherAndWeaverReadAndNoOthers() throws IOException {
        assertEquals(matches(VARIABLE, "bin", "weaver/src/main"), names(AgentOptions.variables()));
    }

    @Test
    void thePageHasALineForEachOption() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/settings.md"));
        Stream.concat(AgentOptions.properties().stream(), AgentOptions.variables().stream())
                .map(PropertiesCommand::markdown)
                .forEach(line -> assertTrue(text.contains(line), "docs/settings.md lacks the line " + line));
    }
}
