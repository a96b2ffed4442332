package dev.weft.weaver.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheEntryTest {
    @TempDir
    private Path temp;

    private CacheEntry entry;

    @BeforeEach
    void makeOne() throws IOException {
        CacheKey key = CacheKey.of(FakeJdk.supported(temp.resolve("jdk")), FakeJdk.weft("a"));
        entry = new CacheBuild(new Cache(temp.resolve("cache")), key, line -> {}).run(false, new FakeMaker());
    }

    @Test
    void aFreshEntryHasNoDefectEvenWhereALinkPointsNowhere() {
        assertNull(entry.defect(false));
        assertNull(entry.defect(true));
    }

    @Test
    void aCacheThatCannotBeNamedIsRefused() {
        WeaveException refused = assertThrows(WeaveException.class, () -> Cache.of(Map.of("WEFT_CACHE", "a\0b")));
        assertTrue(refused.getMessage().contains("set LC_ALL"), refused.getMessage());
        assertThrows(WeaveException.class, () -> Cache.of(Map.of("HOME", "a\0b")));
    }

    @Test
    void aTruncatedJarIsFoundByItsSize() throws IOException {
        Files.writeString(entry.patch("java.base"), "woven");
        assertEquals("is corrupt (patch/java.base.jar has 5 bytes instead of 13)", entry.defect(false));
    }

    @Test
    void aMissingFileIsFound() throws IOException {
        Files.delete(entry.agent());
        assertEquals("is corrupt (weft-agent.jar is missing)", entry.defect(false));
    }

    @Test
    void aMissingLinkIsFound() throws IOException {
        Files.delete(entry.path().resolve("certificates"));
        assertEquals("is corrupt (certificates is missing)", entry.defect(false));
    }

    @Test
    void otherContentsOfTheSameSizeAreFoundByTheirChecksum() throws IOException {
        Files.writeString(entry.patch("java.base"), "woven_classes");
        assertNull(entry.defect(false));
        assertEquals("is corrupt (patch/java.base.jar does not have the recorded checksum)", entry.defect(true));
    }

    @Test
    void anEntryWithoutItsMarkerIsIncomplete() throws IOException {
        Files.delete(entry.complete());
        assertEquals("is incomplete (its weave was interrupted)", entry.defect(false));
    }

    @Test
    void anEntryThatWasMovedOrCopiedHasADefectUnlessALinkLeadsThere() throws IOException {
        Path moved = temp.resolve("moved");
        Files.move(temp.resolve("cache"), moved);
        CacheEntry there = new CacheEntry(moved.resolve(entry.name()));
        assertEquals("was copied or moved, and does not work there", there.defect(false));
        Files.createSymbolicLink(temp.resolve("cache"), moved);
        assertNull(there.defect(true));
        assertNull(entry.defect(true));
        Files.delete(temp.resolve("cache"));
        Files.createDirectories(entry.path());
        assertEquals("was copied or moved, and does not work there", there.defect(false));
    }

    @Test
    void aChangedManifestDoesNotHideAChangedFile() throws IOException {
        Files.delete(entry.agent());
        Manifest.of(entry.path()).write(entry.manifest());
        assertEquals("is corrupt (manifest does not have the recorded checksum)", entry.defect(false));
    }
}
