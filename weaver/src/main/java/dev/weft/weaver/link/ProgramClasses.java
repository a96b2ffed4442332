package dev.weft.weaver.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/** The classes of a jar as this release of Java sees them. */
final class ProgramClasses {
    private static final String SUFFIX = ".class";

    private ProgramClasses() {}

    /** Calls with the name, with slashes, and the class file of each, in the order of names. */
    static void forEach(Path jar, BiConsumer<String, byte[]> action) throws IOException {
        try (JarFile file = open(jar)) {
            for (JarEntry each : classes(file)) {
                try (InputStream in = file.getInputStream(each)) {
                    action.accept(name(each), in.readAllBytes());
                }
            }
        }
    }

    /** The names of those that the jar has for several releases, with slashes. */
    static Set<String> versioned(Path jar) throws IOException {
        try (JarFile file = open(jar)) {
            return classes(file).stream()
                    .filter(each -> !each.getRealName().equals(each.getName()))
                    .map(ProgramClasses::name)
                    .collect(Collectors.toSet());
        }
    }

    /** Whether the jar has the class of that name, with slashes. */
    static boolean has(Path jar, String name) throws IOException {
        try (JarFile file = open(jar)) {
            return file.getEntry(name + SUFFIX) != null;
        }
    }

    private static JarFile open(Path jar) throws IOException {
        return new JarFile(jar.toFile(), false, JarFile.OPEN_READ, Runtime.version());
    }

    private static List<JarEntry> classes(JarFile file) {
        return file.versionedStream()
                .filter(each -> isClass(each.getName()))
                .sorted(Comparator.comparing(JarEntry::getName))
                .collect(Collectors.toList());
    }

    private static String name(JarEntry each) {
        String name = each.getName();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    private static boolean isClass(String name) {
        return name.endsWith(SUFFIX) && !name.endsWith("-info.class") && !name.startsWith("META-INF/");
    }

    /** The names of the classes of a class path, with slashes. */
    static List<String> names(List<Path> jars) throws IOException {
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Path jar : jars) {
            forEach(jar, (name, file) -> {
                if (seen.add(name)) {
                    names.add(name);
                }
            });
        }
        return Collections.unmodifiableList(names);
    }
}
