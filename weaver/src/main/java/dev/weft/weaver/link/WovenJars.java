package dev.weft.weaver.link;

import dev.weft.agent.KeptClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Jars of woven classes that take the place of a program's jars while its archive of shared classes is made. The VM
 * knows a jar of an archive by path, size and time, so that each pair is given one size: of the smaller one, the
 * central directory moves back. Classes of signed jars are in no archive (JDK 17), and these jars stay; of a class that
 * a jar has for several releases, the VM shows agents the oldest when it takes it from an archive, so they stay, too.
 * In place of a jar that cannot be given another size there is an empty one: a class that is taken from it as the
 * superclass of another would be in the archive as its author made it.
 */
final class WovenJars {
    private final Path folder;
    private final Path aside;
    private final Map<Path, Path> woven = new TreeMap<>();
    private final List<String> classes = new ArrayList<>();

    /** Classes of the jars that the agent is to weave when they are loaded. */
    private final Set<String> unwoven = new HashSet<>();

    /** Whether there is a jar that nothing can stand in for. */
    private boolean isInVain;

    /**
     * Of the jars in a folder.
     *
     * @param aside another folder of the same file system, to be made and removed
     */
    WovenJars(Path folder, Path aside) {
        this.folder = folder;
        this.aside = aside;
    }

    /** Makes the jars; the program's are given the sizes that they need. */
    void make(List<Path> jars, KeptClasses kept) throws IOException {
        Files.createDirectories(aside);
        Set<String> seen = new HashSet<>();
        for (Path each : jars) {
            Path jar = folder.resolve(each);
            if (isSigned(jar)) {
                leave(ProgramClasses.names(List.of(jar)), seen);
                continue;
            }
            Path target = aside.resolve(woven.size() + ".jar");
            List<String> names = write(jar, target, kept, seen);
            FileTime time = Files.getLastModifiedTime(jar);
            if (!haveOneSize(jar, target)) {
                leave(names, seen);
                names = List.of();
                new JarOutputStream(Files.newOutputStream(target), manifest(jar)).close();
                isInVain |= !haveOneSize(jar, target);
            }
            Files.setLastModifiedTime(jar, time);
            Files.setLastModifiedTime(target, time);
            woven.put(jar, target);
            classes.addAll(names);
        }
    }

    private static boolean haveOneSize(Path jar, Path target) throws IOException {
        long size = Math.max(Files.size(jar), Files.size(target));
        return JarTail.grow(jar, size) && JarTail.grow(target, size);
    }

    /** Leaves those classes of a jar to the agent. */
    private void leave(List<String> names, Set<String> seen) {
        seen.addAll(names);
        unwoven.addAll(names);
    }

    /**
     * What is to be in the archive: names of classes, with slashes.
     *
     * @param wanted what the program loads of the JDK's classes and of its own; null for all classes in the jars
     */
    Set<String> classes(Set<String> wanted) {
        if (isInVain) {
            return Set.of();
        }
        if (wanted == null) {
            return new LinkedHashSet<>(classes);
        }
        Set<String> all = new LinkedHashSet<>(wanted);
        all.removeIf(each -> unwoven.contains(each));
        return all;
    }

    private static boolean isSigned(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().anyMatch(each -> each.getName().matches("(?i)META-INF/[^/]*\\.SF"));
        }
    }

    private List<String> write(Path from, Path target, KeptClasses kept, Set<String> seen) throws IOException {
        List<String> names = new ArrayList<>();
        Set<String> versioned = ProgramClasses.versioned(from);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(target), manifest(from))) {
            ProgramClasses.forEach(from, (name, file) -> {
                byte[] woven = seen.add(name) && !versioned.contains(name) ? kept.woven(name, file) : null;
                if (woven == null) {
                    unwoven.add(name);
                } else {
                    put(out, name + ".class", woven);
                    names.add(name);
                }
            });
        }
        return names;
    }

    private static Manifest manifest(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest() == null ? new Manifest() : new Manifest(file.getManifest());
            manifest.getMainAttributes().putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
            return manifest;
        }
    }

    private static void put(JarOutputStream out, String name, byte[] content) {
        try {
            ZipEntry entry = new ZipEntry(name);
            entry.setTime(0);
            out.putNextEntry(entry);
            out.write(content);
            out.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something that is done while the woven jars are in place. */
    interface Step {
        void run() throws IOException;
    }

    /** Puts the woven jars in the places of the program's, and back. */
    void whileInPlace(Step step) throws IOException {
        Map<Path, Path> moved = new TreeMap<>();
        try {
            for (Map.Entry<Path, Path> each : woven.entrySet()) {
                Path original = aside.resolve("original-" + moved.size() + ".jar");
                Files.move(each.getKey(), original, StandardCopyOption.ATOMIC_MOVE);
                moved.put(each.getKey(), original);
                Files.move(each.getValue(), each.getKey(), StandardCopyOption.ATOMIC_MOVE);
            }
            step.run();
        } finally {
            for (Map.Entry<Path, Path> each : moved.entrySet()) {
                Files.move(
                        each.getValue(),
                        each.getKey(),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
