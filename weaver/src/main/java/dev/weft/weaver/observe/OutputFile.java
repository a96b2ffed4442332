package dev.weft.weaver.observe;

import dev.weft.weaver.error.WeaveException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file that is complete or is not made; what is there and is no file, such as a device, is written into. */
public final class OutputFile {
    /** As the kernel follows. */
    private static final int MOST_LINKS = 40;

    private OutputFile() {}

    /** Writes what the file is to have. */
    public interface Content {
        /** Writes all of it. */
        void write(OutputStream out) throws IOException;
    }

    /**
     * Looks, before long work, at what can be told at once.
     *
     * @throws WeaveException if there can be no file of that name: the message says why
     */
    public static void check(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new WeaveException("cannot write " + file + ": it is a folder; name a file in it");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new WeaveException("cannot write " + file + ": there is no folder " + folder + "; make it first");
        }
    }

    /**
     * Makes the file, with the rights that any new file gets, or replaces it, with those that it had; of a symbolic
     * link, what it points at.
     *
     * @throws WeaveException if it cannot be written, or the content throws an IOException: the message says why
     */
    public static void write(Path file, Content content) throws IOException {
        check(file);
        Path part = null;
        try {
            Path target = behindLinks(file.toAbsolutePath());
            boolean isThere = Files.exists(target);
            if (isThere && !Files.isWritable(target)) {
                throw new FileSystemException(target.toString(), null, "permission denied");
            }
            boolean isFile = !isOpenAlready(target) && (!isThere || Files.isRegularFile(target));
            if (isFile) {
                part = part(target, isThere);
                // also where a signal ends this
                part.toFile().deleteOnExit();
            }
            try (OutputStream out = new BufferedOutputStream(
                    isFile ? Files.newOutputStream(part) : Files.newOutputStream(target, StandardOpenOption.APPEND))) {
                content.write(out);
            }
            if (isFile) {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (FileSystemException e) {
            throw new WeaveException("cannot write " + file + ": "
                    + (e.getReason() == null ? "its folder is not writable" : e.getReason()));
        } catch (IOException e) {
            throw new WeaveException("cannot write " + file + ": " + e.getMessage());
        } finally {
            if (part != null) {
                Files.deleteIfExists(part);
            }
        }
    }

    /** An empty file beside the target. */
    private static Path part(Path target, boolean isThere) throws IOException {
        String name = ".weft" + ProcessHandle.current().pid() + '-' + System.nanoTime() + ".part";
        Path part = Files.createFile(target.resolveSibling(name));
        if (isThere) {
            Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
        }
        return part;
    }

    /** What links lead to, which need not be there. */
    private static Path behindLinks(Path file) throws IOException {
        Path target = file;
        for (int i = 0; i < MOST_LINKS; i++) {
            if (!Files.isSymbolicLink(target) || isOpenAlready(target)) {
                return target;
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
            check(target);
        }
        throw new FileSystemException(file.toString(), null, "its symbolic links lead to each other");
    }

    /** Whether it is a descriptor of a process, as standard output is: there is no file of that name to replace. */
    private static boolean isOpenAlready(Path file) throws IOException {
        return Files.isSymbolicLink(file) && file.getParent().toRealPath().startsWith("/proc");
    }
}
