package dev.weft.tck.programs;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A program that is its own default file system, by {@code -Djava.nio.file.spi.DefaultFileSystemProvider}: whoever uses
 * a path first loads this class. All paths are the JDK's.
 */
public final class FileSystemOfItsOwn extends FileSystemProvider {
    private final FileSystemProvider jdk;

    /** Called by the JDK, with the provider that it has. */
    public FileSystemOfItsOwn(FileSystemProvider jdk) {
        this.jdk = jdk;
    }

    public static void main(String[] args) throws Exception {
        FileSystemOfItsOwn provider =
                new FileSystemOfItsOwn(FileSystems.getDefault().provider());
        String[] seen = new String[1];
        Thread thread = new Thread(() -> seen[0] = provider.isThere(Path.of(".")) + " "
                + Files.isDirectory(Path.of(".").toAbsolutePath()));
        thread.start();
        thread.join();
        System.out.println("FileSystemOfItsOwn " + seen[0]);
    }

    /** Parks in a lambda of this class. */
    private boolean isThere(Path path) {
        Supplier<Boolean> answer = () -> {
            LockSupport.parkNanos(1_000_000);
            return Files.exists(path);
        };
        return answer.get();
    }

    @Override
    public String getScheme() {
        return jdk.getScheme();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) throws IOException {
        return jdk.newFileSystem(uri, env);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return jdk.getFileSystem(uri);
    }

    @Override
    public Path getPath(URI uri) {
        return jdk.getPath(uri);
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... more)
            throws IOException {
        return jdk.newByteChannel(path, options, more);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path dir, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        return jdk.newDirectoryStream(dir, filter);
    }

    @Override
    public void createDirectory(Path dir, FileAttribute<?>... attributes) throws IOException {
        jdk.createDirectory(dir, attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        jdk.delete(path);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        jdk.copy(source, target, options);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        jdk.move(source, target, options);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return jdk.isSameFile(one, other);
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return jdk.isHidden(path);
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return jdk.getFileStore(path);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        jdk.checkAccess(path, modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return jdk.getFileAttributeView(path, type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return jdk.readAttributes(path, type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) throws IOException {
        return jdk.readAttributes(path, names, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) throws IOException {
        jdk.setAttribute(path, name, value, options);
    }
}
