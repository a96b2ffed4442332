package dev.weft.weaver.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheRightsTest {
    @TempDir
    private Path temp;

    private final FakeMaker maker = new FakeMaker();
    private JdkHome jdk;

    @BeforeEach
    void makeJdk() throws IOException {
        jdk = FakeJdk.supported(temp.resolve("jdk"));
    }

    private CacheEntry build(Path cache) throws IOException {
        CacheKey key = CacheKey.of(jdk, FakeJdk.weft("a"));
        return new CacheBuild(new Cache(cache), key, line -> {}).run(false, maker);
    }

    private void assertRefused(Path unsafe, Path cache) {
        String message = assertThrows(WeaveException.class, () -> build(cache)).getMessage();
        assertTrue(message.startsWith("other users may change " + unsafe + ","), message);
        assertTrue(message.contains("chmod go-w") && !message.contains("\n"), message);
    }

    private static void allow(Path folder, String rights) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxrwxr-x", "rwxr-x-w-"})
    void aCacheOrAnEntryThatOthersMayWriteToIsRefused(String rights) throws IOException {
        Path cache = temp.resolve("cache");
        CacheEntry entry = build(cache);
        for (Path folder : List.of(cache, entry.path())) {
            allow(folder, rights);
            assertRefused(folder, cache);
            allow(folder, "rwxr-xr-x");
            build(cache);
        }
        assertEquals(1, maker.made);
    }

    @Test
    void nothingIsMadeWhereOthersMayReplaceTheFolder() throws IOException {
        Path shared = Files.createDirectories(temp.resolve("shared"));
        allow(shared, "rwxrwxrwx");
        Path cache = shared.resolve("mine/cache");
        assertRefused(shared, cache);
        assertFalse(Files.exists(cache));
        // as /tmp has it: there, nobody replaces what is another one's
        int sticky = 01777;
        Files.setAttribute(shared, "unix:mode", sticky);
        build(cache);
    }

    @Test
    void aLinkLeadsToWhereOthersMayReplaceTheFolder() throws IOException {
        Path shared = Files.createDirectories(temp.toRealPath().resolve("shared"));
        Path real = Files.createDirectories(shared.resolve("cache"));
        allow(real, "rwx------");
        Path cache = Files.createSymbolicLink(temp.resolve("link"), real);
        build(cache);
        allow(shared, "rwxrwxrwx");
        assertRefused(shared, cache);
    }

    @Test
    void whatBelongsToAnotherUserIsRefused() throws IOException {
        Path cache = temp.resolve("cache");
        CacheEntry entry = build(cache);
        assumeTrue((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0, "only root can give it away");
        for (Path folder : List.of(entry.path(), cache)) {
            Files.setAttribute(folder, "unix:uid", 12345);
            assertRefused(folder, cache);
        }
    }
}
