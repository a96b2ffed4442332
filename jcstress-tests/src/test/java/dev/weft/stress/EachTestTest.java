package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code each-test} makes of what jcstress prints, and what it does not run again. */
class EachTestTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Of three tests one has a hard error, one prints nothing that is known. */
    private static final String PRINTER =
            """
            package org.openjdk.jcstress;

            public class Main {
                public static void main(String[] args) {
                    String all = String.join(" ", args);
                    if (all.contains("-l ")) {
                        System.out.println("All matching tests:\\n");
                        for (String each : "Good Hard Odd".split(" ")) {
                            System.out.println("  dev.weft.stress." + each);
                        }
                        return;
                    }
                    boolean isHard = all.contains("Hard");
                    String passed = "(Results: 2 planned; 1 passed, 0 failed, 0 soft errs, 0 hard errs)\\r\\n";
                    if (!all.contains("Odd")) {
                        System.out.print(passed + passed.replace("1 passed", isHard ? "1 passed" : "2 passed")
                                .replace("0 hard", isHard ? "1 hard" : "0 hard"));
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path results;

    @BeforeEach
    void makeJcstress() throws IOException {
        JcstressJar.write(folder.resolve("jcstress.jar"), PRINTER);
        results = folder.resolve("results.tsv");
    }

    private ChildJvm.Result run(String... options) throws IOException, InterruptedException {
        ProcessBuilder builder = ChildJvm.builder(ChildJvm.On.WEFT, List.of());
        Path script = ROOT.resolve("jcstress-tests").resolve("each-test");
        builder.command(
                "sh", script.toString(), "--jar", folder.resolve("jcstress.jar").toString());
        builder.command().addAll(List.of("--results", results.toString()));
        builder.command().addAll(List.of(options));
        return ChildJvm.run(builder, Duration.ofSeconds(300));
    }

    private List<String> lines() throws IOException {
        return Files.readString(results)
                .lines()
                .map(line -> line.substring(0, line.lastIndexOf('\t', line.lastIndexOf('\t') - 1)))
                .toList();
    }

    @Test
    void whatHasPassedIsNotRunAgain() throws IOException, InterruptedException {
        ChildJvm.Result first = run();
        assertEquals(1, first.exit(), first::toString);
        String good = "one\tdev.weft.stress.Good\t2\t2\t0\t0\t0";
        String hard = "one\tdev.weft.stress.Hard\t2\t1\t0\t0\t1";
        String odd = "one\tdev.weft.stress.Odd\t0\t0\t0\t0\t1";
        assertEquals(List.of(good, hard, odd), lines(), first::toString);
        ChildJvm.Result again = run("--tests", "Good|Hard");
        assertEquals(List.of(good, hard, odd, hard), lines(), again::toString);
        assertTrue(again.out().endsWith("1 tests have run, 1 of them not to the end or with what is forbidden\n"));
        ChildJvm.Result other = run("--form", "two", "--tests", "Good");
        assertEquals(0, other.exit(), other::toString);
        assertEquals(good.replace("one", "two"), lines().get(4));
    }

    @Test
    void afterTheBudgetNoTestBegins() throws IOException, InterruptedException {
        ChildJvm.Result result = run("--budget", "0s");
        assertEquals("0 tests have run, 0 of them not to the end or with what is forbidden\n", result.out());
        assertEquals(0, result.exit(), result::toString);
    }

    @Test
    void whatIsNoOptionIsAnsweredByTheUsage() throws IOException, InterruptedException {
        for (List<String> wrong : List.of(List.of("--form", "three"), List.of("--budget", "m5"), List.of("--tests"))) {
            ChildJvm.Result result = run(wrong.toArray(String[]::new));
            assertEquals(2, result.exit(), result::toString);
            assertTrue(result.err().startsWith("Runs our jcstress tests in jcstress's default mode"), result.err());
        }
    }
}
