package dev.weft.weaver.jrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JdkImageTest {
    private static JdkImage running() throws IOException {
        return JdkImage.open(JdkHome.of(Path.of(System.getProperty("java.home"))));
    }

    @Test
    void itHasTheModulesThatTheRunningJdkHas() throws IOException {
        try (JdkImage image = running()) {
            assertTrue(image.modules().containsAll(Set.of("java.base", "java.sql", "jdk.zipfs")));
        }
    }

    @Test
    void resourcesAreTheDescriptorAndWhatIsNoClass() throws IOException {
        try (JdkImage image = running()) {
            Set<String> names = image.resources("java.base").keySet();
            assertTrue(names.contains("module-info.class"));
            assertFalse(names.contains("java/lang/Thread.class"));
            assertTrue(
                    names.stream().anyMatch(name -> name.endsWith(".icu") || name.endsWith(".nrm")), names.toString());
        }
    }

    @Test
    void classesAreAllClassesButWhatTheLinkerGeneratesAnew() throws IOException {
        try (JdkImage image = running()) {
            Map<String, byte[]> base = image.classes().get("java.base");
            assertEquals((byte) 0xCA, base.get("java/lang/Thread.class")[0]);
            assertFalse(base.containsKey("module-info.class"));
            assertTrue(base.containsKey("jdk/internal/module/SystemModules.class"));
            assertFalse(base.containsKey("jdk/internal/module/SystemModules$all.class"));
        }
    }
}
