package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form: jcstress on fibers, half a second per test and VM configuration. */
class StressTest {
    /** Left to the long form: these start threads for every sample, and take long to warm up. */
    private static final Set<String> LONG = Set.of("NotifyTwice", "InterruptOrNotify");

    @TempDir
    private Path folder;

    @Test
    void nothingForbiddenIsSeen() throws IOException, InterruptedException {
        Set<String> tests = classesOf("dev.weft.stress");
        tests.removeAll(Set.of("dev.weft.stress.Await"));
        StressRun run = StressRun.of(all(tests), 300, folder);
        assertEquals(Set.of(), run.failed(), run::output);
        assertEquals(Set.of(), run.broken(), run::output);
        assertEquals(tests, run.passed(), run::output);
    }

    @Test
    void everyBrokenSiblingIsCaught() throws IOException, InterruptedException {
        Set<String> tests = classesOf("dev.weft.stress.broken");
        StressRun run = StressRun.of(all(tests), 300, folder);
        assertEquals(Set.of(), run.broken(), run::output);
        assertEquals(tests, run.failed(), run::output);
    }

    @Test
    void everyTestHasABrokenSibling() throws IOException {
        Set<String> siblings = new TreeSet<>();
        for (String test : classesOf("dev.weft.stress")) {
            siblings.add(test.replace("dev.weft.stress", "dev.weft.stress.broken"));
        }
        siblings.removeAll(Set.of("dev.weft.stress.broken.Await", "dev.weft.stress.broken.ActorsAreFibers"));
        assertEquals(siblings, classesOf("dev.weft.stress.broken"));
    }

    @Test
    void aTestThatFailedOnceHasFailed() {
        StressRun run = StressRun.parse(
                """
                .... [OK] dev.weft.stress.One
                .... [FAILED] dev.weft.stress.One
                .... [OK] dev.weft.stress.Two
                .... [ERROR] dev.weft.stress.Three
                """);
        assertEquals(Set.of("dev.weft.stress.Two"), run.passed());
        assertEquals(Set.of("dev.weft.stress.One"), run.failed());
        assertEquals(Set.of("dev.weft.stress.Three"), run.broken());
    }

    private static String all(Set<String> tests) {
        return tests.stream().map(test -> test.replace(".", "\\.") + "$").collect(Collectors.joining("|", "^(", ")"));
    }

    /** The classes of the package that a person wrote, without the long ones. */
    private static Set<String> classesOf(String name) throws IOException {
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
