package dev.weft.weaver.jrt;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** What the weaver's jar carries for the woven JDK: Weft's classes for java.base, and the agent. */
public final class WeftRuntime {
    private static final String CLASSES = "META-INF/weft/java.base/";
    private static final String AGENT = "META-INF/weft/weft-agent.jar";

    private final String version;
    private final String hash;
    private final Map<String, byte[]> classes;
    private final byte[] agent;

    /**
     * A runtime of given parts.
     *
     * @param hash identifies the contents of this build of Weft
     * @param classes file name to class file, for java.base
     * @param agent the agent's jar
     */
    public WeftRuntime(String version, String hash, Map<String, byte[]> classes, byte[] agent) {
        this.version = version;
        this.hash = hash;
        this.classes = classes;
        this.agent = agent.clone();
    }

    /** The jar that this class was loaded from. */
    public static Path thisJar() {
        try {
            return Path.of(WeftRuntime.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a jar's location is a file", e);
        }
    }

    /** Reads the jar that this class was loaded from. */
    public static WeftRuntime ofThisJar() {
        try {
            return read(thisJar());
        } catch (IOException e) {
            throw new WeaveException("cannot read the weaver's own jar: " + e + "; build it again with mvn package");
        }
    }

    /** Reads a weaver's jar. */
    public static WeftRuntime read(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new WeaveException(
                    "the weaver runs from " + jar + ", which is no jar: run it as java -jar weft-weaver.jar");
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry agent = zip.getEntry(AGENT);
            if (agent == null) {
                throw new WeaveException(jar + " has no " + AGENT + ": build it again with mvn package");
            }
            String version = WeftRuntime.class.getPackage().getImplementationVersion();
            Map<String, byte[]> classes = new TreeMap<>();
            String hash = hash(zip, classes);
            return new WeftRuntime(version == null ? "dev" : version, hash, classes, bytes(zip, agent));
        }
    }

    /** Hashes names and checksums of the entries, so that when the jar was built makes no difference. */
    private static String hash(ZipFile zip, Map<String, byte[]> classes) throws IOException {
        Map<String, Long> checksums = new TreeMap<>();
        for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
            ZipEntry entry = all.nextElement();
            String name = entry.getName();
            checksums.put(name, entry.getCrc());
            if (name.startsWith(CLASSES) && name.endsWith(".class")) {
                classes.put(name.substring(CLASSES.length()), bytes(zip, entry));
            }
        }
        return sha256(checksums.toString());
    }

    private static byte[] bytes(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** The SHA-256 of a text, in hexadecimal. */
    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Weft's version. */
    public String version() {
        return version;
    }

    /** Identifies the contents of this build of Weft, in hexadecimal. */
    public String hash() {
        return hash;
    }

    /** Weft's classes for java.base: file name to class file. */
    public Map<String, byte[]> classes() {
        return classes;
    }

    /** The agent's jar. */
    public byte[] agent() {
        return agent.clone();
    }
}
