package dev.weft.weaver.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringBootJarTest {
    @TempDir
    private Path temp;

    private static final Map<String, String> ATTRIBUTES = Map.of(
            "Main-Class", "org.springframework.boot.loader.JarLauncher",
            "Start-Class", "com.acme.Start",
            "Spring-Boot-Classes", "BOOT-INF/classes/",
            "Spring-Boot-Lib", "BOOT-INF/lib/");

    private static void write(OutputStream out, Map<String, String> attributes, Map<String, byte[]> files)
            throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
        try (JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                jar.putNextEntry(new ZipEntry(each.getKey()));
                jar.write(each.getValue());
                jar.closeEntry();
            }
        }
    }

    private Path fat(Map<String, byte[]> files) throws IOException {
        Path fat = temp.resolve("fat.jar");
        write(Files.newOutputStream(fat), ATTRIBUTES, files);
        return fat;
    }

    @Test
    void librariesWithOddNamesAreFoundByTheClassLoader() throws IOException {
        ByteArrayOutputStream library = new ByteArrayOutputStream();
        write(library, Map.of(), Map.of("in/library", new byte[1]));
        for (String name : List.of("a b", "a%20b", "a#b", "a?b", "a+b", "a:b")) {
            Path fat = fat(Map.of("BOOT-INF/lib/" + name + ".jar", library.toByteArray()));
            Path folder = Files.createDirectories(temp.resolve("of " + name));
            List<Path> jars = new SpringBootJar(fat).unpack(folder);
            assertEquals(List.of(Path.of("fat.jar"), Path.of("lib", name + ".jar")), jars);
            URL[] path = {folder.resolve("fat.jar").toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader(path, null)) {
                assertNotNull(loader.getResource("in/library"), name);
            }
        }
    }

    /** As Spring Boot 3.2 and newer have one, for a file system of nested jars: nobody could make it. */
    @Test
    void providersOfTheLauncherStayBehind() throws IOException {
        byte[] launchers = "# by Spring\norg.springframework.boot.loader.nio.file.Nested\n".getBytes(UTF_8);
        byte[] programs = "com.acme.Provider\n".getBytes(UTF_8);
        Path fat = fat(Map.of(
                "META-INF/services/java.nio.file.spi.FileSystemProvider", launchers,
                "META-INF/services/com.acme.Service", programs,
                "BOOT-INF/classes/META-INF/services/com.acme.Service", programs));
        Path folder = Files.createDirectories(temp.resolve("out"));
        new SpringBootJar(fat).unpack(folder);
        try (JarFile made = new JarFile(folder.resolve("fat.jar").toFile())) {
            assertNull(made.getEntry("META-INF/services/java.nio.file.spi.FileSystemProvider"));
            assertNotNull(made.getEntry("META-INF/services/com.acme.Service"));
        }
    }

    @Test
    void itsPartsAreTheSameInAllTimeZones() throws IOException {
        Path fat = fat(Map.of("BOOT-INF/classes/application.properties", new byte[9]));
        TimeZone before = TimeZone.getDefault();
        try {
            byte[] expected = null;
            for (String zone : List.of("UTC", "America/Los_Angeles", "Asia/Tokyo")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Path folder = Files.createDirectories(temp.resolve(zone));
                new SpringBootJar(fat).unpack(folder);
                byte[] made = Files.readAllBytes(folder.resolve("fat.jar"));
                expected = expected == null ? made : expected;
                assertArrayEquals(expected, made, zone);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
