package dev.weft.weaver.image;

import dev.weft.weaver.weave.ImageWeave;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Takes the woven classes and writes them, as they come, to the patch's jars and, for the linker, to jmod files.
 * Classes that nobody put go unchanged into the jmod files, and not into the patch.
 */
final class ModuleFiles implements ImageWeave.Sink, AutoCloseable {
    private final Function<String, Path> jars;
    private final Path jmods;
    private final Map<String, Archives> archives = new HashMap<>();

    /**
     * Writes to those places.
     *
     * @param jars module name to the patch's jar
     * @param jmods folder for the jmod files, or null to make none
     */
    ModuleFiles(Function<String, Path> jars, Path jmods) throws IOException {
        this.jars = jars;
        this.jmods = jmods;
        if (jmods != null) {
            Files.createDirectories(jmods);
        }
    }

    @Override
    public void put(String module, String name, byte[] content) throws IOException {
        Archives to = archives(module);
        if (!to.names.add(name)) {
            throw new IOException(name + " of " + module + " was woven twice");
        }
        to.jar().put(name, content);
        if (to.jmod != null) {
            to.jmod.put(name, content);
        }
    }

    /** Adds to the jmod file what is not woven: unwoven classes, resources, and the module's descriptor. */
    void addUnwoven(String module, Map<String, byte[]> files) throws IOException {
        Archives to = archives(module);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (to.names.add(file.getKey())) {
                to.jmod.put(file.getKey(), file.getValue());
            }
        }
    }

    /** The packages of the classes that a module got so far, with slashes. */
    Set<String> packages(String module) throws IOException {
        return packages(archives(module).names);
    }

    /** The packages of those class files, with slashes. */
    static Set<String> packages(Set<String> files) {
        return files.stream()
                .filter(file -> file.endsWith(".class") && file.indexOf('/') > 0)
                .map(file -> file.substring(0, file.lastIndexOf('/')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Ends the jmod file of a module, to which nothing is added any more. */
    void finishJmod(String module) throws IOException {
        archives(module).jmod.close();
    }

    /** The hash of a finished jmod file; null if there is no such module. */
    byte[] hash(String module) throws IOException {
        Path jmod = jmods.resolve(module + ".jmod");
        return Files.exists(jmod) ? ModuleHash.of(jmod) : null;
    }

    private synchronized Archives archives(String module) throws IOException {
        Archives result = archives.get(module);
        if (result == null) {
            result = new Archives(jars.apply(module), jmods == null ? null : jmods.resolve(module + ".jmod"));
            archives.put(module, result);
        }
        return result;
    }

    /** The modules that have a jar. */
    synchronized Set<String> patched() {
        Set<String> result = new HashSet<>();
        archives.forEach((module, to) -> {
            if (to.jar != null) {
                result.add(module);
            }
        });
        return result;
    }

    @Override
    public synchronized void close() throws IOException {
        for (Archives each : archives.values()) {
            each.close();
        }
    }

    /** What one module is written to; the jar is made when it gets its first class. */
    private static final class Archives {
        final Set<String> names = ConcurrentHashMap.newKeySet();
        final StoredZip jmod;
        private final Path jarFile;
        private StoredZip jar;

        Archives(Path jarFile, Path jmodFile) throws IOException {
            this.jarFile = jarFile;
            this.jmod = jmodFile == null ? null : StoredZip.jmod(jmodFile);
        }

        synchronized StoredZip jar() throws IOException {
            if (jar == null) {
                jar = StoredZip.jar(jarFile);
            }
            return jar;
        }

        synchronized void close() throws IOException {
            if (jar != null) {
                jar.close();
            }
            if (jmod != null) {
                jmod.close();
            }
        }
    }
}
