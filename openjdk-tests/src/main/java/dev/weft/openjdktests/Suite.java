package dev.weft.openjdktests;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A checkout of OpenJDK's tests: the folder {@code test/jdk}, or another that has a {@code TEST.ROOT}, such as
 * {@code test/hotspot/jtreg}, and what lies beside it.
 */
final class Suite {
    private final Path root;
    private final Set<String> problems;

    /** The suite at {@code test/jdk}, or at the {@code test} or the checkout above it. */
    Suite(Path given) throws IOException {
        root = Stream.of("", "jdk", "test/jdk")
                .map(below -> given.toAbsolutePath().normalize().resolve(below).normalize())
                .filter(folder -> Files.isRegularFile(folder.resolve("TEST.ROOT")))
                .findFirst()
                .orElseThrow(() -> new IOException("no tests of OpenJDK at " + given
                        + ": it has no TEST.ROOT; give the folder test/jdk or"
                        + " test/hotspot/jtreg of a checkout of JDK 17"));
        problems = problems();
    }

    Path root() {
        return root;
    }

    private Set<String> problems() throws IOException {
        Path list = root.resolve("ProblemList.txt");
        if (!Files.exists(list)) {
            return Set.of();
        }
        return Files.readAllLines(list).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length >= 3 && appliesHere(words[2]))
                .map(words -> words[0])
                .collect(Collectors.toSet());
    }

    private static boolean appliesHere(String platforms) {
        return Stream.of(platforms.split(","))
                .anyMatch(each -> each.equals("generic-all") || each.equals("linux-all") || each.equals("linux-x64"));
    }

    /** Whether the JDK's own list says that this test fails. */
    boolean isProblem(String test) {
        return problems.contains(test) || problems.contains(test.replaceFirst("#.*", ""));
    }

    /**
     * The tests below the folders, or in the files, that the globs match: in the globs' order, then in that of their
     * names.
     */
    List<TestDescription> find(List<String> globs) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (String glob : globs) {
            PathMatcher file = FileSystems.getDefault().getPathMatcher("glob:" + glob);
            PathMatcher below = FileSystems.getDefault().getPathMatcher("glob:" + glob + "/**");
            Path start = root.resolve(glob.replaceFirst("/?[^/]*[*?\\[{].*", ""));
            if (!Files.exists(start)) {
                throw new IOException("no tests at " + start + "; give folders or files below " + root);
            }
            try (Stream<Path> walk = Files.walk(start)) {
                walk.filter(each -> each.toString().matches(".*\\.(java|sh)"))
                        .filter(each -> file.matches(root.relativize(each)) || below.matches(root.relativize(each)))
                        .sorted()
                        .forEach(files::add);
            }
        }
        List<TestDescription> all = new ArrayList<>();
        for (Path file : files) {
            all.addAll(read(file));
        }
        return all;
    }

    private List<TestDescription> read(Path file) throws IOException {
        String source = Files.readString(file, StandardCharsets.ISO_8859_1);
        String name = root.relativize(file).toString();
        if (name.endsWith(".sh")) {
            String comment = source.lines().filter(line -> line.startsWith("#")).collect(Collectors.joining("\n"));
            List<Tag> tags = Tag.of(comment.replaceAll("(?m)^#+", ""));
            return tags.isEmpty() ? List.of() : List.of(new TestDescription(name, file, tags));
        }
        List<TestDescription> described = TestDescription.of(name, file, source);
        if (described.isEmpty() && packageRoot(file).isPresent() && source.contains("org.testng.annotations.Test")) {
            return List.of(new TestDescription(name, file, List.of(new Tag("test", ""))));
        }
        return described;
    }

    /** A setting of the nearest file {@code TEST.properties} that has it, as words. */
    List<String> setting(Path file, String key) {
        for (Path folder = file.getParent(); folder.startsWith(root); folder = folder.getParent()) {
            String value = properties(folder).getProperty(key);
            if (value != null) {
                return value.isBlank() ? List.of() : List.of(value.strip().split("\\s+"));
            }
        }
        return List.of();
    }

    /**
     * Where the packages of a test begin, if it is in one of the folders that TEST.properties says are for TestNG only.
     */
    Optional<Path> packageRoot(Path file) {
        for (Path folder = file.getParent(); folder.startsWith(root); folder = folder.getParent()) {
            String value = properties(folder).getProperty("TestNG.dirs");
            if (value != null) {
                Path begin = folder.resolve(value.strip().split("\\s+")[0]).normalize();
                return Optional.of(begin);
            }
        }
        return Optional.empty();
    }

    /** The folder of a library, named as by {@code @library}. */
    Path library(Path file, String name) throws IOException {
        if (!name.startsWith("/")) {
            return existing(name, file.getParent().resolve(name).normalize());
        }
        Path inside = root.resolve(name.substring(1)).normalize();
        if (Files.exists(inside)) {
            return inside;
        }
        String outside = load(root.resolve("TEST.ROOT")).getProperty("external.lib.roots", "../..");
        return existing(
                name, root.resolve(outside.strip()).resolve(name.substring(1)).normalize());
    }

    private static Path existing(String name, Path folder) throws IOException {
        if (!Files.exists(folder)) {
            throw new IOException("there is no library " + name);
        }
        return folder;
    }

    /** Folders of which only one test at a time may run. */
    List<String> exclusive() {
        return List.of(load(root.resolve("TEST.ROOT"))
                .getProperty("exclusiveAccess.dirs", "")
                .strip()
                .split("\\s+"));
    }

    private Properties properties(Path folder) {
        Path file = folder.resolve("TEST.properties");
        return Files.exists(file) ? load(file) : new Properties();
    }

    private static Properties load(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
