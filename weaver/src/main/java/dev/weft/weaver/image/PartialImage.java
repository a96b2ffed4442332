package dev.weft.weaver.image;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.Folders;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.JdkImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A woven runtime image with some of the modules of the one in the cache, for one program. */
public final class PartialImage implements AutoCloseable {
    private static final String BASE = "java.base";
    private static final int JMOD_HEADER = 4;

    /** What the JDK's own list of modules looks like in its file {@code release}. */
    private static final String MODULES = "MODULES=";

    private final JdkHome jdk;
    private final CacheEntry from;
    private final JdkImage image;

    private PartialImage(JdkHome jdk, CacheEntry from, JdkImage image) {
        this.jdk = jdk;
        this.from = from;
        this.image = image;
    }

    /**
     * Opens the woven image.
     *
     * @param jdk what it was woven from
     */
    public static PartialImage open(JdkHome jdk, CacheEntry from) throws IOException {
        return new PartialImage(jdk, from, JdkImage.open(JdkHome.of(from.image())));
    }

    /** All its modules. */
    public Set<String> modules() throws IOException {
        return new TreeSet<>(image.modules());
    }

    /** Which module has which package, with slashes. */
    public Map<String, String> moduleOfPackage() throws IOException {
        Map<String, String> modules = new TreeMap<>();
        for (Map.Entry<String, Map<String, byte[]>> each : image.classes().entrySet()) {
            ModuleFiles.packages(each.getValue().keySet()).forEach(name -> modules.put(name, each.getKey()));
        }
        return modules;
    }

    /**
     * Makes an entry of its own with the image, the agent, and what the agent reads.
     *
     * @param roots the modules wanted; those that they require come along
     */
    public void make(Set<String> roots, CacheEntry target) throws IOException {
        Set<String> unknown = new TreeSet<>(roots);
        unknown.removeAll(modules());
        if (!unknown.isEmpty()) {
            throw new WeaveException(
                    "no module " + String.join(", ", unknown) + " in " + jdk + "; java --list-modules lists them");
        }
        Path link = target.path().resolve("link");
        Files.createDirectories(link);
        Files.copy(from.agent(), target.agent());
        Files.copy(from.compilerDirectives(), target.compilerDirectives());
        writeJmods(link.resolve("jmods"));
        RuntimeImage.linkForElsewhere(jdk, from.image(), link.resolve("jmods"), roots, target.image());
        Folders.delete(link);
        try (JdkImage made = JdkImage.open(JdkHome.of(target.image()))) {
            Set<String> gone = modules();
            gone.removeAll(made.modules());
            Path legal = jdk.path().resolve("legal");
            if (Files.isDirectory(legal)) {
                JdkTree.copyForElsewhere(legal.toRealPath(), target.image().resolve("legal"));
            }
            for (String module : gone) {
                Folders.delete(target.image().resolve("legal").resolve(module));
            }
            removeFiles(target.image(), gone);
            writeRelease(target.image().resolve("release"), made.modules());
        }
    }

    private void writeJmods(Path jmods) throws IOException {
        Map<String, Map<String, byte[]>> classes = image.classes();
        try (ModuleFiles files = new ModuleFiles(module -> null, jmods)) {
            for (String module : image.modules()) {
                if (!module.equals(BASE)) {
                    files.addUnwoven(module, image.resources(module));
                    files.addUnwoven(module, classes.get(module));
                    files.finishJmod(module);
                }
            }
            Map<String, byte[]> resources = new TreeMap<>(image.resources(BASE));
            byte[] descriptor = resources.get("module-info.class");
            resources.put("module-info.class", ModuleInfo.extended(descriptor, Set.of(), Set.of(), files::hash));
            files.addUnwoven(BASE, resources);
            files.addUnwoven(BASE, classes.get(BASE));
            files.finishJmod(BASE);
        }
    }

    /** Programs, libraries and configuration of modules that are not there, as the JDK's own files tell them. */
    private void removeFiles(Path made, Set<String> gone) throws IOException {
        Set<String> removed = new HashSet<>();
        for (String module : gone) {
            removed.addAll(files(module));
        }
        for (String module : modules()) {
            if (!gone.contains(module)) {
                removed.removeAll(files(module));
            }
        }
        for (String each : removed) {
            Files.deleteIfExists(made.resolve(each));
        }
        List<Path> folders;
        try (Stream<Path> all = Files.walk(made)) {
            folders = all.filter(Files::isDirectory).collect(Collectors.toCollection(ArrayList::new));
        }
        for (int i = folders.size() - 1; i >= 0; i--) {
            try (Stream<Path> inside = Files.list(folders.get(i))) {
                if (inside.findAny().isEmpty()) {
                    Files.delete(folders.get(i));
                }
            }
        }
    }

    /** The files of a module that do not lie in {@code lib/modules}. */
    private Set<String> files(String module) throws IOException {
        Set<String> names = new HashSet<>();
        Path jmod = jdk.path().resolve("jmods").resolve(module + ".jmod");
        if (Files.isRegularFile(jmod)) {
            try (InputStream in = Files.newInputStream(jmod)) {
                in.skipNBytes(JMOD_HEADER);
                ZipInputStream zip = new ZipInputStream(in);
                for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                    String name = each.getName();
                    if (name.matches("(bin|lib|conf)/.*[^/]")) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }

    private static void writeRelease(Path release, List<String> modules) throws IOException {
        List<String> lines = Files.readAllLines(release);
        lines.replaceAll(line -> line.startsWith(MODULES) ? MODULES + '"' + String.join(" ", modules) + '"' : line);
        Files.delete(release);
        Files.write(release, lines);
    }

    @Override
    public void close() throws IOException {
        image.close();
    }
}
