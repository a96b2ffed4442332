package dev.weft.weaver.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModuleInfoTest {
    private static byte[] javaBase() throws IOException {
        try (InputStream in = Object.class.getModule().getResourceAsStream("module-info.class")) {
            return in.readAllBytes();
        }
    }

    @Test
    void javaBaseGetsWeftsPackagesAndExportsThePublicOnesToEverybody() throws IOException {
        byte[] rewritten = ModuleInfo.extended(
                javaBase(), Set.of("java/weft", "jdk/internal/weft"), Set.of("java/weft"), module -> null);
        ModuleDescriptor before = ModuleDescriptor.read(ByteBuffer.wrap(javaBase()));
        ModuleDescriptor after = ModuleDescriptor.read(ByteBuffer.wrap(rewritten));
        assertEquals(before.packages().size() + 2, after.packages().size());
        assertTrue(after.packages().contains("jdk.internal.weft"));
        assertTrue(after.exports().stream().anyMatch(e -> e.source().equals("java.weft") && !e.isQualified()));
        assertFalse(after.exports().stream().anyMatch(e -> e.source().equals("jdk.internal.weft")));
        assertTrue(after.exports().containsAll(before.exports()));
        assertEquals(before.version(), after.version());
        assertEquals(before.uses(), after.uses());
        assertEquals(before.provides(), after.provides());
    }

    @Test
    void theHashesOfTheWovenModulesTakeThePlaceOfTheOthers() throws IOException {
        assertTrue(contains(javaBase(), "ModuleHashes"), "the test needs a JDK with hashes");
        byte[] rewritten = ModuleInfo.extended(
                javaBase(),
                Set.of(),
                Set.of(),
                module -> module.equals("java.sql") ? "the hash of java.sql".getBytes(StandardCharsets.UTF_8) : null);
        assertTrue(contains(rewritten, "the hash of java.sql"));
    }

    private static boolean contains(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }
}
