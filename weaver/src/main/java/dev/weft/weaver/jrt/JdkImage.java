package dev.weft.weaver.jrt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the files in a JDK's {@code lib/modules}: those of the running JDK, or of another one by its own reader. */
public final class JdkImage implements AutoCloseable {
    /** What the linker generates, anew in each image. */
    private static final String SYSTEM_MODULES = "jdk/internal/module/SystemModules$";

    private final FileSystem files;
    private final boolean foreign;

    private JdkImage(FileSystem files, boolean foreign) {
        this.files = files;
        this.foreign = foreign;
    }

    /** Opens the image of that JDK. */
    public static JdkImage open(JdkHome jdk) throws IOException {
        if (jdk.isRunning()) {
            return new JdkImage(FileSystems.getFileSystem(URI.create("jrt:/")), false);
        }
        Map<String, String> where = Map.of("java.home", jdk.path().toString());
        return new JdkImage(FileSystems.newFileSystem(URI.create("jrt:/"), where), true);
    }

    /** The names of its modules, sorted. */
    public List<String> modules() throws IOException {
        try (Stream<Path> modules = Files.list(files.getPath("/modules"))) {
            return modules.map(module -> module.getFileName().toString())
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    /** All classes that can be woven: module name to (file name to class file); both sorted. */
    public Map<String, Map<String, byte[]>> classes() throws IOException {
        Map<String, Map<String, byte[]>> image = new ConcurrentSkipListMap<>();
        inParallel(modules(), module -> image.put(module, read(module, true)));
        return image;
    }

    /** The files of a module that are not woven: its {@code module-info.class} and its resources. */
    public Map<String, byte[]> resources(String module) throws IOException {
        return read(module, false);
    }

    private Map<String, byte[]> read(String module, boolean classes) throws IOException {
        Path root = files.getPath("/modules", module);
        Map<String, byte[]> result = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                String name = root.relativize(file).toString();
                if (isWanted(name, classes) && Files.isRegularFile(file)) {
                    result.put(name, Files.readAllBytes(file));
                }
            }
        }
        return result;
    }

    private static boolean isWanted(String name, boolean classes) {
        boolean woven = name.endsWith(".class") && !name.equals("module-info.class");
        return woven == classes && !name.startsWith(SYSTEM_MODULES);
    }

    private interface ModuleTask {
        void run(String module) throws IOException;
    }

    private static void inParallel(List<String> modules, ModuleTask task) throws IOException {
        try {
            modules.parallelStream().forEach(module -> {
                try {
                    task.run(module);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        if (foreign) {
            files.close();
        }
    }
}
