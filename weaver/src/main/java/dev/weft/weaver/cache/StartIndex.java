package dev.weft.weaver.cache;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Lets the launcher find an entry without starting a JVM: the file {@code index} of the cache. A line is
 *
 * <pre>WANTED|MODE|ENTRY|STAMP|JDK|JAR|CACHE</pre>
 *
 * <p>{@code WANTED} is the mode asked for, {@code MODE} the one to start in ({@code image} or {@code patch});
 * {@code JDK} and {@code JAR} are the paths of the JDK and of the weaver's jar, as the launcher spells them,
 * {@code CACHE} is where the cache was when the line was written: entries do not work elsewhere. {@code STAMP} has size
 * and time of change in seconds of the files that the launcher then compares, with one {@code stat}: see
 * {@link #watched}. A difference is no error; the launcher asks the weaver, which knows.
 */
public final class StartIndex {
    private static final int FIELDS = 7;

    private final Cache cache;

    /** The index of that cache. */
    public StartIndex(Cache cache) {
        this.cache = cache;
    }

    private Path file() {
        return cache.root().resolve("index");
    }

    /**
     * Records where to start from.
     *
     * @param wanted the mode asked for
     * @return whether that was possible; a cache that is read-only, or a path with odd characters, is no error
     */
    public boolean record(String wanted, CacheEntry entry, String jdk, String jar) {
        if (!Files.isWritable(cache.root()) || (jdk + jar + cache.root()).matches("(?s).*[|\\\\\n].*")) {
            return false;
        }
        try {
            add(wanted, entry, jdk, jar);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void add(String wanted, CacheEntry entry, String jdk, String jar) throws IOException {
        String mode = mode(wanted, entry);
        String place = cache.root().toString();
        String line = String.join("|", wanted, mode, entry.name(), stamp(mode, entry, jdk, jar), jdk, jar, place);
        EntryLock.run(cache, "index", () -> {}, () -> {
            List<String> lines = others(wanted, jdk, jar);
            lines.add(line);
            // the launcher's shell reads byte by byte, and the line of a linked image is a quarter of the others
            lines.sort(Comparator.comparingInt(String::length));
            Path draft = cache.root().resolve("index.new");
            Files.write(draft, lines);
            Files.move(draft, file(), StandardCopyOption.ATOMIC_MOVE);
        });
    }

    /** The mode to start in, if that one is wanted. */
    public static String mode(String wanted, CacheEntry entry) {
        return wanted.equals("image") && entry.hasImage() ? "image" : "patch";
    }

    private List<String> others(String wanted, String jdk, String jar) throws IOException {
        List<String> lines = new ArrayList<>();
        if (Files.exists(file())) {
            for (String line : Files.readAllLines(file())) {
                String[] parts = line.split("\\|", FIELDS);
                boolean same = parts.length == FIELDS
                        && parts[0].equals(wanted)
                        && parts[4].equals(jdk)
                        && parts[5].equals(jar);
                if (parts.length == FIELDS && !same && Files.exists(cache.root().resolve(parts[2]))) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    private static String stamp(String mode, CacheEntry entry, String jdk, String jar) throws IOException {
        List<String> stamps = new ArrayList<>();
        for (Path file : watched(mode, entry, Path.of(jdk), Path.of(jar))) {
            stamps.add(Files.size(file) + "." + Files.getLastModifiedTime(file).to(TimeUnit.SECONDS));
        }
        return String.join(",", stamps);
    }

    /** The files whose change makes the launcher ask the weaver, in the launcher's order. */
    static List<Path> watched(String mode, CacheEntry entry, Path jdk, Path jar) throws IOException {
        List<Path> files = new ArrayList<>(
                List.of(jdk.resolve("lib/modules"), jdk.resolve("release"), jar, entry.complete(), entry.agent()));
        if (mode.equals("image")) {
            Path image = entry.image();
            files.addAll(List.of(
                    entry.imageFlags(),
                    entry.sharedClasses(),
                    entry.smallImageFlags(),
                    entry.fewSharedClasses(),
                    image.resolve("bin/java"),
                    image.resolve("lib/modules"),
                    image.resolve("lib/server/libjvm.so")));
        } else {
            files.add(entry.patchFlags());
            TreeSet<Path> jars = new TreeSet<>();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(entry.patches(), "*.jar")) {
                all.forEach(jars::add);
            }
            files.addAll(jars);
        }
        return files;
    }
}
