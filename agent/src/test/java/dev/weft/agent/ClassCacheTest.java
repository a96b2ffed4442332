package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.facts.QuietSoFar;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the file of woven classes keeps, and what it makes of files that are damaged. A list of independent cases, whole
 * because they have one subject.
 */
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

    /** What a run does that needs all the classes; returns how many it had to weave. */
    private int addMissing() {
        ClassCache cache = open();
        int missing = 0;
        for (int i = 0; i < CLASSES; i++) {
            byte[] woven = cache.find(original(i));
            if (woven == null) {
                cache.add(original(i), woven(i));
                missing++;
            } else {
                assertArrayEquals(woven(i), woven);
            }
        }
        cache.close();
        return missing;
    }

    private long indexPlace() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file().toFile(), "r")) {
            in.seek(CacheFile.INDEX_AT);
            return in.readLong();
        }
    }

    /** As if the writer had been killed before it came to the index. */
    private void cutIndexOff() throws IOException {
        long place = indexPlace();
        try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
            out.setLength(place);
            out.seek(CacheFile.INDEX_AT);
            out.writeLong(0);
        }
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
    void theOriginalIsReadFromTheFileWhereTheWovenClassWasFound() {
        fill();
        ClassCache cache = open();
        ContentHash hash = ContentHash.of(original(7));
        assertArrayEquals(woven(7), cache.find(original(7)));
        assertArrayEquals(original(7), cache.original(original(7).length, hash));
        Version version = new Version(cache, original(7).length, hash, QuietSoFar.NONE, Set.of());
        cache.turnOff();
        assertArrayEquals(original(7), version.original());
        assertArrayEquals(original(7), version.authors());
        assertTrue(
                version.isOf(new Version(original(7), original(7), null, 0, false, QuietSoFar.NONE, Set.of(), null)));
        assertFalse(
                version.isOf(new Version(original(8), original(8), null, 0, false, QuietSoFar.NONE, Set.of(), null)));
    }

    @Test
    void aDamagedOriginalIsNotTakenForTheClass() throws IOException {
        fill();
        ClassCache cache = open();
        byte[] original = original(7);
        byte[] whole = Files.readAllBytes(file());
        int place = 0;
        while (!Arrays.equals(whole, place, place + original.length, original, 0, original.length)) {
            place++;
        }
        try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
            out.seek(place + 100);
            out.write(whole[place + 100] ^ 1);
        }
        assertArrayEquals(woven(7), cache.find(original));
        Version version = new Version(cache, original.length, ContentHash.of(original), QuietSoFar.NONE, Set.of());
        assertThrows(IllegalStateException.class, version::original);
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
            // in the first woven class
            damaged.seek(CacheFile.START + 100);
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
        cutIndexOff();
        try (RandomAccessFile torn = new RandomAccessFile(file().toFile(), "rw")) {
            torn.setLength(torn.length() - 10);
        }
        ClassCache reader = open();
        assertEquals("", said(() -> assertEquals(CLASSES - 1, found(reader))));
        assertEquals(1, said(this::addMissing).lines().count());
        assertEquals(CLASSES, found(open()));
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

    @Test
    void aStartReadsNoEntriesHoweverManyThereAre() throws IOException {
        ClassCache few = open();
        few.add(original(1), woven(1));
        few.close();
        assertEquals(0, indexPlace(), "not worth an index");
        fill();
        assertEquals(0, open().scanned());
        assertEquals(CLASSES, found(open()));
        ClassCache more = open();
        more.add(new byte[] {1, 2, 3}, woven(1));
        more.close();
        assertEquals(1, open().scanned());
        assertArrayEquals(woven(1), open().find(new byte[] {1, 2, 3}));
    }

    @Test
    void indexesAreFewEnoughToBeSmallBesideTheEntries() throws IOException {
        long entries = 0;
        for (int run = 0; run < 200; run++) {
            ClassCache cache = open();
            for (int i = 0; i < 8; i++) {
                byte[] key = new byte[30];
                new Random(8 * run + i).nextBytes(key);
                cache.add(key, woven(i));
                entries += woven(i).length;
            }
            cache.close();
            assertTrue(open().scanned() <= 16 + 8 * run / 16, "in run " + run + ": " + open().scanned());
        }
        assertTrue(Files.size(file()) < 2 * entries, Files.size(file()) + " for " + entries);
    }

    @Test
    void theNextOneThatEndsWritesTheIndexThatAKilledOneOwes() throws IOException {
        fill();
        cutIndexOff();
        ClassCache second = open();
        assertEquals(CLASSES, second.scanned());
        second.close();
        assertEquals(0, open().scanned());
        assertEquals(CLASSES, found(open()));
    }

    @Test
    void readersAreNotDisturbedByWhoWritesOrDeletes() throws IOException {
        fill();
        ClassCache indexed = open();
        cutIndexOff();
        ClassCache scanned = open();
        open().close();
        ClassCache other = open();
        for (int i = CLASSES; i < 3 * CLASSES; i++) {
            other.add(original(i), woven(i));
        }
        assertEquals(CLASSES, found(scanned));
        other.close();
        assertEquals(CLASSES, found(indexed));
        Files.delete(file());
        assertEquals(CLASSES, found(scanned));
    }

    /** As if each byte of it were the last that a killed writer has written: nobody has written its place then. */
    @Test
    void aTornIndexIsNone() throws IOException {
        fill();
        byte[] whole = Files.readAllBytes(file());
        int place = (int) indexPlace();
        cutIndexOff();
        Random random = new Random(1);
        for (int i = 0; i < 40; i++) {
            int length = place + random.nextInt(i < 20 ? 30 : whole.length - place);
            try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
                out.setLength(place);
                out.seek(place);
                out.write(whole, place, length - place);
            }
            ClassCache reader = open();
            String said = said(() -> assertEquals(CLASSES, found(reader)));
            assertEquals("", said);
            assertEquals(length > place, said(reader::close).contains("cut off"));
            assertEquals(place, indexPlace(), "it was cut off, and written anew");
            assertEquals(whole.length, Files.size(file()));
            cutIndexOff();
        }
    }

    /** All of it is written, but its place is not. */
    @Test
    void anIndexThatNobodyPointsToIsPassedOver() throws IOException {
        fill();
        try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
            out.seek(CacheFile.INDEX_AT);
            out.writeLong(0);
        }
        ClassCache reader = open();
        assertEquals(CLASSES, reader.scanned());
        assertEquals(CLASSES, found(reader));
        assertEquals("", said(reader::close));
        assertEquals(0, open().scanned());
        assertEquals(CLASSES, found(open()));
    }

    @Test
    void damageToTheIndexOrTheHeadHidesClassesAndNeverGivesWrongOnes() throws IOException {
        fill();
        byte[] whole = Files.readAllBytes(file());
        int place = (int) indexPlace();
        int hidden = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] damaged = whole.clone();
            boolean isHead = seed % 3 == 0;
            for (int i = random.nextInt(isHead ? 1 : 100); i >= 0; i--) {
                int at = isHead ? random.nextInt(CacheFile.START) : place + random.nextInt(whole.length - place);
                damaged[at] = (byte) random.nextInt();
            }
            hidden += checkMended(damaged, "seed " + seed);
        }
        assertTrue(hidden > 1_000, "of 90,000 only " + hidden + " were hidden: the damage was not where it should be");
    }

    @Test
    void aTruncatedFileHidesClassesAndNeverGivesWrongOnes() throws IOException {
        fill();
        byte[] whole = Files.readAllBytes(file());
        for (int seed = 0; seed < 60; seed++) {
            int length = seed < 40 ? seed : new Random(seed).nextInt(whole.length);
            checkMended(Arrays.copyOf(whole, length), "length " + length);
        }
    }

    /** How many classes are not found in such a file; none is after two runs. */
    private int checkMended(byte[] damaged, String which) throws IOException {
        Files.write(file(), damaged);
        int[] missing = new int[3];
        String said = said(() -> {
            for (int run = 0; run < 3; run++) {
                missing[run] = addMissing();
            }
        });
        assertTrue(said.lines().count() <= 1, which + ": " + said);
        assertEquals(0, missing[2], which);
        assertEquals(CLASSES, found(open()), which);
        return missing[0];
    }

    /** Slots that lead to other entries, with the right half of the hash: what is believed is the entry. */
    @Test
    void aWrongSlotFindsNothing() throws IOException {
        fill();
        int place = (int) indexPlace();
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(file()));
        int first = place + 16;
        int end = file.limit();
        int other = CacheFile.START;
        int changed = 0;
        for (int at = first; at < end; at += Long.BYTES) {
            long slot = file.getLong(at);
            if (slot != 0 && (int) slot != other) {
                file.putLong(at, slot & 0xFFFFFFFF00000000L | other);
                changed++;
            }
        }
        assertEquals(CLASSES - 1, changed);
        Files.write(file(), file.array());
        assertEquals(1, found(open()), "the one whose slot is right");
        assertEquals(CLASSES - 1, addMissing());
        assertEquals(CLASSES, found(open()));
    }

    /**
     * The control of the tests above: where the entry does not say whose it is, a wrong slot does give a wrong class.
     */
    @Test
    void onlyTheEntrySaysWhoseItIs() throws IOException {
        fill();
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(file()));
        ContentHash hash = ContentHash.of(original(7));
        // the first entry now says that it is that of class 7; its checksum has to say so as well
        byte[] made = woven(0);
        ByteBuffer forged = CacheFile.entry(original(7), hash, made);
        file.position(CacheFile.START).put(forged);
        int slot = (int) indexPlace() + 16;
        while (file.getLong(slot) >>> 32 != hash.first >>> 32) {
            slot += Long.BYTES;
        }
        file.putInt(slot + 4, CacheFile.START);
        Files.write(file(), file.array());
        assertArrayEquals(made, open().find(original(7)));
    }

    @Test
    void aFileOfAnotherFormatIsReplaced() throws IOException {
        Files.createDirectories(file().getParent());
        byte[] old = new byte[100_000];
        ByteBuffer.wrap(old).putInt(0x57656604).putInt(70_000);
        Files.write(file(), old);
        assertEquals(0, found(open()));
        checkMended(old, "old");
    }

    /** Adds classes until it is killed, each time as a run does. */
    static final class Adder {
        private Adder() {}

        /** With the folder, and where to begin. */
        public static void main(String[] args) {
            for (int i = Integer.parseInt(args[1]); ; i += 50) {
                ClassCache cache = ClassCache.open(Path.of(args[0]).toFile(), "file");
                for (int j = 0; j < 50; j++) {
                    cache.add(original((i + j) % 3_000), woven((i + j) % 3_000));
                }
                cache.close();
                System.out.println(i);
            }
        }
    }

    @Test
    void killedWritersLeaveNothingThatIsBelieved() throws Exception {
        Random random = new Random(5);
        int indexes = 0;
        for (int round = 0; round < 8; round++) {
            List<String> command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "--add-exports=java.base/sun.nio.fs=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Adder.class.getName(),
                    folder.resolve("classes").toString(),
                    Integer.toString(random.nextInt(3_000)));
            Process adder = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader out = new BufferedReader(new InputStreamReader(adder.getInputStream()))) {
                for (int runs = 1 + random.nextInt(20); runs > 0; runs--) {
                    assertNotNull(out.readLine());
                }
                Thread.sleep(random.nextInt(5));
            } finally {
                adder.destroyForcibly().waitFor();
            }
            indexes += indexPlace() == 0 ? 0 : 1;
            ClassCache reader = open();
            assertEquals("", said(() -> found(reader)));
            said(this::addMissing);
            assertEquals(CLASSES, found(open()), "after round " + round);
        }
        assertTrue(indexes > 4, "hardly any had an index");
    }

    /** What one run has filled stays: its own classes are in it. */
    @Test
    void aFileThatEarlierRunsHaveFilledIsMadeAnew() throws IOException {
        ByteBuffer entry = CacheFile.entry(original(1), ContentHash.of(original(1)), woven(1));
        int maxSize = CacheFile.START + 10 * entry.capacity();
        assertEquals(10, entriesWritten(entry, maxSize, 12));
        assertTrue(Files.exists(file()));
        assertEquals(0, entriesWritten(entry, maxSize, 1));
        assertFalse(Files.exists(file()));
        assertEquals(4, entriesWritten(entry, maxSize, 4));
        assertEquals(6, entriesWritten(entry, maxSize, 7));
        assertTrue(Files.exists(file()));
    }

    private int entriesWritten(ByteBuffer entry, int maxSize, int wanted) throws IOException {
        CacheWriter writer = CacheWriter.open(file().toFile(), maxSize);
        int written = 0;
        for (int i = 0; i < wanted; i++) {
            written += writer.write(entry.array(), entry.capacity()) ? 1 : 0;
        }
        writer.close();
        return written;
    }
}
