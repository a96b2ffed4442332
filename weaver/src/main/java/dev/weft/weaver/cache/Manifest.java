package dev.weft.weaver.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The files of an entry. One line each: {@code <CRC-32C> <size> <path>}, for a symbolic link {@code link - <path>}
 * since what it points to is the JDK's.
 */
final class Manifest {
    private static final String LINK = "link -";

    private final Map<String, String> files;

    private Manifest(Map<String, String> files) {
        this.files = files;
    }

    /** Reads the files below a folder, except for the two that describe it. */
    static Manifest of(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (Path file : below(root)) {
            String name = root.relativize(file).toString();
            if (!name.equals("manifest") && !name.equals("complete")) {
                files.put(name, Files.isSymbolicLink(file) ? LINK : checksum(file) + " " + Files.size(file));
            }
        }
        return new Manifest(files);
    }

    private static List<Path> below(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .collect(Collectors.toList());
        }
    }

    static Manifest read(Path file) throws IOException {
        Map<String, String> files = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] parts = line.split(" ", 3);
            if (parts.length != 3) {
                throw new IOException("a bad line in " + file);
            }
            files.put(parts[2], parts[0] + " " + parts[1]);
        }
        return new Manifest(files);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        files.forEach((name, facts) -> lines.add(facts + " " + name));
        Files.write(file, lines);
    }

    /** The first file that is not as recorded, and how; null if there is none. */
    String defect(Path root, boolean thorough) throws IOException {
        for (Map.Entry<String, String> entry : files.entrySet()) {
            String defect = defect(root.resolve(entry.getKey()), entry.getValue(), thorough);
            if (defect != null) {
                return entry.getKey() + " " + defect;
            }
        }
        return null;
    }

    private static String defect(Path file, String facts, boolean thorough) throws IOException {
        if (facts.equals(LINK)) {
            return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? null : "is missing";
        }
        if (!Files.isRegularFile(file)) {
            return "is missing";
        }
        String size = facts.substring(facts.indexOf(' ') + 1);
        if (!size.equals(Long.toString(Files.size(file)))) {
            return "has " + Files.size(file) + " bytes instead of " + size;
        }
        if (thorough && !facts.startsWith(checksum(file) + " ")) {
            return "does not have the recorded checksum";
        }
        return null;
    }

    /** The CRC-32C of a file, in hexadecimal. */
    static String checksum(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                crc.update(buffer, 0, n);
            }
        }
        return String.format("%08x", crc.getValue());
    }
}
