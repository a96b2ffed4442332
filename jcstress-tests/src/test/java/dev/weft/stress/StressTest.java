package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form: one run of jcstress on fibers, a tenth of a second per test and VM configuration. That is long enough
 * to see every broken sibling fail, many thousand times over for most.
 */
class StressTest {
    /** Left to the long form: these start threads for every sample, and take long to warm up. */
    private static final Set<String> LONG = Set.of("NotifyTwice", "InterruptOrNotify");

    @TempDir
    private static Path folder;

    private static Set<String> correct;
    private static Set<String> siblings;
    private static StressRun run;

    @BeforeAll
    static void runAll() throws IOException, InterruptedException {
        correct = classesOf("dev.weft.stress");
        correct.remove("dev.weft.stress.Await");
        siblings = classesOf("dev.weft.stress.broken");
        Set<String> tests = new TreeSet<>(correct);
        tests.addAll(siblings);
        run = StressRun.of(all(tests), 100, null, folder);
    }

    @Test
    void everyTestRunsToItsEnd() {
        assertEquals(Set.of(), run.broken(), run::output);
    }

    @Test
    void nothingForbiddenIsSeen() {
        assertEquals(correct, run.passed(), run::output);
    }

    @Test
    void everyBrokenSiblingIsCaught() {
        assertEquals(siblings, run.failed(), run::output);
    }

    @Test
    void everyTestHasABrokenSibling() {
        Set<String> expected = new TreeSet<>();
        for (String test : correct) {
            expected.add(test.replace("dev.weft.stress", "dev.weft.stress.broken"));
        }
        expected.remove("dev.weft.stress.broken.ActorsAreFibers");
        assertEquals(expected, siblings);
    }

    @Test
    void aTestThatFailedOnceHasFailed() {
        StressRun parsed = StressRun.parse(
                """
                .... [OK] dev.weft.stress.One
                .... [FAILED] dev.weft.stress.One
                .... [OK] dev.weft.stress.Two
                .... [ERROR] dev.weft.stress.Three
                """);
        assertEquals(Set.of("dev.weft.stress.Two"), parsed.passed());
        assertEquals(Set.of("dev.weft.stress.One"), parsed.failed());
        assertEquals(Set.of("dev.weft.stress.Three"), parsed.broken());
    }

    static String all(Set<String> tests) {
        return tests.stream().map(test -> test.replace(".", "\\.") + "$").collect(Collectors.joining("|", "^(", ")"));
    }

    /** The classes of the package that a person wrote, without the long ones. */
    static Set<String> classesOf(String name) throws IOException {
        Path folder = Path.of("target", "classes").resolve(name.replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches("\\w+\\.class") && !file.contains("_jcstress"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .filter(file -> !LONG.contains(file))
                    .map(file -> name + "." + file)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
