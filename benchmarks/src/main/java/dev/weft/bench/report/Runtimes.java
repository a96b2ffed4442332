package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The runtimes of one run of the report, and why others are not among them. */
public final class Runtimes {
    private final Map<String, Runtime> present = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();

    /**
     * Finds them.
     *
     * @param weft Weft's launcher
     * @param java17 the java command of a JDK 17
     * @param home25 the folder of a JDK 25; null or empty for one beside the running JDK
     */
    Runtimes(Path weft, Path java17, Path home25) throws IOException, InterruptedException {
        Path launcher = weft.toAbsolutePath().normalize();
        add(Runtime.weft(launcher));
        add(Runtime.weftPlatform(launcher));
        Path java25 = java25(home25);
        if (java25 == null) {
            miss(Runtime.VIRTUAL, "there is no JDK 25; --jdk25 or WEFT_JDK25_HOME names one");
        } else {
            add(Runtime.virtual(java25));
        }
        add(Runtime.plain(java17.toAbsolutePath()));
        try {
            add(OneProcessor.of(java17.toAbsolutePath()));
        } catch (IOException e) {
            miss(Runtime.PLAIN_BOUND, e.getMessage());
        }
    }

    private void add(Runtime runtime) {
        present.put(runtime.name(), runtime);
    }

    private void miss(String name, String why) {
        missing.put(name, why);
        System.err.println("not measured: " + name + ": " + why);
    }

    /**
     * The java command of the JDK 25 in a folder, or, if that is null or empty, beside the running JDK; null if there
     * is none.
     */
    public static Path java25(Path home) throws IOException {
        if (home != null && !home.toString().isEmpty()) {
            return home.toAbsolutePath().resolve("bin").resolve("java");
        }
        Path beside = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> jdks = Files.list(beside)) {
            return jdks.filter(jdk -> jdk.getFileName().toString().matches(".*\\b25\\b.*"))
                    .map(jdk -> jdk.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(null);
        }
    }

    List<Runtime> all() {
        return new ArrayList<>(present.values());
    }

    /** Why runtimes are missing, by {@link Runtime#name()}. */
    Map<String, String> missing() {
        return missing;
    }

    /** Those of these names that are not missing, in this order. */
    List<Runtime> named(String... names) {
        return named(Arrays.asList(names));
    }

    List<Runtime> named(List<String> names) {
        return names.stream().map(present::get).filter(Objects::nonNull).toList();
    }

    /** The java command, or null if the runtime is missing. */
    Path java(String name) {
        Runtime runtime = present.get(name);
        return runtime == null ? null : runtime.java();
    }
}
