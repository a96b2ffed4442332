package dev.weft.weaver.link;

import dev.weft.weaver.cache.WeaveErrors;
import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

/**
 * Copies a program's jars into a folder, each unchanged, so that their class paths, signatures and versions for later
 * releases mean there what they meant before. Only a jar of Spring Boot's that has others inside is taken apart.
 */
final class ApplicationFiles {
    private final Path folder;

    /** The jars so far, by where they come from. */
    private final Map<Path, Path> jars = new LinkedHashMap<>();

    /** Copies into that folder, which exists. */
    ApplicationFiles(Path folder) {
        this.folder = folder;
    }

    /** Fails unless it is a jar, and one with a main class if it must be. */
    static void check(Path jar, boolean mustBeProgram) {
        if (Files.isDirectory(jar)) {
            throw new WeaveException(jar + " is a folder: weft link takes jars only; pack it with jar --create"
                    + " --file classes.jar -C " + jar + " .");
        }
        boolean isProgram = manifest(jar).getValue(Attributes.Name.MAIN_CLASS) != null;
        if (mustBeProgram && !isProgram) {
            throw new WeaveException("no main class in the manifest of " + jar + ": name one with weft link -cp " + jar
                    + " MAIN_CLASS -o FOLDER");
        }
    }

    /** Copies what {@code java -jar} would start. */
    Application ofJar(Path jar, String name) throws IOException {
        if (SpringBootJar.is(manifest(jar))) {
            return new Application(name, new SpringBootJar(jar).unpack(folder), null);
        }
        Path real = jar.toAbsolutePath().normalize();
        addWithClassPath(real, real.getParent());
        return new Application(name, List.copyOf(jars.values()), null);
    }

    /** Copies the jars of a class path. */
    Application ofClassPath(List<Path> classPath, String mainClass, String name) throws IOException {
        for (Path jar : classPath) {
            Path real = jar.toAbsolutePath().normalize();
            addWithClassPath(real, real.getParent());
        }
        return new Application(name, List.copyOf(jars.values()), mainClass);
    }

    /** Adds a jar and those that its manifest names, as java would look for them. */
    private void addWithClassPath(Path jar, Path root) throws IOException {
        if (jars.containsKey(jar)) {
            return;
        }
        Path target = jar.startsWith(root) ? root.relativize(jar) : jar.getFileName();
        if (jars.containsValue(target)) {
            target = Path.of(jars.size() + "-" + target.getFileName());
        }
        jars.put(jar, target);
        Files.createDirectories(folder.resolve(target).getParent());
        Files.copy(jar, folder.resolve(target), StandardCopyOption.COPY_ATTRIBUTES);
        if (!folder.resolve(target).toFile().setWritable(true)) {
            throw new IOException("cannot make writable: " + folder.resolve(target));
        }
        for (Path each : classPath(jar, root)) {
            if (Files.isRegularFile(each)) {
                Path next = each.toAbsolutePath().normalize();
                if (!next.startsWith(root)) {
                    throw outside(jar, each, root);
                }
                addWithClassPath(next, root);
            } else if (Files.isDirectory(each)) {
                throw new WeaveException("the manifest of " + jar + " has the folder " + each
                        + " on its class path: weft link takes jars only");
            }
        }
    }

    private static WeaveException outside(Path jar, Object named, Path root) {
        return new WeaveException("the manifest of " + jar + " has " + named + " on its class path, which is"
                + " outside of " + root + " and cannot be taken along: name the jars with weft link -cp");
    }

    /** Whether that way leads out of the folder, though it may come back: elsewhere the folder has another name. */
    private static boolean leaves(String name, int depth) {
        int left = depth;
        for (String each : name.split("/")) {
            left += each.equals("..") ? -1 : each.isEmpty() || each.equals(".") ? 0 : 1;
            if (left < 0) {
                return true;
            }
        }
        return false;
    }

    private static List<Path> classPath(Path jar, Path root) throws IOException {
        String value = manifest(jar).getValue(Attributes.Name.CLASS_PATH);
        if (value == null) {
            return List.of();
        }
        List<Path> all = new ArrayList<>();
        for (String each : value.strip().split("\\s+")) {
            if (each.startsWith("/") || each.startsWith("file:")) {
                throw new WeaveException("the manifest of " + jar + " names " + each
                        + " by its place on this machine, where a linked program does not look: name it relative to the"
                        + " jar");
            }
            if (leaves(each, root.relativize(jar).getNameCount() - 1)) {
                throw outside(jar, each, root);
            }
            try {
                all.add(Path.of(jar.toUri().resolve(each)).normalize());
            } catch (IllegalArgumentException | FileSystemNotFoundException elsewhere) {
                // of another host, or no name at all: java ignores it as well
            }
        }
        return Collections.unmodifiableList(all);
    }

    /** The main attributes of a jar's manifest. */
    static Attributes manifest(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new WeaveException("no jar at " + jar);
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (ZipException e) {
            throw new WeaveException(jar + " is no jar: " + e.getMessage());
        } catch (IOException e) {
            throw new WeaveException("cannot read " + jar + ": " + WeaveErrors.reason(e));
        }
    }
}
