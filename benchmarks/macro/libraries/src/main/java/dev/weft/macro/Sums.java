package dev.weft.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Sums of what compilers wrote, and its end. */
final class Sums {
    private Sums() {}

    /** The sum of all files below a folder, which are deleted. */
    static long andDelete(Path folder) throws IOException {
        CRC32 sum = new CRC32();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                sum.update(file.getFileName().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
                sum.update(Files.readAllBytes(file));
                Files.delete(file);
            }
        }
        return sum.getValue();
    }
}
