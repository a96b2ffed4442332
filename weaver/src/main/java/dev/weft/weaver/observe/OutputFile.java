package dev.weft.weaver.observe;

import dev.weft.weaver.error.WeaveException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file that is complete or is not made; what is there and is no file, such as a device, is written into. */
public final class OutputFile {
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
     * Makes the file, or replaces it.
     *
     * @throws WeaveException if it cannot be written, or the content throws an IOException: the message says why
     */
    public static void write(Path file, Content content) throws IOException {
        check(file);
        Path target = file.toAbsolutePath();
        boolean isFile = Files.isRegularFile(target) || !Files.exists(target);
        Path part = null;
        try {
            if (isFile) {
                part = Files.createTempFile(target.getParent(), ".weft", ".part");
                // also where a signal ends this
                part.toFile().deleteOnExit();
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(isFile ? part : target))) {
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
}
