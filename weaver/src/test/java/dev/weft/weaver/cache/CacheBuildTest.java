package dev.weft.weaver.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds of the cache with a maker that weaves nothing. A list of independent cases, whole for what they share. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CacheBuildTest {
    @TempDir
    private Path temp;

    private final List<Process> processes = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private final FakeMaker maker = new FakeMaker();
    private JdkHome jdk;
    private Cache cache;

    @BeforeEach
    void makeCache() throws IOException {
        jdk = FakeJdk.supported(temp.resolve("jdk"));
        cache = new Cache(temp.resolve("cache"));
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(Path gate) throws IOException {
        Process process = BuildProcess.start(cache, jdk, "a", gate);
        processes.add(process);
        return process;
    }

    private CacheEntry build(String weft, boolean force, CacheBuild.Maker by) throws IOException {
        return new CacheBuild(cache, CacheKey.of(jdk, FakeJdk.weft(weft)), messages::add).run(force, by);
    }

    private List<String> names(String prefix) throws IOException {
        try (Stream<Path> all = Files.list(cache.root())) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    @Test
    void aWholeEntryIsNotMadeAgainUnlessForced() throws IOException {
        build("a", false, maker);
        build("a", false, maker);
        assertEquals(1, maker.made);
        build("a", true, maker);
        assertEquals(2, maker.made);
        assertEquals(List.of(), names(".tmp-"));
    }

    @Test
    void anEntryThatLacksWhatIsWantedNowIsMadeAgain() throws IOException {
        build("a", false, maker);
        build("a", false, new FakeMaker() {
            @Override
            public boolean isEnough(CacheEntry entry) {
                return Files.exists(entry.image());
            }

            @Override
            public void finish(CacheEntry place) throws IOException {
                Files.createDirectories(place.image());
            }
        });
        CacheEntry entry = build("a", false, maker);
        assertTrue(entry.hasImage());
    }

    @Test
    void aCorruptEntryIsMadeAgainAfterOneLineThatSaysWhy() throws IOException {
        CacheEntry entry = build("a", false, maker);
        Files.writeString(entry.patch("java.base"), "");
        build("a", false, maker);
        assertNull(entry.defect(true));
        assertEquals(
                List.of("the woven JDK in " + entry.path()
                        + " is corrupt (patch/java.base.jar has 0 bytes instead of 13): weaving it again"),
                messages);
    }

    @Test
    void aWeaveThatFailsLeavesNothing() throws IOException {
        CacheBuild.Maker failing = new FakeMaker() {
            @Override
            public void make(CacheEntry draft, CacheEntry place) throws IOException {
                super.make(draft, place);
                throw new IOException("No space left on device");
            }
        };
        String message = assertThrows(WeaveException.class, () -> build("a", false, failing))
                .getMessage();
        assertTrue(message.contains("No space left on device"), message);
        assertEquals(List.of(), names(".tmp-"));
        assertEquals(List.of(), names("17"));
    }

    @Test
    void aWeaveThatHasNoMemoryLeavesNothing() throws IOException {
        CacheBuild.Maker failing = new FakeMaker() {
            @Override
            public void make(CacheEntry draft, CacheEntry place) throws IOException {
                super.make(draft, place);
                throw new OutOfMemoryError("a test's");
            }
        };
        assertThrows(OutOfMemoryError.class, () -> build("a", false, failing));
        assertEquals(List.of(), names(".tmp-"));
    }

    @Test
    void aWeaveThatFailsInItsLastStepIsNotTakenForWhole() throws IOException {
        CacheBuild.Maker failing = new FakeMaker() {
            @Override
            public void finish(CacheEntry place) {
                throw new WeaveException("the woven image does not start");
            }
        };
        assertThrows(WeaveException.class, () -> build("a", false, failing));
        assertEquals(List.of(), names("17"));
        CacheEntry entry = build("a", false, maker);
        assertEquals(1, maker.made);
        assertNull(entry.defect(true));
    }

    @Test
    void whatAKilledWeaveLeftIsRemovedByTheNextAndNeverUsed() throws Exception {
        Process killed = start(temp.resolve("never"));
        assertTrue(BuildProcess.awaitLine(killed, "making"));
        killed.destroyForcibly().waitFor();
        assertEquals(1, names(".tmp-").size());
        assertEquals(List.of(), names("17"));

        CacheEntry entry = build("a", false, maker);
        assertEquals(1, maker.made);
        assertNull(entry.defect(true));
        assertEquals(List.of(), names(".tmp-"));
    }

    @Test
    void theDraftOfARunningWeaveStaysWhereAnotherEntryIsMade() throws Exception {
        Path gate = temp.resolve("gate");
        Process running = start(gate);
        assertTrue(BuildProcess.awaitLine(running, "making"));
        build("b", false, maker);
        assertEquals(1, names(".tmp-").size());
        Files.createFile(gate);
        assertEquals(0, running.waitFor());
        assertNull(cache.entry(jdk, FakeJdk.weft("a")).defect(true));
    }

    @Test
    void ofTwoWeavesAtTheSameTimeOneWorksAndTheOtherWaitsForIt() throws Exception {
        Path gate = temp.resolve("gate");
        Process first = start(gate);
        assertTrue(BuildProcess.awaitLine(first, "making"));
        Process second = start(gate);
        assertTrue(BuildProcess.awaitLine(second, "waiting for another weave of this JDK"));
        Files.createFile(gate);
        assertEquals(0, first.waitFor());
        assertEquals(0, second.waitFor());
        assertFalse(BuildProcess.awaitLine(second, "making"));
        assertNull(cache.entry(jdk, FakeJdk.weft("a")).defect(true));
    }

    @Test
    void afterTheDeathOfTheOneAtWorkTheOneThatWaitsTakesOver() throws Exception {
        Process first = start(temp.resolve("never"));
        assertTrue(BuildProcess.awaitLine(first, "making"));
        Path gate = Files.createFile(temp.resolve("gate"));
        Process second = start(gate);
        assertTrue(BuildProcess.awaitLine(second, "waiting for another weave of this JDK"));
        first.destroyForcibly();
        assertEquals(0, second.waitFor());
        assertNull(cache.entry(jdk, FakeJdk.weft("a")).defect(true));
        assertEquals(List.of(), names(".tmp-"));
    }

    @Test
    void onlyTheLastEntriesOfOlderBuildsOfWeftAreKept() throws IOException {
        for (String weft : List.of("a", "b", "c", "d", "e")) {
            CacheEntry entry = build(weft, false, maker);
            Files.setLastModifiedTime(entry.path(), FileTime.fromMillis(maker.made * 100_000L));
        }
        assertEquals(3, names("17").size());
        assertNull(cache.entry(jdk, FakeJdk.weft("e")).defect(true));
        assertNull(cache.entry(jdk, FakeJdk.weft("d")).defect(true));
        assertFalse(cache.entry(jdk, FakeJdk.weft("a")).exists());
    }

    @Test
    void onlyTheLastEntriesOfWhatWasInTheJdksFolderAreKept() throws IOException {
        FakeMaker naming = new FakeMaker() {
            @Override
            public void make(CacheEntry draft, CacheEntry place) throws IOException {
                super.make(draft, place);
                Files.writeString(draft.jdk(), jdk.path() + "\n");
            }
        };
        CacheEntry elsewhere = new CacheBuild(
                        cache, CacheKey.of(FakeJdk.supported(temp.resolve("other")), FakeJdk.weft("a")), messages::add)
                .run(false, maker);
        Files.writeString(elsewhere.jdk(), temp.resolve("other") + "\n");
        List<CacheEntry> all = new ArrayList<>();
        for (String update : List.of("17.0.1", "17.0.2", "17.0.3", "17.0.4")) {
            jdk = JdkHome.of(FakeJdk.make(jdk.path(), update, "exit 0"));
            CacheEntry entry = build("a", false, naming);
            Files.setLastModifiedTime(entry.path(), FileTime.fromMillis(naming.made * 100_000L));
            all.add(entry);
        }
        assertFalse(all.get(0).exists());
        for (CacheEntry each : all.subList(1, 4)) {
            assertNull(each.defect(true));
        }
        assertNull(elsewhere.defect(true));
    }

    /** A disk may have space for one of them. */
    @Test
    void anEntryThatIsOfNoUseIsRemovedBeforeAnotherIsMade() throws IOException {
        CacheEntry entry = build("a", false, maker);
        for (boolean isWhole : new boolean[] {false, true}) {
            if (!isWhole) {
                Files.delete(entry.complete());
            }
            build("a", true, new FakeMaker() {
                @Override
                public void make(CacheEntry draft, CacheEntry place) throws IOException {
                    assertEquals(isWhole, place.exists());
                    super.make(draft, place);
                }
            });
            assertNull(entry.defect(true));
        }
    }

    @Test
    void anEntryOfAnOlderBuildThatAProcessUsesStays() throws Exception {
        Assumptions.assumeTrue(
                Charset.forName(System.getProperty("sun.jnu.encoding")).equals(UTF_8));
        cache = new Cache(temp.resolve("k\u00e4che"));
        CacheEntry named = build("a", false, maker);
        CacheEntry mapped = build("b", false, maker);
        processes.add(
                new ProcessBuilder("sh", "-c", "sleep 60; :", named.agent().toString()).start());
        // as it is where the command line names a file of options only
        Path sleep = Files.copy(Path.of("/bin/sleep"), mapped.path().resolve("sleep"));
        processes.add(new ProcessBuilder("./sleep", "60")
                .directory(sleep.getParent().toFile())
                .start());
        for (String weft : List.of("c", "d", "e", "f")) {
            build(weft, false, maker);
        }
        assertTrue(named.exists());
        assertTrue(mapped.exists());
    }

    /** The VM takes what stands behind the character for an agent's options, or for another file. */
    @Test
    void aCacheWhosePathNoOptionOfJavaCanNameIsRefused() {
        for (String name : new String[] {"label=linux", "a:b"}) {
            cache = new Cache(temp.resolve(name));
            String message = assertThrows(WeaveException.class, () -> build("a", false, maker))
                    .getMessage();
            assertTrue(message.contains(cache.root().toString()) && message.contains("WEFT_CACHE"), message);
            assertFalse(Files.exists(cache.root()));
        }
    }

    @Test
    void aCacheThatCannotBeWrittenToIsReportedInOneLine() throws IOException {
        Path file = Files.createFile(temp.resolve("file"));
        cache = new Cache(file.resolve("cache"));
        String message = assertThrows(WeaveException.class, () -> build("a", false, maker))
                .getMessage();
        assertTrue(message.contains("cannot write to the cache " + cache.root()), message);
        assertTrue(message.contains("WEFT_CACHE") && message.indexOf('\n') < 0, message);
    }
}
