package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.weft.tck.harness.CaseRun.CaseResult;
import dev.weft.tck.harness.Configuration.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The cases about the API of JEP 444. Their sources, in {@code src/test/api}, are compiled here with
 * {@code weft javac}, which shows that the API can be used from source; the class files then run on woven JDKs 17 and,
 * where there is one beside the JDK that runs this, on a JDK 21 or newer. What cases say must be what
 * {@code api-expected.txt} has, on all of them.
 */
@ExtendWith(Jvm.class)
class ApiTest {
    private static final Path SOURCES = Path.of("src/test/api/dev/weft/tck/api");
    private static final Path EXPECTED = Path.of("src/test/resources/api-expected.txt");

    private static final List<Configuration> CONFIGURATIONS = List.of(
            fibers("api-fiber-1", "fibers on one carrier", Launch.IMAGE, "-Dweft.parallelism=1"),
            fibers("api-fiber-2", "fibers on two carriers", Launch.IMAGE, "-Dweft.parallelism=2"),
            fibers("api-fiber-patch", "fibers by --patch-module", Launch.PATCH),
            new Configuration(
                    "api-virtual",
                    "platform threads beside virtual ones",
                    Launch.IMAGE,
                    List.of("-Dweft.threads=virtual", "-Dtck.expect=platform")),
            new Configuration(
                    "api-none",
                    "virtual threads without fibers",
                    Launch.IMAGE,
                    List.of("-Dweft.threads=none", "-Dtck.expect=platform")));

    private static Configuration fibers(String id, String title, Launch launch, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-Dtck.expect=fiber");
        return new Configuration(id, title, launch, all);
    }

    @TestFactory
    Stream<DynamicContainer> everyCaseInEveryConfiguration() throws IOException {
        Path classes = compile();
        String globs = System.getProperty("tck.configurations", "*");
        List<Configuration> wanted = new ArrayList<>(CONFIGURATIONS);
        Jvm.newer()
                .ifPresent(jdk -> wanted.add(new Configuration(
                        "api-newer",
                        "a JDK that has the API",
                        Launch.PLAIN,
                        List.of("-Dtck.jdk=" + jdk, "-Dtck.expect=platform"))));
        wanted.removeIf(each -> !Configuration.matches(globs, each.id()));
        assumeFalse(wanted.isEmpty(), "no configuration is called " + globs);
        Map<String, List<String>> expected = expected();
        return wanted.stream().map(each -> {
            Map<String, CaseResult> results = CaseRun.of(
                    each, "api", "-Dtck.classes=" + classes, "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");
            Results.write(each, results, results);
            return DynamicContainer.dynamicContainer(
                    each.title(),
                    results.entrySet().stream()
                            .map(result -> DynamicTest.dynamicTest(
                                    result.getKey(), () -> check(result.getKey(), result.getValue(), each, expected))));
        });
    }

    /** As counted in the sources. */
    static int numberOfCases() throws IOException {
        int cases = 0;
        for (Path source : sources()) {
            cases += Files.readString(source).split("\n    @Case\\(", -1).length - 1;
        }
        return cases;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.list(SOURCES)) {
            return all.sorted().toList();
        }
    }

    private static Path compile() throws IOException {
        Path classes = Path.of("target", "api-classes").toAbsolutePath();
        List<String> arguments = new ArrayList<>(List.of(
                "javac",
                "-Xlint:all",
                "-Werror",
                "-cp",
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                "-d",
                classes.toString()));
        sources().forEach(source -> arguments.add(source.toString()));
        Jvm.Result result = Jvm.run(Jvm.builder(Launch.IMAGE, arguments), 120);
        assertEquals(0, result.exit(), result.toString());
        assertEquals("", result.err());
        return classes;
    }

    private static void check(
            String name, CaseResult result, Configuration configuration, Map<String, List<String>> expected) {
        if (result.failure() != null) {
            fail(configuration.id() + ": " + result.failure());
        }
        assertEquals(String.join("\n", expected.getOrDefault(name, List.of())), String.join("\n", result.said()));
    }

    private static Map<String, List<String>> expected() throws IOException {
        Map<String, List<String>> expected = new TreeMap<>();
        for (String line : Files.readAllLines(EXPECTED)) {
            String[] fields = line.split("\t", 2);
            expected.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(fields[1]);
        }
        return expected;
    }
}
