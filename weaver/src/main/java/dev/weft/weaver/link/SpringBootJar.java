package dev.weft.weaver.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A jar with jars inside, as Spring Boot makes them. It is taken apart into what Spring Boot's own tools extract: a jar
 * of the program's classes whose manifest names the libraries beside it, since neither the JVM's archives nor its own
 * class loaders know jars in jars (Spring Boot's reference, "Unpacking the executable jar").
 */
final class SpringBootJar {
    private static final Attributes.Name START_CLASS = new Attributes.Name("Start-Class");
    private static final Attributes.Name CLASSES = new Attributes.Name("Spring-Boot-Classes");
    private static final Attributes.Name LIBRARIES = new Attributes.Name("Spring-Boot-Lib");
    private static final Attributes.Name INDEX = new Attributes.Name("Spring-Boot-Classpath-Index");
    private static final String LAUNCHER = "org.springframework.boot.loader.";
    private static final String META = "META-INF/";
    private static final String SERVICES = META + "services/";
    private static final FileTime EPOCH = FileTime.fromMillis(315_532_800_000L);

    /** Of no time zone. The first hour of 1980 stands for all that was before, and would be told in UTC as well. */
    private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private final Path jar;

    SpringBootJar(Path jar) {
        this.jar = jar;
    }

    /** Whether a manifest is that of such a jar. */
    static boolean is(Attributes manifest) {
        String main = manifest.getValue(Attributes.Name.MAIN_CLASS);
        return main != null
                && main.startsWith(LAUNCHER)
                && main.endsWith("JarLauncher")
                && manifest.containsKey(START_CLASS)
                && manifest.containsKey(CLASSES)
                && manifest.containsKey(LIBRARIES);
    }

    /** Writes its parts to a folder, and returns their names there, in the order of the class path. */
    List<Path> unpack(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        all.add(jar.getFileName());
        try (JarFile from = new JarFile(jar.toFile())) {
            Attributes main = from.getManifest().getMainAttributes();
            List<String> libraries = libraries(from, main.getValue(LIBRARIES), main.getValue(INDEX));
            Files.createDirectories(folder.resolve("lib"));
            for (String each : libraries) {
                Path target = Path.of("lib", each.substring(each.lastIndexOf('/') + 1));
                try (InputStream in = from.getInputStream(from.getEntry(each))) {
                    Files.copy(in, folder.resolve(target));
                }
                Files.setLastModifiedTime(folder.resolve(target), EPOCH);
                all.add(target);
            }
            writeClasses(from, main, all, folder.resolve(jar.getFileName()));
            Files.setLastModifiedTime(folder.resolve(jar.getFileName()), EPOCH);
        }
        return all;
    }

    /** In the order of its index, which is that of the program's build; else in that of the jar. */
    private static List<String> libraries(JarFile from, String folder, String index) throws IOException {
        List<String> all = new ArrayList<>();
        JarEntry listed = index == null ? null : from.getJarEntry(index);
        if (listed != null) {
            try (InputStream in = from.getInputStream(listed)) {
                for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\\R")) {
                    if (line.startsWith("- \"") && line.endsWith("\"")) {
                        all.add(line.substring(3, line.length() - 1));
                    }
                }
            }
        }
        from.stream()
                .map(JarEntry::getName)
                .filter(each -> each.startsWith(folder) && each.endsWith(".jar") && !all.contains(each))
                .forEach(all::add);
        all.removeIf(each -> from.getEntry(each) == null);
        return all;
    }

    private static void writeClasses(JarFile from, Attributes main, List<Path> all, Path target) throws IOException {
        Manifest manifest = new Manifest(from.getManifest());
        Attributes attributes = manifest.getMainAttributes();
        attributes.keySet().removeIf(each -> each.toString().startsWith("Spring-Boot-") && !isVersion(each));
        attributes.put(Attributes.Name.MAIN_CLASS, main.getValue(START_CLASS));
        attributes.put(
                Attributes.Name.CLASS_PATH,
                String.join(
                        " ",
                        all.stream().skip(1).map(SpringBootJar::relativeUrl).toList()));
        manifest.getEntries().clear();
        String classes = main.getValue(CLASSES);
        try (OutputStream out = Files.newOutputStream(target);
                JarOutputStream jar = new JarOutputStream(out)) {
            Set<String> written = new HashSet<>();
            put(jar, META + "MANIFEST.MF", bytes -> manifest.write(bytes));
            for (Enumeration<JarEntry> each = from.entries(); each.hasMoreElements(); ) {
                JarEntry entry = each.nextElement();
                String name = entry.getName();
                String kept = name.startsWith(classes) ? name.substring(classes.length()) : metaName(name);
                if (!entry.isDirectory() && kept != null && !isOfLauncher(from, entry) && written.add(kept)) {
                    put(jar, kept, bytes -> {
                        try (InputStream in = from.getInputStream(entry)) {
                            in.transferTo(bytes);
                        }
                    });
                }
            }
        }
    }

    /** As a class path in a manifest has it (JAR File Specification): in names there may be blanks, and more. */
    private static String relativeUrl(Path file) {
        try {
            // the name could begin with what looks like a scheme
            return new URI(null, null, "/" + file, null).toASCIIString().substring(1);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(file.toString(), e);
        }
    }

    private static boolean isVersion(Object attribute) {
        return attribute.toString().equals("Spring-Boot-Version");
    }

    /** What the jar says of itself goes along, but for its manifest and what signs it; null for all else. */
    private static String metaName(String name) {
        boolean isKept = name.startsWith(META)
                && !name.equals(META + "MANIFEST.MF")
                && !name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC|LIST)");
        return isKept ? name : null;
    }

    /** Names the launcher's own providers, of a file system for instance: the launcher stays behind. */
    private static boolean isOfLauncher(JarFile from, JarEntry entry) throws IOException {
        if (!entry.getName().startsWith(SERVICES)) {
            return false;
        }
        try (InputStream in = from.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .anyMatch(line -> line.startsWith(LAUNCHER));
        }
    }

    private interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private static void put(JarOutputStream jar, String name, Content content) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(ENTRY_TIME);
        jar.putNextEntry(entry);
        content.writeTo(jar);
        jar.closeEntry();
    }
}
