package dev.weft.weaver.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.cache.Cache;
import dev.weft.weaver.cache.CacheEntry;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchFlagsTest {
    @TempDir
    private Path temp;

    private CacheEntry entry(String cache) throws IOException {
        return new Cache(temp.resolve(cache)).entry(FakeJdk.supported(temp.resolve("jdk")), FakeJdk.weft("a"));
    }

    @Test
    void whatIsLoadedBeforeTheAgentIsPatchedAndTheAgentIsToldWhereTheOtherModulesAre() throws IOException {
        CacheEntry entry = entry("cache");
        assertEquals(
                List.of(
                        "--patch-module=java.base=" + entry.patch("java.base"),
                        "--patch-module=java.instrument=" + entry.patch("java.instrument"),
                        "-javaagent:" + entry.agent() + "=" + entry.patches()),
                LaunchFlags.patch(entry));
    }

    @Test
    void theImageIsStartedWithOneOfItsArchivesTheAgentAndALargerGreenZone() throws IOException {
        CacheEntry entry = entry("cache");
        for (Path archive : List.of(entry.sharedClasses(), entry.fewSharedClasses())) {
            assertEquals(
                    List.of(
                            "-Xshare:auto",
                            "-XX:SharedArchiveFile=" + archive,
                            "-agentlib:instrument=" + entry.agent(),
                            "-XX:G1ConcRefinementGreenZone=64"),
                    LaunchFlags.image(entry, archive));
        }
    }

    @Test
    void aPathWithABlankIsQuotedSoThatJavaReadsItBack() throws Exception {
        CacheEntry entry = entry("a \"cache\" #1 \\");
        Path file = temp.resolve("flags");
        LaunchFlags.write(file, List.of("-Dplace=" + entry.path()));
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + file,
                        "-XshowSettings:properties",
                        "-version")
                .redirectErrorStream(true)
                .start();
        String output = new String(java.getInputStream().readAllBytes(), Charset.defaultCharset());
        assertTrue(output.contains("place = " + entry.path()), output);
        assertTrue(Files.exists(file));
    }
}
