package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveChoiceTest {
    @TempDir
    private Path temp;

    private final AtomicInteger ends = new AtomicInteger();
    private File folder;

    @BeforeEach
    void name() {
        folder = temp.resolve("small").toFile();
    }

    /** A run of a program that loads so many classes. */
    private void run(String command, int classes) {
        run(command, "a:b", classes);
    }

    private void run(String command, String classPath, int classes) {
        int before = ends.get();
        ArchiveChoice choice = new ArchiveChoice(folder, command, classPath, ends::incrementAndGet);
        for (int i = 0; i < classes; i++) {
            choice.count();
        }
        choice.run();
        assertEquals(before + 1, ends.get());
    }

    private boolean isSmall(String name) {
        return Files.exists(temp.resolve("small").resolve(name));
    }

    @Test
    void theLastRunDecides() {
        run("a.Main x", ArchiveChoice.FEW + 1);
        assertFalse(folder.exists());
        run("a.Main x", ArchiveChoice.FEW);
        assertTrue(isSmall("a.Main"));
        run("a.Main", 0);
        assertTrue(isSmall("a.Main"));
        run("b.Main", ArchiveChoice.FEW + 1);
        assertTrue(isSmall("a.Main"));
        run("a.Main y", ArchiveChoice.FEW + 1);
        assertFalse(isSmall("a.Main"));
    }

    @Test
    void toOpenAJarDoesNotCount() {
        run("a.Main", "a:b.jar", ArchiveChoice.FEW_WITH_JAR + 1);
        assertFalse(folder.exists());
        run("a.Main", "a:b.jar", ArchiveChoice.FEW_WITH_JAR);
        assertTrue(isSmall("a.Main"));
        run("a.Main", null, ArchiveChoice.FEW_WITH_JAR);
        assertFalse(isSmall("a.Main"));
    }

    @ParameterizedTest
    @CsvSource({
        "a.Main, a.Main",
        "a.Main x y/z, a.Main",
        "app.jar, app.jar",
        "/some/folder/app.jar --x, app.jar",
        "some.module/a.Main, a.Main"
    })
    void aProgramIsNamedAsTheLauncherDoes(String command, String name) {
        assertEquals(name, ArchiveChoice.name(command));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " x", "folder/", "..", "../.. x"})
    void whatIsNoNameIsLeftOut(String command) throws IOException {
        assertNull(ArchiveChoice.name(command));
        run(command, 0);
        assertFalse(folder.exists());
    }

    @Test
    void whereNothingCanBeChosenOrWrittenTheProgramEndsAsEver() throws IOException {
        run(null, 0);
        assertFalse(folder.exists());
        run("x".repeat(10_000), 0);
        folder = null;
        run("a.Main", 0);
        folder = Files.createFile(temp.resolve("small")).toFile();
        run("a.Main", 0);
        assertEquals(0, Files.size(temp.resolve("small")));
    }
}
