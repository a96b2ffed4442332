package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same in chaos mode: actors suspend wherever they may. By default two tests of monitors and their broken siblings;
 * {@code -Dstress.chaos=all} has all, which takes minutes ({@code -Dstress.seconds} at most, {@code -Dstress.millis}
 * each).
 */
class ChaosStressTest {
    private static final Set<String> SHORT = Set.of("WaitNotify", "DetachVisibility");

    @TempDir
    private static Path folder;

    @Tag("long")
    @Test
    void nothingForbiddenIsSeenAndTheBrokenSiblingsAreCaught() throws Exception {
        boolean all = "all".equals(System.getProperty("stress.chaos"));
        Set<String> correct = chosen("dev.weft.stress", all);
        Set<String> siblings = chosen("dev.weft.stress.broken", all);
        Set<String> tests = new TreeSet<>(correct);
        tests.addAll(siblings);
        String seed = System.getProperty("stress.seed", "1");
        StressRun run =
                StressRun.of(StressTest.all(tests), Integer.getInteger("stress.millis", 200), seed + ",1", folder);
        assertEquals(Set.of(), run.broken(), run::output);
        assertEquals(correct, run.passed(), run::output);
        assertEquals(siblings, run.failed(), run::output);
    }

    private static Set<String> chosen(String name, boolean all) throws Exception {
        Set<String> classes = StressTest.classesOf(name);
        classes.remove("dev.weft.stress.Await");
        return all
                ? classes
                : SHORT.stream().map(each -> name + "." + each).collect(Collectors.toCollection(TreeSet::new));
    }
}
