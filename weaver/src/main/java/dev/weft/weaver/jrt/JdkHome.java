package dev.weft.weaver.jrt;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** An installed JDK: its folder and what its {@code release} file says. */
public final class JdkHome {
    /** The only feature release that can be woven, so far. */
    public static final String SUPPORTED = "17";

    private final Path path;
    private final Map<String, String> release;

    private JdkHome(Path path, Map<String, String> release) {
        this.path = path;
        this.release = release;
    }

    /**
     * Opens a JDK's folder.
     *
     * @throws WeaveException if there is none, or one that Weft does not support
     */
    public static JdkHome of(Path home) {
        Path file = home.resolve("release");
        if (!Files.isRegularFile(home.resolve("lib/modules")) || !Files.isRegularFile(file)) {
            throw new WeaveException("no JDK " + SUPPORTED + " at " + home
                    + ": it has no lib/modules and release; set WEFT_JAVA_HOME to the folder of a JDK " + SUPPORTED);
        }
        try {
            JdkHome jdk = new JdkHome(home.toRealPath(), parse(file));
            if (!jdk.isSupported()) {
                throw new WeaveException("JDK " + jdk.version() + " at " + home + " is not supported: Weft needs JDK "
                        + SUPPORTED + "; set WEFT_JAVA_HOME to the folder of one");
            }
            return jdk;
        } catch (IOException e) {
            throw new WeaveException("cannot read the JDK at " + home + ": " + e + "; check its permissions");
        }
    }

    private static Map<String, String> parse(Path file) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1).replace("\"", ""));
            }
        }
        return values;
    }

    private boolean isSupported() {
        return version().equals(SUPPORTED) || version().startsWith(SUPPORTED + ".");
    }

    /** The folder, without symbolic links. */
    public Path path() {
        return path;
    }

    /** For instance {@code 17.0.9}. */
    public String version() {
        return release.getOrDefault("JAVA_VERSION", "of unknown version");
    }

    /** The exact build, for instance {@code 17.0.9+9-Debian-1}. */
    public String build() {
        return release.getOrDefault("JAVA_RUNTIME_VERSION", version());
    }

    /** Who built it. */
    public String vendor() {
        return release.getOrDefault("IMPLEMENTOR", "unknown vendor");
    }

    /** Whether it is the JDK that runs this. */
    public boolean isRunning() throws IOException {
        return path.equals(Path.of(System.getProperty("java.home")).toRealPath());
    }

    /** Whether a runtime image can be linked with this JDK's own tools. */
    public boolean canLink() {
        return Files.isDirectory(path.resolve("jmods")) && Files.isExecutable(tool("jlink"));
    }

    /** A program of the JDK's {@code bin}. */
    public Path tool(String name) {
        return path.resolve("bin").resolve(name);
    }

    @Override
    public String toString() {
        return "JDK " + build() + " (" + vendor() + ") at " + path;
    }
}
