package dev.weft.weaver.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheKeyTest {
    @TempDir
    private Path temp;

    private JdkHome jdk;
    private String key;

    @BeforeEach
    void makeOne() throws IOException {
        jdk = FakeJdk.supported(temp.resolve("jdk"));
        key = key();
    }

    private String key() throws IOException {
        return CacheKey.of(jdk, FakeJdk.weft("a")).toString();
    }

    @Test
    void theSameJdkAndWeftHaveTheSameKeyWhichNamesTheBuild() throws IOException {
        assertEquals(key, key());
        assertTrue(key.startsWith("17.0.99+1-"), key);
    }

    @Test
    void anUpdateOfTheJdkInPlaceChangesTheKey() throws IOException {
        Files.writeString(jdk.path().resolve("lib/modules"), "other classes");
        assertNotEquals(key, key());
    }

    @Test
    void anOlderBuildOfTheSameSizeInPlaceChangesTheKey() throws IOException {
        Files.setLastModifiedTime(jdk.path().resolve("lib/modules"), FileTime.fromMillis(1_000_000));
        assertNotEquals(key, key());
    }

    @Test
    void anotherReleaseFileChangesTheKey() throws IOException {
        FileTime before = Files.getLastModifiedTime(jdk.path().resolve("release"));
        Path release = jdk.path().resolve("release");
        Files.writeString(release, Files.readString(release).replace("Fake", "Faker"));
        Files.setLastModifiedTime(release, before);
        assertNotEquals(key, key());
    }

    @Test
    void anotherBuildOfWeftHasAnotherKeyAndIsItsSuccessor() throws IOException {
        CacheKey other = CacheKey.of(jdk, FakeJdk.weft("b"));
        assertNotEquals(key, other.toString());
        assertTrue(other.isSuccessorOf(key));
        assertFalse(other.isSuccessorOf(other.toString()));
        assertFalse(other.isSuccessorOf("17.0.1-aaaaaaaa-bbbbbbbbbbbb"));
    }

    @Test
    void aPatchOfSomeModulesIsNotTakenForAWholeOne() throws IOException {
        assertNotEquals(
                key,
                CacheKey.of(jdk, FakeJdk.weft("a"), Set.of("java.base"), false).toString());
    }

    @Test
    void anotherFeatureReleaseIsRefusedWithOneLine() throws IOException {
        Path home = FakeJdk.make(temp.resolve("eleven"), "11.0.2", "exit 0");
        String message =
                assertThrows(WeaveException.class, () -> JdkHome.of(home)).getMessage();
        assertTrue(message.startsWith("JDK 11.0.2 at ") && message.contains("WEFT_JAVA_HOME"), message);
    }

    @Test
    void theCacheIsWhereTheEnvironmentSaysInThisOrder() {
        Map<String, String> all = Map.of("WEFT_CACHE", "/w", "XDG_CACHE_HOME", "/x", "HOME", "/h");
        assertEquals(Path.of("/w"), Cache.of(all).root());
        assertEquals(
                Path.of("/x/weft"),
                Cache.of(Map.of("XDG_CACHE_HOME", "/x", "HOME", "/h")).root());
        assertEquals(
                Path.of("/h/.cache/weft"),
                Cache.of(Map.of("WEFT_CACHE", "", "HOME", "/h")).root());
        assertThrows(WeaveException.class, () -> Cache.of(Map.of()));
    }
}
