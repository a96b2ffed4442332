package dev.weft.large;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Folders that a program changes while it runs. */
public final class Folders {
    private Folders() {}

    /** Copies one with all that is in it. */
    public static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(from)) {
            all = found.toList();
        }
        for (Path each : all) {
            Files.copy(each, to.resolve(from.relativize(each)));
        }
    }
}
