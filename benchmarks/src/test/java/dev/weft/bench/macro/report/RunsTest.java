package dev.weft.bench.macro.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.bench.macro.Child;
import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Measured;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Children in JVMs of their own, on the JDK that runs the test. */
class RunsTest {
    private static final Effort SHORT = new Effort("test", 1, 1, 100, 100);

    private static Measured run(Class<? extends MacroProgram> type, Effort effort) throws Exception {
        String classPath = folder(Child.class) + ":" + folder(RunsTest.class);
        return Runs.run(Runs.Command.of(List.of(java(), "-Xmx64m", "-cp", classPath)), type.getName(), effort);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String folder(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    private static String failure(Class<? extends MacroProgram> type, Effort effort) {
        return assertThrows(Runs.Failed.class, () -> run(type, effort)).getMessage();
    }

    @Test
    void aProgramThatIsRightHasFigures() throws Exception {
        Measured run = run(Samples.Right.class, SHORT);
        assertEquals(10, run.curve().length);
        assertTrue(run.units() > 0, run.json());
        assertTrue(run.number("cpuEndMillis") > 0, run.json());
        assertTrue(run.number("residentPeakBytes") >= run.number("residentStartBytes"), run.json());
        assertTrue(run.number("codeBytes") > 0 && run.number("metaspaceBytes") > 0, run.json());
        assertEquals(run.checksum(), run(Samples.Right.class, SHORT).checksum());
    }

    @Test
    void wrongAnswersHaveNoFigures() {
        assertTrue(failure(Samples.Changing.class, SHORT).contains("WrongAnswer"));
        assertTrue(failure(Samples.Losing.class, SHORT).contains("one is lost"));
    }

    @Test
    void aProgramThatThrowsOrDoesNothingHasNoFigures() {
        assertTrue(failure(Samples.Throwing.class, SHORT).contains("meant"));
        assertTrue(failure(Samples.Idle.class, SHORT).contains("nothing was done"));
    }

    @Test
    void aChildThatHangsIsStoppedWithWhatItHasStarted() {
        String said = failure(Samples.Hanging.class, new Effort("test", 1, 1, 100, 4));
        assertTrue(said.contains("did not end within 4 s"), said);
        assertFalse(ProcessHandle.current().descendants().anyMatch(RunsTest::sleeps));
    }

    private static boolean sleeps(ProcessHandle process) {
        return process.isAlive() && process.info().commandLine().orElse("").contains("sleep 600");
    }

    @Test
    void anotherAnswerThanThePlainOneFailsTheRow() throws Exception {
        Results results = new Results();
        results.add("program", "program", Mode.PLAIN, 0, run(Samples.Right.class, SHORT));
        results.add("program", "program", Mode.WEFT, 0, run(Samples.Other.class, SHORT));
        assertTrue(results.failures("program").get(Mode.WEFT).contains("wrong answer"));
        assertEquals(0, results.figures("program", Mode.WEFT, Measured::units).length);
        assertEquals(1, results.figures("program", Mode.PLAIN, Measured::units).length);
    }
}
