package dev.weft.weaver.image;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Copies a JDK's installation but for its classes. The image gets its programs, libraries and configuration from here
 * and not from the {@code jmods}, so that what an administrator or a packager changed stays: links out of the JDK, to
 * the system's certificates for instance, stay links to the same place; unless the copy is for another machine.
 *
 * <p>What is changed after the weave, as certificates and time zones are, and what only tools look at, is not copied:
 * links lead to the JDK's own.
 */
final class JdkTree extends SimpleFileVisitor<Path> {
    /** What a program does not need at run time. */
    private static final Set<String> OMITTED =
            Set.of("jmods", "man", "docs", "demo", "sample", "include", "legal", "lib/modules", "lib/src.zip");

    /** What is linked in place of being copied, unless the copy is for another machine. */
    private static final Set<String> LINKED = Set.of(
            "conf",
            "lib/security",
            "lib/tzdb.dat",
            "jmods",
            "man",
            "docs",
            "demo",
            "sample",
            "include",
            "legal",
            "lib/src.zip");

    private final Path from;
    private final Path to;
    private final boolean isForElsewhere;

    private JdkTree(Path from, Path to, boolean isForElsewhere) {
        this.from = from;
        this.to = to;
        this.isForElsewhere = isForElsewhere;
    }

    /** Copies it; the target must not exist. */
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new JdkTree(from, to, false));
    }

    /**
     * Copies it for a machine that may have no JDK: in place of a link out of the tree there is a copy of what it
     * points to, if that exists.
     */
    static void copyForElsewhere(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new JdkTree(from, to, true));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
        if (isLinked(folder)) {
            Files.createSymbolicLink(target(folder), folder);
            return FileVisitResult.SKIP_SUBTREE;
        }
        if (isOmitted(folder)) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectories(target(folder));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (isLinked(file)) {
            Files.createSymbolicLink(target(file), file);
            return FileVisitResult.CONTINUE;
        }
        if (isOmitted(file)) {
            return FileVisitResult.CONTINUE;
        }
        if (attributes.isSymbolicLink()) {
            copyLink(file);
        } else if (attributes.isRegularFile()) {
            Files.copy(file, target(file), StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
        return FileVisitResult.CONTINUE;
    }

    private boolean isLinked(Path path) {
        return !isForElsewhere && LINKED.contains(from.relativize(path).toString());
    }

    private boolean isOmitted(Path path) {
        String name = from.relativize(path).toString();
        return OMITTED.contains(name) || name.endsWith(".jsa") || name.endsWith(".debuginfo") || name.endsWith(".diz");
    }

    private Path target(Path path) {
        return to.resolve(from.relativize(path).toString());
    }

    /** A link within the JDK stays relative, one that leaves it becomes absolute or is followed. */
    private void copyLink(Path file) throws IOException {
        Path points = file.getParent().resolve(Files.readSymbolicLink(file)).normalize();
        if (points.startsWith(from)) {
            Files.createSymbolicLink(target(file), file.getParent().relativize(points));
        } else if (!isForElsewhere) {
            Files.createSymbolicLink(target(file), points);
        } else if (Files.isDirectory(file)) {
            copyForElsewhere(file.toRealPath(), target(file));
        } else if (Files.isRegularFile(file)) {
            Files.copy(file, target(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }
}
