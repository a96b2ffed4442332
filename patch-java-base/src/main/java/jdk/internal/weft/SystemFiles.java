package jdk.internal.weft;

import java.io.File;
import java.nio.file.Path;
import sun.nio.fs.DefaultFileSystemProvider;

/**
 * Paths of the JDK's own file system. The default one may be the program's ({@code
 * -Djava.nio.file.spi.DefaultFileSystemProvider}): to ask for it loads that class, which must not begin where a class
 * is being woven, since what is loaded there gets no twins.
 */
public final class SystemFiles {
    private SystemFiles() {}

    /** The file's path. */
    public static Path path(File file) {
        return DefaultFileSystemProvider.theFileSystem().getPath(file.getPath());
    }
}
