package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTest {
    private static final int CLASSES = 300;

    @TempDir
    private Path folder;

    private static byte[] original(int number) {
        byte[] bytes = new byte[500 + number];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    private static byte[] woven(int number) {
        byte[] bytes = new byte[900 + number * 7];
        new Random(-number).nextBytes(bytes);
        return bytes;
    }

    private ClassCache open() {
        return ClassCache.open(folder.resolve("classes").toFile(), "file");
    }

    private Path file() {
        return folder.resolve("classes").resolve("file");
    }

    private void fill() {
        ClassCache cache = open();
        for (int i = 0; i < CLASSES; i++) {
            cache.add(original(i), woven(i));
        }
        cache.close();
    }

    /** How many of the first classes are found, each with the right content. */
    private static int found(ClassCache cache) {
        int found = 0;
        for (int i = 0; i < CLASSES; i++) {
            byte[] woven = cache.find(original(i));
            if (woven != null) {
                assertArrayEquals(woven(i), woven);
                found++;
            }
        }
        return found;
    }

    private static String said(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatOneRunHasWovenTheNextOneFinds() {
        assertEquals(0, found(open()));
        fill();
        assertEquals(CLASSES, found(open()));
        byte[] other = original(3);
        other[100]++;
        assertNull(open().find(other));
    }

    @Test
    void aSmallProgramIsWrittenWhenItEnds() {
        ClassCache cache = open();
        cache.add(original(1), woven(1));
        assertFalse(Files.exists(file()));
        cache.close();
        assertArrayEquals(woven(1), open().find(original(1)));
        ClassCache second = open();
        second.add(original(2), woven(2));
        second.close();
        assertEquals(2, found(open()));
    }

    @Test
    void smallFilesDoNotDisplaceLargeOnes() throws IOException {
        fill();
        byte[] large = Files.readAllBytes(file());
        for (int i = 0; i < 300; i++) {
            Files.write(folder.resolve("classes").resolve("small" + i), new byte[100]);
        }
        Files.setLastModifiedTime(file(), FileTime.fromMillis(0));
        ClassCache other = ClassCache.open(folder.resolve("classes").toFile(), "other");
        other.add(original(1), woven(1));
        other.close();
        assertArrayEquals(large, Files.readAllBytes(file()));
        try (Stream<Path> all = Files.list(folder.resolve("classes"))) {
            assertEquals(301, all.count(), "one of the small ones was deleted, another was added");
        }
    }

    @Test
    void aDamagedEntryIsSaidInOneLineAndAllIsWovenAnew() throws IOException {
        fill();
        try (RandomAccessFile damaged = new RandomAccessFile(file().toFile(), "rw")) {
            damaged.seek(damaged.length() / 2);
            damaged.write(~damaged.read());
        }
        ClassCache cache = open();
        String said = said(() -> assertTrue(found(cache) < CLASSES));
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.contains("are damaged: weaving anew"), said);
        assertFalse(Files.exists(file()));
        assertNull(cache.find(original(0)), "it is off");
    }

    @Test
    void whatAKilledWriterHasLeftIsCutOffByTheNext() throws IOException {
        fill();
        int found = found(open());
        try (RandomAccessFile torn = new RandomAccessFile(file().toFile(), "rw")) {
            torn.setLength(torn.length() - 10);
        }
        ClassCache reader = open();
        assertEquals("", said(() -> assertEquals(found - 1, found(reader))));
        assertEquals(1, said(this::fill).lines().count());
        assertTrue(found(open()) >= found);
    }

    @Test
    void oneWritesAndTheOthersOnlyRead() throws IOException {
        fill();
        long size = Files.size(file());
        try (RandomAccessFile other = new RandomAccessFile(file().toFile(), "rw")) {
            FileLock lock = other.getChannel().lock();
            // one JVM cannot lock a file twice, which is a refusal as that of another JVM
            fill();
            lock.release();
        }
        assertEquals(size, Files.size(file()));
        fill();
        assertNotEquals(size, Files.size(file()), "what was refused before");
    }

    @Test
    void aFolderThatCannotBeWrittenToIsNoMistake() throws IOException {
        Files.createFile(folder.resolve("classes"));
        fill();
        assertEquals(0, found(open()));
    }
}
