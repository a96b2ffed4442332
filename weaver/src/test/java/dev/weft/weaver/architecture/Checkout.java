package dev.weft.weaver.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the repository, without what builds make. */
final class Checkout {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> SKIPPED = Set.of("target", ".git", ".idea");

    private Checkout() {}

    /** The files below a folder whose paths, from the root on, match. */
    static List<Path> files(Path folder, String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        // not Files.walk: it fails where a build in parallel removes what it has just listed
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                boolean skipped = SKIPPED.contains(each.getFileName().toString());
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
                if (name(each).matches(pattern)) {
                    found.add(each);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    /** The path from the root on. */
    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }
}
