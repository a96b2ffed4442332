package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code own-suites} makes of jcstress's verdicts; jcstress is one that only prints some. */
class OwnSuitesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final String PRINTER =
            """
            package org.openjdk.jcstress;

            public class Main {
                public static void main(String[] args) {
                    String all = String.join(" ", args);
                    boolean isFiber = all.contains("@");
                    System.out.println("...... [FAILED] some.form.of.Good\\n\\nRUN RESULTS:\\n");
                    say(all, "ActorsAreFibers", "dev.weft.stress.ActorsAreFibers", isFiber && !all.contains("none"));
                    say(all, "Good", "o.o.j.t.Good", true);
                    say(all, "Everywhere", "o.o.j.t.Everywhere", false);
                    say(all, "Ours", "o.o.j.t.Ours.Inner", !isFiber);
                    if (!all.contains("ActorsAreFibers")) {
                        System.out.println("........ [SKIPPED] o.o.j.t.Newer");
                    }
                }

                private static void say(String all, String part, String name, boolean isRight) {
                    if (all.contains(part)) {
                        System.out.println(isRight ? ".......... [OK] " + name : "...... [FAILED] " + name);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path checkout;

    @BeforeEach
    void makeACheckoutThatIsBuilt() throws IOException, InterruptedException {
        checkout = Files.createDirectory(folder.resolve("checkout"));
        git("init", "-q");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a");
        String commit = git("rev-parse", "HEAD").strip();
        Path work = Files.createDirectory(folder.resolve("work"));
        JcstressJar.write(work.resolve(commit + "-tests-all.jar"), PRINTER);
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        return StressRun.output(command, checkout, 60);
    }

    private ChildJvm.Result run(String tests, String weft) throws IOException, InterruptedException {
        ProcessBuilder builder = ChildJvm.builder(ChildJvm.On.WEFT, List.of());
        Path script = ROOT.resolve("jcstress-tests").resolve("own-suites");
        builder.command("sh", script.toString(), "--checkout", checkout.toString(), "--tests", tests);
        builder.command().addAll(List.of("--work", folder.resolve("work").toString(), "--again", "2", "--weft", weft));
        return ChildJvm.run(builder, Duration.ofSeconds(300));
    }

    private static String last(ChildJvm.Result result) {
        List<String> lines = result.out().lines().toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    @Test
    void whatFailsAsFibersOnlyIsToldAndFailsTheRun() throws IOException, InterruptedException {
        ChildJvm.Result result = run("Good|Everywhere|Ours", "-Da=b");
        assertEquals(
                """
                FAILED org.openjdk.jcstress.tests.Everywhere; again: plain JDK 2 of 2 times, fibers 2 of 2
                FAILED org.openjdk.jcstress.tests.Ours.Inner; again: plain JDK 0 of 2 times, fibers 2 of 2
                1 passed, 2 failed, 1 of them on the plain JDK too; 1 do not apply to this JDK
                """,
                result.out(),
                result::toString);
        assertEquals(1, result.exit());
    }

    @Test
    void whatFailsOnThePlainJdkTooDoesNotFailTheRun() throws IOException, InterruptedException {
        ChildJvm.Result result = run("Good|Everywhere", "-Da=b");
        assertEquals("1 passed, 1 failed, 1 of them on the plain JDK too; 1 do not apply to this JDK", last(result));
        assertEquals(0, result.exit(), result::toString);
    }

    @Test
    void actorsThatAreNoFibersAreFound() throws IOException, InterruptedException {
        ChildJvm.Result result = run("Good", "-Dweft.threads=none");
        assertTrue(result.err().contains("actors are not fibers"), result::toString);
        assertEquals(1, result.exit());
    }

    @Test
    void aRunInWhichNothingPassesFails() throws IOException, InterruptedException {
        assertEquals(1, run("Nothing", "-Da=b").exit());
    }
}
