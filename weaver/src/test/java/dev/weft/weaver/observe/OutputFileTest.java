package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are complete or are not made. */
class OutputFileTest {
    @TempDir
    private Path folder;

    private static String refused(Path file) {
        return assertThrows(WeaveException.class, () -> OutputFile.write(file, out -> out.write(1)))
                .getMessage();
    }

    @Test
    void aFileIsReplacedOnlyByACompleteOne() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        assertThrows(
                WeaveException.class,
                () -> OutputFile.write(file, out -> {
                    out.write(1);
                    throw new IOException("not complete");
                }));
        assertEquals("before", Files.readString(file));
        OutputFile.write(file, out -> out.write('x'));
        assertEquals("x", Files.readString(file));
        assertEquals(List.of(file), Files.list(folder).toList());
    }

    @Test
    void aDeviceIsWrittenIntoAndNotReplaced() throws IOException {
        Path none = Files.createSymbolicLink(folder.resolve("none"), Path.of("/dev/null"));
        OutputFile.write(none, out -> out.write(1));
        assertTrue(Files.isSymbolicLink(none));
        Path full = Files.createSymbolicLink(folder.resolve("full"), Path.of("/dev/full"));
        assertEquals("cannot write " + full + ": No space left on device", refused(full));
        assertTrue(Files.isSymbolicLink(full));
        assertEquals(2, Files.list(folder).count());
    }

    @Test
    void aFolderIsRefused() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertEquals("cannot write " + empty + ": Is a directory", refused(empty));
        assertTrue(Files.isDirectory(empty));
    }
}
