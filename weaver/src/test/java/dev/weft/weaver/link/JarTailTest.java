package dev.weft.weaver.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarTailTest {
    private static final int SEED = 42;
    private static final int ENTRIES = 50;

    @TempDir
    private Path temp;

    private final byte[][] contents = new byte[ENTRIES][];

    private Path zip(String comment) throws IOException {
        Random random = new Random(SEED);
        Path file = temp.resolve("a.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setComment(comment);
            for (int i = 0; i < ENTRIES; i++) {
                contents[i] = new byte[random.nextInt(2_000)];
                random.nextBytes(contents[i]);
                zip.putNextEntry(new ZipEntry("entry" + i));
                zip.write(contents[i]);
                zip.closeEntry();
            }
        }
        return file;
    }

    private void assertWhole(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile());
                ZipInputStream stream = new ZipInputStream(Files.newInputStream(file))) {
            assertEquals(ENTRIES, zip.size());
            for (int i = 0; i < ENTRIES; i++) {
                try (InputStream in = zip.getInputStream(zip.getEntry("entry" + i))) {
                    assertArrayEquals(contents[i], in.readAllBytes(), "entry " + i + " of seed " + SEED);
                }
                stream.getNextEntry();
                assertArrayEquals(contents[i], stream.readAllBytes(), "entry " + i + " as a stream");
            }
        }
    }

    @Test
    void aLongerFileSaysTheSame() throws IOException {
        for (int gap : new int[] {0, 1, 100, 4_096, 1_000_000}) {
            for (String comment : new String[] {null, "a comment of the zip file"}) {
                Path file = zip(comment);
                long size = Files.size(file) + gap;
                assertTrue(JarTail.grow(file, size), gap + ", " + comment);
                assertEquals(size, Files.size(file));
                assertWhole(file);
            }
        }
    }

    @Test
    void whatIsNoZipFileStaysAsItIs() throws IOException {
        Path file = Files.write(temp.resolve("b"), new byte[1_000]);
        assertFalse(JarTail.grow(file, 2_000));
        assertEquals(1_000, Files.size(file));
    }

    @Test
    void noFileIsMadeShorter() throws IOException {
        Path file = zip(null);
        long size = Files.size(file);
        assertFalse(JarTail.grow(file, size - 1));
        assertEquals(size, Files.size(file));
        assertWhole(file);
    }
}
