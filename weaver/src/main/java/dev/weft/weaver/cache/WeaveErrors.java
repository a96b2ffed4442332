package dev.weft.weaver.cache;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in words what an exception of the file system means. */
public final class WeaveErrors {
    private WeaveErrors() {}

    /** The reason, without the file's name where the exception type tells enough. */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file " + ((FileSystemException) e).getFile();
        }
        if (e instanceof FileAlreadyExistsException) {
            return ((FileSystemException) e).getFile() + " is no folder";
        }
        if (e instanceof FileSystemException && ((FileSystemException) e).getReason() != null) {
            return ((FileSystemException) e).getReason();
        }
        return String.valueOf(e.getMessage()).replace('\n', ' ');
    }
}
