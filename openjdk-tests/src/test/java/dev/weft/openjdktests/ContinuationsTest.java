package dev.weft.openjdktests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code openjdk-tests/continuations/run} on small tests of our own, in place of those of JDK 21. */
class ContinuationsTest {
    private static final String BASIC =
            """
            import jdk.internal.vm.Continuation;
            import jdk.internal.vm.ContinuationScope;
            import org.testng.annotations.Test;

            public class Basic {
                private static final ContinuationScope SCOPE = new ContinuationScope() {};

                @Test
                public void suspends() {
                    Continuation continuation = new Continuation(SCOPE, Basic::body);
                    continuation.run();
                    String names = continuation.stackWalker().walk(all ->
                            all.map(StackWalker.StackFrame::getMethodName).toList()).toString();
                    check(names.equals("[yield0, yield, body, enter0, enter]"), names);
                    continuation.run();
                    check(continuation.isDone(), "not done");
                }

                private static void body() {
                    check(Continuation.yield(SCOPE), "pinned");
                }

                @Test
                public void testPinnedMonitor() {
                    check(KNOWN, "known");
                }

                private static void check(boolean isRight, String message) {
                    if (!isRight) {
                        throw new AssertionError(message);
                    }
                }
            }
            """;
    private static final String SCOPED =
            """
            @org.testng.annotations.Test
            public class Scoped {
                public void test1() {}
            }
            """;
    private static final String FUZZ =
            """
            public class Fuzz {
                public static void main(String[] args) {}
            }
            """;

    @TempDir
    Path folder;

    private String run(String basic, int expected) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("Basic.java"), basic);
        Files.writeString(folder.resolve("Scoped.java"), SCOPED);
        Files.writeString(folder.resolve("Fuzz.java"), FUZZ);
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(List.of("continuations/run", folder.toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES));
        String said = Files.readString(output);
        assertEquals(expected, process.exitValue(), said);
        return said;
    }

    @Test
    void aTestPassesOnThePlatformAndInAFiber() throws IOException, InterruptedException {
        String said = run(BASIC.replace("KNOWN", "false"), 0);
        assertEquals(2, said.split("passed Basic.suspends", -1).length - 1, said);
        assertEquals(2, said.split("4 as expected, 0 not", -1).length - 1, said);
    }

    @Test
    void whatFailsOrPassesAgainstExpectationIsTold() throws IOException, InterruptedException {
        String said = run(BASIC.replace("KNOWN", "true").replace("[yield0", "[yield1"), 1);
        assertTrue(said.contains("failed Basic.suspends: java.lang.AssertionError: [yield0"), said);
        assertTrue(said.contains("passed Basic.testPinnedMonitor, which was expected to fail"), said);
        assertFalse(said.contains("4 as expected"), said);
    }

    @Test
    void aFolderWithoutTheTestsIsRefused() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("continuations/run", folder.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(2, process.waitFor());
        assertTrue(said.startsWith("usage: ") && said.strip().lines().count() == 1, said);
    }
}
