package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.facts.MethodSet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperienceFileTest {
    private static final MethodSet SOME = MethodSet.NONE.with(2).with(19);

    /** So many classes are more than a file has. */
    private static final int MANY = 400_000;

    @TempDir
    Path folder;

    private File file() {
        return folder.resolve("classes").resolve("a.quiet").toFile();
    }

    private static ExperienceFile quiet(long hash, MethodSet methods) {
        ExperienceFile seen = new ExperienceFile();
        seen.addQuiet(hash, methods);
        return seen;
    }

    private static ExperienceFile loud(long hash, MethodSet methods) {
        ExperienceFile seen = new ExperienceFile();
        seen.addLoud(hash, methods);
        return seen;
    }

    @Test
    void runsAddWhatTheyHaveSeen() throws IOException {
        quiet(7, SOME).addTo(file());
        ExperienceFile all = quiet(7, MethodSet.NONE.with(1)).addTo(file());
        assertEquals(Map.of(7L, SOME.with(1)), all.quiet());
        quiet(-1, SOME).addTo(file());
        assertEquals(
                Map.of(7L, SOME.with(1), -1L, SOME), ExperienceFile.read(file()).quiet());
        assertFalse(ExperienceFile.read(file()).needsAllTwins());
    }

    @Test
    void whatWasLoudOnceStaysLoud() throws IOException {
        loud(7, MethodSet.NONE.with(19)).addTo(file());
        quiet(7, SOME).addTo(file());
        assertEquals(
                Map.of(7L, MethodSet.NONE.with(2)), ExperienceFile.read(file()).quiet());
        loud(7, SOME).addTo(file());
        assertEquals(Map.of(), ExperienceFile.read(file()).quiet());
    }

    /** As of classes that each run generates anew. */
    @Test
    void aFileThatHasGrownTooLargeBeginsAnew() throws IOException {
        ExperienceFile many = loud(1, SOME);
        many.needAllTwins();
        for (long hash = 2; hash <= MANY; hash++) {
            many.addLoud(hash, MethodSet.NONE);
        }
        many.addTo(file());
        quiet(7, SOME).addTo(file());
        ExperienceFile all = quiet(8, SOME).addTo(file());
        assertEquals(Map.of(7L, SOME, 8L, SOME), all.quiet());
        assertTrue(all.needsAllTwins());
        assertTrue(file().length() < 1_000, () -> file().length() + " bytes");
    }

    @Test
    void aProgramThatNeedsAllTwinsAlwaysDoes() throws IOException {
        ExperienceFile seen = new ExperienceFile();
        seen.needAllTwins();
        seen.addTo(file());
        assertTrue(quiet(7, SOME).addTo(file()).needsAllTwins());
        assertTrue(ExperienceFile.read(file()).needsAllTwins());
    }

    @Test
    void aDamagedFileIsRefusedAndReplaced() throws IOException {
        quiet(7, SOME).addTo(file());
        Path path = file().toPath();
        byte[] bytes = Files.readAllBytes(path);
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            Files.write(path, damaged);
            assertThrows(IOException.class, () -> ExperienceFile.read(file()), "byte " + i);
        }
        for (int length = 0; length < bytes.length; length++) {
            Files.write(path, Arrays.copyOf(bytes, length));
            assertThrows(IOException.class, () -> ExperienceFile.read(file()), "length " + length);
        }
        assertEquals(Map.of(8L, SOME), quiet(8, SOME).addTo(file()).quiet());
        assertEquals(Map.of(8L, SOME), ExperienceFile.read(file()).quiet());
    }

    /** As processes of several containers do that have the same number. */
    @Test
    void whoWriteAtTheSameTimeDoNotMeet() throws Exception {
        List<FutureTask<Void>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long hash = i;
            FutureTask<Void> task = new FutureTask<>(() -> {
                for (int k = 0; k < 200; k++) {
                    quiet(hash, SOME).addTo(file());
                }
                return null;
            });
            new Thread(task).start();
            all.add(task);
        }
        for (FutureTask<Void> each : all) {
            each.get();
        }
        assertFalse(ExperienceFile.read(file()).quiet().isEmpty());
    }

    @Test
    void nothingElseIsLeftInTheFolder() throws IOException {
        quiet(7, SOME).addTo(file());
        quiet(8, SOME).addTo(file());
        try (Stream<Path> all = Files.list(file().toPath().getParent())) {
            assertEquals(List.of(file().toPath()), all.toList());
        }
    }
}
