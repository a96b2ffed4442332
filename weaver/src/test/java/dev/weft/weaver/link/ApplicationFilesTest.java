package dev.weft.weaver.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.error.WeaveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ApplicationFilesTest {
    @TempDir
    private Path temp;

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

    private Path jar(String name, Map<String, String> attributes, Map<String, byte[]> files) throws IOException {
        Path jar = temp.resolve(name);
        Files.createDirectories(jar.getParent());
        write(Files.newOutputStream(jar), attributes, files);
        return jar;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Path target() throws IOException {
        return Files.createDirectories(temp.resolve("target"));
    }

    @Test
    void whatManifestsNameComesAlongToWhereTheyLookForIt() throws IOException {
        jar("from/lib/b.jar", Map.of("Class-Path", "c.jar missing.jar"), Map.of());
        jar("from/lib/c.jar", Map.of("Class-Path", "b.jar"), Map.of());
        Path main = jar("from/a.jar", Map.of("Main-Class", "M", "Class-Path", "lib/b.jar https://h/x.jar"), Map.of());
        Application application = new ApplicationFiles(target()).ofJar(main, "a");
        assertEquals(List.of(Path.of("a.jar"), Path.of("lib/b.jar"), Path.of("lib/c.jar")), application.jars());
        assertArrayEquals(Files.readAllBytes(main), Files.readAllBytes(temp.resolve("target/a.jar")));
        assertEquals(List.of("-jar", "F/a.jar"), application.start("F"));
    }

    /** Of some build systems; it may have to become longer. */
    @Test
    void aCopyOfAReadOnlyJarIsWritable() throws IOException {
        Path jar = jar("read/only.jar", Map.of(), Map.of());
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("r--r--r--"));
        new ApplicationFiles(target()).ofClassPath(List.of(jar), "M", "m");
        Path copy = temp.resolve("target/only.jar");
        assertEquals("rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)));
        // in seconds, as the VM has it
        assertEquals(
                Files.getLastModifiedTime(jar).toMillis() / 1_000,
                Files.getLastModifiedTime(copy).toMillis() / 1_000);
    }

    @Test
    void jarsOfOneNameInAClassPathAreBothThere() throws IOException {
        Path one = jar("one/a.jar", Map.of(), Map.of("x", bytes("1")));
        Path two = jar("two/a.jar", Map.of(), Map.of("x", bytes("2")));
        Application application = new ApplicationFiles(target()).ofClassPath(List.of(one, two), "M", "m");
        assertEquals(List.of("-cp", "F/a.jar:F/1-a.jar", "M"), application.start("F"));
        assertArrayEquals(Files.readAllBytes(two), Files.readAllBytes(temp.resolve("target/1-a.jar")));
    }

    private static void assertRefused(String reason, Path jar, boolean mustBeProgram) {
        WeaveException refused = assertThrows(WeaveException.class, () -> ApplicationFiles.check(jar, mustBeProgram));
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void whatCannotBeTakenAlongIsRefused() throws IOException {
        jar("outside.jar", Map.of(), Map.of());
        Path main = jar("from/a.jar", Map.of("Main-Class", "M", "Class-Path", "../outside.jar"), Map.of());
        Path target = target();
        assertTrue(assertThrows(WeaveException.class, () -> new ApplicationFiles(target).ofJar(main, "a"))
                .getMessage()
                .contains("outside of"));
        jar("from/c.jar", Map.of(), Map.of());
        Path andBack = jar("from/d.jar", Map.of("Main-Class", "M", "Class-Path", "../from/c.jar"), Map.of());
        assertTrue(assertThrows(WeaveException.class, () -> new ApplicationFiles(target).ofJar(andBack, "d"))
                .getMessage()
                .contains("../from/c.jar on its class path, which is outside of"));
        Path absolute = jar("from/b.jar", Map.of("Main-Class", "M", "Class-Path", main.toString()), Map.of());
        assertTrue(assertThrows(WeaveException.class, () -> new ApplicationFiles(target).ofJar(absolute, "b"))
                .getMessage()
                .contains("by its place on this machine"));
        assertRefused("is a folder", temp, false);
        assertRefused("no jar at", temp.resolve("none.jar"), false);
        assertRefused("is no jar", Files.write(temp.resolve("no.jar"), new byte[100]), false);
        Path library = jar("library.jar", Map.of(), Map.of());
        ApplicationFiles.check(library, false);
        assertRefused("no main class", library, true);
    }

    @Test
    void aJarWithJarsInsideIsTakenApart() throws IOException {
        ByteArrayOutputStream library = new ByteArrayOutputStream();
        write(library, Map.of(), Map.of("in/library", bytes("l")));
        Path fat = jar(
                "fat.jar",
                Map.of(
                        "Main-Class", "org.springframework.boot.loader.launch.JarLauncher",
                        "Start-Class", "com.acme.Start",
                        "Spring-Boot-Version", "3.2.0",
                        "Spring-Boot-Classes", "BOOT-INF/classes/",
                        "Spring-Boot-Lib", "BOOT-INF/lib/",
                        "Spring-Boot-Classpath-Index", "BOOT-INF/classpath.idx",
                        "Implementation-Version", "7"),
                Map.of(
                        "BOOT-INF/classes/com/acme/Start.class", bytes("class"),
                        "BOOT-INF/classes/application.properties", bytes("a=b"),
                        "BOOT-INF/lib/a.jar", library.toByteArray(),
                        "BOOT-INF/lib/b.jar", library.toByteArray(),
                        "BOOT-INF/classpath.idx", bytes("- \"BOOT-INF/lib/b.jar\"\n- \"BOOT-INF/lib/a.jar\"\n"),
                        "META-INF/services/x", bytes("y"),
                        "META-INF/SIGNER.SF", bytes("of another jar"),
                        "org/springframework/boot/loader/Launcher.class", bytes("loader")));
        Application application = new ApplicationFiles(target()).ofJar(fat, "fat");
        assertEquals(List.of(Path.of("fat.jar"), Path.of("lib/b.jar"), Path.of("lib/a.jar")), application.jars());
        assertArrayEquals(library.toByteArray(), Files.readAllBytes(temp.resolve("target/lib/a.jar")));
        try (JarFile jar = new JarFile(temp.resolve("target/fat.jar").toFile())) {
            Attributes main = jar.getManifest().getMainAttributes();
            assertEquals("com.acme.Start", main.getValue("Main-Class"));
            assertEquals("lib/b.jar lib/a.jar", main.getValue("Class-Path"));
            assertEquals("7", main.getValue("Implementation-Version"));
            assertEquals(
                    Set.of(
                            "META-INF/MANIFEST.MF",
                            "META-INF/services/x",
                            "com/acme/Start.class",
                            "application.properties"),
                    Set.copyOf(jar.stream().map(ZipEntry::getName).toList()));
        }
    }

    @Test
    void modulesAreFoundInJarsInsideAndTheCompilerBesideItsInterface() throws IOException {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "T", null, "javax/tools/Tool", null);
        writer.visitEnd();
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        write(inner, Map.of(), Map.of("T.class", writer.toByteArray()));
        Path war = jar("w.war", Map.of(), Map.of("WEB-INF/lib/t.jar", inner.toByteArray()));
        Map<String, String> packages = Map.of("javax/tools", "java.compiler");
        Set<String> present = Set.of("java.base", "java.compiler", "jdk.compiler", "java.sql");
        Set<String> needed = NeededModules.of(List.of(war), packages, present);
        assertEquals(Set.of("java.base", "java.compiler", "jdk.compiler"), needed);
    }

    @Test
    void modulesAreFoundByTypesDescriptorsAndTexts() throws IOException {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "M", null, "java/lang/Object", null);
        writer.visitMethod(Opcodes.ACC_ABSTRACT, "m", "(ILjava/sql/Connection;)V", null, null)
                .visitEnd();
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "n", "()V", null, null);
        method.visitLdcInsn("com.sun.net.httpserver.HttpServer");
        method.visitLdcInsn("a text about java.rmi");
        method.visitEnd();
        writer.visitEnd();
        Path jar = jar("m.jar", Map.of(), Map.of("M.class", writer.toByteArray(), "Bad.class", bytes("no class file")));
        Map<String, String> packages = Map.of(
                "java/lang", "java.base",
                "java/sql", "java.sql",
                "java/rmi", "java.rmi",
                "com/sun/net/httpserver", "jdk.httpserver");
        Set<String> present = Set.of("java.base", "java.sql", "java.rmi", "jdk.httpserver", "jdk.zipfs");
        Set<String> needed = NeededModules.of(List.of(jar), packages, present);
        assertEquals(Set.of("java.base", "java.sql", "jdk.httpserver", "jdk.zipfs"), needed);
    }
}
