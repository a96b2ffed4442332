package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.error.WeaveException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
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

    @Test
    void whatASymbolicLinkPointsAtIsWrittenAndTheLinkStays() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        OutputFile.write(link, out -> out.write('x'));
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("x", Files.readString(file));
        Path toNothing = Files.createSymbolicLink(folder.resolve("toNothing"), Path.of("new"));
        OutputFile.write(toNothing, out -> out.write('y'));
        assertTrue(Files.isSymbolicLink(toNothing));
        assertEquals("y", Files.readString(folder.resolve("new")));
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertEquals("cannot write " + loop + ": its symbolic links lead to each other", refused(loop));
        Path toNoFolder = Files.createSymbolicLink(folder.resolve("toNoFolder"), Path.of("none/file"));
        assertTrue(refused(toNoFolder).endsWith("there is no folder " + folder.resolve("none") + "; make it first"));
        assertEquals(6, Files.list(folder).count());
    }

    @Test
    void aFileThatIsReplacedKeepsItsRightsAndANewOneGetsTheUsualOnes() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        Path usual = Files.writeString(folder.resolve("usual"), "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));
        OutputFile.write(file, out -> out.write('x'));
        assertEquals("rw-r--rw-", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        Path made = folder.resolve("made");
        OutputFile.write(made, out -> out.write('x'));
        assertEquals(Files.getPosixFilePermissions(usual), Files.getPosixFilePermissions(made));
    }

    /** As {@code -o /dev/stdout >>file} names it. */
    @Test
    void whatIsOpenAlreadyIsWrittenInto() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        try (FileOutputStream open = new FileOutputStream(file.toFile(), true)) {
            Path descriptors = Path.of("/proc/self/fd");
            Path own = null;
            try (Stream<Path> all = Files.list(descriptors)) {
                for (Path each : (Iterable<Path>) all::iterator) {
                    boolean isOwn = Files.isSymbolicLink(each)
                            && Files.readSymbolicLink(each).equals(file.toRealPath());
                    own = isOwn ? each : own;
                }
            }
            Path link = Files.createSymbolicLink(folder.resolve("link"), own);
            OutputFile.write(link, out -> out.write('x'));
            open.write('y');
            assertTrue(Files.isSymbolicLink(link));
        }
        assertEquals("beforexy", Files.readString(file));
    }
}
