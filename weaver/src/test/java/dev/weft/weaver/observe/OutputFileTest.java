package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

    /** Writes a little, says so, and does not end. */
    private static final class Endless {
        public static void main(String[] args) throws IOException {
            OutputFile.write(Path.of(args[0]), out -> {
                out.write(1);
                System.out.println("begun");
                while (true) {
                    LockSupport.park();
                }
            });
        }
    }

    @Test
    void nothingIsLeftWhenASignalEndsIt() throws Exception {
        Path file = folder.resolve("file");
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Endless.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertEquals('b', process.getInputStream().read());
            assertEquals(1, Files.list(folder).count());
            process.destroy();
            assertTrue(process.waitFor(1, TimeUnit.MINUTES));
            assertEquals(List.of(), Files.list(folder).toList());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aFolderIsRefused() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertEquals("cannot write " + empty + ": it is a folder; name a file in it", refused(empty));
        assertTrue(Files.isDirectory(empty));
    }
}
