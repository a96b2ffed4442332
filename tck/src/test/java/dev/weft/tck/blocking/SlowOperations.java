package dev.weft.tck.blocking;

import static dev.weft.tck.blocking.How.FREED;
import static dev.weft.tck.blocking.How.REPLACED;

import dev.weft.tck.Check;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * What waits for a disk, if at all. Here each waits because its first system call takes long.
 *
 * <p>The class stays whole because it is a list.
 */
public final class SlowOperations {
    private static final String STAT = "?stat,?fstat,?lstat,?newfstatat,?statx";
    private static final String RENAME = "?rename,?renameat,?renameat2";
    private static final String READ = "?read,?pread64,?readv,?preadv";
    private static final String WRITE = "?write,?pwrite64,?writev,?pwritev";
    private static final String OPEN = "?open,?openat";

    private SlowOperations() {}

    private static Scenario onFile(String calls, StreamOperations.Use<File> use) throws IOException {
        File file = Places.file("text").toFile();
        return Scenario.delayed(calls, file.toPath(), () -> use.with(file));
    }

    private static Scenario onPath(String calls, StreamOperations.Use<Path> use) throws IOException {
        Path file = Places.file("text");
        return Scenario.delayed(calls, file, () -> use.with(file));
    }

    private static Scenario onFolder(StreamOperations.Use<Path> use) throws IOException {
        Path folder = Files.createDirectory(Places.fresh());
        Files.createFile(folder.resolve("file"));
        return Scenario.delayed("?getdents,?getdents64", folder, () -> use.with(folder));
    }

    private static Scenario onRandomAccess(String calls, StreamOperations.Use<RandomAccessFile> use)
            throws IOException {
        Path path = Places.file("text");
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        return Scenario.delayed(calls, path, () -> {
            try (file) {
                use.with(file);
            }
        });
    }

    private static Scenario onChannel(String calls, StreamOperations.Use<FileChannel> use) throws IOException {
        Path path = Places.file("text");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return Scenario.delayed(calls, path, () -> {
            try (channel) {
                use.with(channel);
            }
        });
    }

    // ------------------------------------------------------------------------------------------- java.io

    @Operation(value = "FileInputStream: opening a file", how = REPLACED)
    public static Scenario open() throws IOException {
        return onFile(OPEN, file -> new FileInputStream(file).close());
    }

    @Operation(value = "FileInputStream.read(byte[]) of a file", how = REPLACED)
    public static Scenario read() throws IOException {
        return onFile(READ, file -> {
            try (FileInputStream in = new FileInputStream(file)) {
                Check.equal(4, in.read(new byte[9]));
            }
        });
    }

    @Operation(value = "FileInputStream.close()", how = REPLACED)
    public static Scenario close() throws IOException {
        return onFile("close", file -> new FileInputStream(file).close());
    }

    @Operation(value = "FileInputStream.skip(long)", how = REPLACED)
    public static Scenario skip() throws IOException {
        return onFile("?lseek,?_llseek", file -> {
            try (FileInputStream in = new FileInputStream(file)) {
                Check.equal(2L, in.skip(2));
            }
        });
    }

    @Operation(value = "FileOutputStream: making a file", how = REPLACED)
    public static Scenario create() throws IOException {
        File file = Places.fresh().toFile();
        return Scenario.delayed(OPEN, file.toPath(), () -> new FileOutputStream(file).close());
    }

    @Operation(value = "FileOutputStream.write(byte[]) to a file", how = REPLACED)
    public static Scenario write() throws IOException {
        return onFile(WRITE, file -> {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(new byte[9]);
            }
        });
    }

    @Operation(value = "FileDescriptor.sync()", how = REPLACED)
    public static Scenario sync() throws IOException {
        return onRandomAccess("?fsync,?fdatasync", file -> file.getFD().sync());
    }

    @Operation(value = "RandomAccessFile.read(byte[]) of a file", how = REPLACED)
    public static Scenario readRandomAccess() throws IOException {
        return onRandomAccess(READ, file -> Check.equal(4, file.read(new byte[9])));
    }

    @Operation(value = "RandomAccessFile.write(byte[]) to a file", how = REPLACED)
    public static Scenario writeRandomAccess() throws IOException {
        return onRandomAccess(WRITE, file -> file.write(new byte[9]));
    }

    @Operation(value = "RandomAccessFile.setLength(long)", how = REPLACED)
    public static Scenario setLength() throws IOException {
        return onRandomAccess("?ftruncate,?ftruncate64", file -> file.setLength(2));
    }

    @Operation(value = "RandomAccessFile.length()", how = REPLACED)
    public static Scenario length() throws IOException {
        return onRandomAccess(STAT, file -> Check.equal(4L, file.length()));
    }

    @Operation(value = "File.exists()", how = REPLACED)
    public static Scenario exists() throws IOException {
        return onFile(STAT, file -> Check.that(file.exists(), "exists"));
    }

    @Operation(value = "File.canRead()", how = REPLACED)
    public static Scenario canRead() throws IOException {
        return onFile("?access,?faccessat,?faccessat2", file -> Check.that(file.canRead(), "may be read"));
    }

    @Operation(value = "File.list()", how = REPLACED)
    public static Scenario list() throws IOException {
        return onFolder(path -> Check.equal(1, path.toFile().list().length));
    }

    @Operation(value = "File.delete()", how = REPLACED)
    public static Scenario delete() throws IOException {
        return onFile("?unlink,?unlinkat", file -> Check.that(file.delete(), "deleted"));
    }

    @Operation(value = "File.mkdir()", how = REPLACED)
    public static Scenario makeFolder() throws IOException {
        File folder = Places.fresh().toFile();
        return Scenario.delayed("?mkdir,?mkdirat", folder.toPath(), () -> Check.that(folder.mkdir(), "made"));
    }

    @Operation(value = "File.renameTo(File)", how = REPLACED)
    public static Scenario rename() throws IOException {
        File other = Places.fresh().toFile();
        return onFile(RENAME, file -> Check.that(file.renameTo(other), "renamed"));
    }

    @Operation(value = "File.createNewFile()", how = REPLACED)
    public static Scenario createNew() throws IOException {
        File file = Places.fresh().toFile();
        return Scenario.delayed(OPEN, file.toPath(), () -> Check.that(file.createNewFile(), "made"));
    }

    @Operation(value = "File.getCanonicalPath()", how = REPLACED)
    public static Scenario canonicalPath() throws IOException {
        return onFile(
                "?readlink,?readlinkat," + STAT,
                file -> Check.that(file.getCanonicalPath().endsWith(file.getName()), "a name"));
    }

    @Operation(value = "File.setLastModified(long)", how = REPLACED)
    public static Scenario touch() throws IOException {
        return onFile("?utimes,?utimensat," + STAT, file -> Check.that(file.setLastModified(1_000), "set"));
    }

    @Operation(value = "File.getUsableSpace()", how = REPLACED)
    public static Scenario space() throws IOException {
        return onFile("?statfs,?statvfs", file -> Check.that(file.getUsableSpace() >= 0, "space"));
    }

    // ------------------------------------------------------------------------------------------- channels

    @Operation(value = "FileChannel.open of a file", how = REPLACED)
    public static Scenario openChannel() throws IOException {
        return onPath(OPEN, path -> FileChannel.open(path).close());
    }

    @Operation(value = "FileChannel.read(ByteBuffer) of a file", how = REPLACED)
    public static Scenario readChannel() throws IOException {
        return onChannel(READ, channel -> Check.equal(4, channel.read(ByteBuffer.allocate(9))));
    }

    @Operation(value = "FileChannel.read(ByteBuffer, long)", how = REPLACED)
    public static Scenario readAt() throws IOException {
        return onChannel(READ, channel -> Check.equal(3, channel.read(ByteBuffer.allocate(9), 1)));
    }

    @Operation(value = "FileChannel.write(ByteBuffer) to a file", how = REPLACED)
    public static Scenario writeChannel() throws IOException {
        return onChannel(WRITE, channel -> Check.equal(9, channel.write(ByteBuffer.allocate(9))));
    }

    @Operation(value = "FileChannel.write(ByteBuffer, long)", how = REPLACED)
    public static Scenario writeAt() throws IOException {
        return onChannel(WRITE, channel -> Check.equal(9, channel.write(ByteBuffer.allocate(9), 1)));
    }

    @Operation(value = "FileChannel.force(boolean)", how = REPLACED)
    public static Scenario force() throws IOException {
        return onChannel("?fsync,?fdatasync", channel -> channel.force(true));
    }

    @Operation(value = "FileChannel.truncate(long)", how = REPLACED)
    public static Scenario truncate() throws IOException {
        return onChannel("?ftruncate,?ftruncate64", channel -> channel.truncate(1));
    }

    @Operation(value = "FileChannel.size()", how = REPLACED)
    public static Scenario size() throws IOException {
        return onChannel(STAT, channel -> Check.equal(4L, channel.size()));
    }

    @Operation(value = "FileChannel.map", how = REPLACED)
    public static Scenario map() throws IOException {
        return onChannel(
                "?mmap,?mmap2",
                channel -> Check.equal(
                        (byte) 't', channel.map(MapMode.READ_ONLY, 0, 4).get(0)));
    }

    private static Scenario onMapping(String calls, StreamOperations.Use<MappedByteBuffer> use) throws IOException {
        MappedByteBuffer buffer;
        try (FileChannel channel =
                FileChannel.open(Places.file("text"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            buffer = channel.map(MapMode.READ_WRITE, 0, 4);
        }
        return Scenario.delayed(calls, null, () -> use.with(buffer));
    }

    @Operation(value = "MappedByteBuffer.force()", how = REPLACED)
    public static Scenario forceMapping() throws IOException {
        return onMapping("msync", MappedByteBuffer::force);
    }

    @Operation(value = "MappedByteBuffer.load()", how = REPLACED)
    public static Scenario loadMapping() throws IOException {
        return onMapping("madvise", MappedByteBuffer::load);
    }

    @Operation(value = "FileChannel.transferTo a file", how = REPLACED)
    public static Scenario transfer() throws IOException {
        Path other = Places.file("");
        return onChannel("?sendfile,?sendfile64,?copy_file_range," + READ, channel -> {
            try (FileChannel to = FileChannel.open(other, StandardOpenOption.WRITE)) {
                Check.equal(4L, channel.transferTo(0, 4, to));
            }
        });
    }

    @Operation(value = "FileChannel.tryLock()", how = REPLACED)
    public static Scenario tryLock() throws IOException {
        return onChannel("?fcntl,?fcntl64", channel -> channel.tryLock().release());
    }

    @Operation(value = "AsynchronousFileChannel.read(ByteBuffer, long).get()", how = FREED)
    public static Scenario readLater() throws IOException {
        Path path = Places.file("text");
        AsynchronousFileChannel channel = AsynchronousFileChannel.open(path);
        return Scenario.delayed(READ, path, () -> {
            try (channel) {
                Check.equal(4, channel.read(ByteBuffer.allocate(9), 0).get());
            }
        });
    }

    @Operation(value = "AsynchronousFileChannel.write(ByteBuffer, long).get()", how = FREED)
    public static Scenario writeLater() throws IOException {
        Path path = Places.file("text");
        AsynchronousFileChannel channel = AsynchronousFileChannel.open(path, StandardOpenOption.WRITE);
        return Scenario.delayed(WRITE, path, () -> {
            try (channel) {
                Check.equal(9, channel.write(ByteBuffer.allocate(9), 0).get());
            }
        });
    }

    // ------------------------------------------------------------------------------------------- java.nio.file

    @Operation(value = "Files.readAttributes", how = REPLACED)
    public static Scenario attributes() throws IOException {
        return onPath(
                STAT, path -> Check.equal(4L, Files.readAttributes(path, "size").get("size")));
    }

    @Operation(value = "Files.isReadable(Path)", how = REPLACED)
    public static Scenario isReadable() throws IOException {
        return onPath("?access,?faccessat,?faccessat2", path -> Check.that(Files.isReadable(path), "readable"));
    }

    @Operation(value = "Files.newDirectoryStream(Path)", how = REPLACED)
    public static Scenario directoryStream() throws IOException {
        return onFolder(path -> {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(path)) {
                Check.that(all.iterator().hasNext(), "files");
            }
        });
    }

    @Operation(value = "Files.walk(Path)", how = REPLACED)
    public static Scenario walk() throws IOException {
        return onFolder(path -> {
            try (Stream<Path> all = Files.walk(path)) {
                Check.equal(2L, all.count());
            }
        });
    }

    @Operation(value = "Files.createFile(Path)", how = REPLACED)
    public static Scenario createFile() throws IOException {
        Path file = Places.fresh();
        return Scenario.delayed(OPEN, file, () -> Files.createFile(file));
    }

    @Operation(value = "Files.createDirectory(Path)", how = REPLACED)
    public static Scenario createFolder() throws IOException {
        Path folder = Places.fresh();
        return Scenario.delayed("?mkdir,?mkdirat", folder, () -> Files.createDirectory(folder));
    }

    @Operation(value = "Files.createTempFile", how = REPLACED)
    public static Scenario createTemporary() throws IOException {
        return Scenario.delayed(
                OPEN,
                null,
                () -> Files.delete(Files.createTempFile(Places.fresh().getParent(), "a", "b")));
    }

    @Operation(value = "Files.createSymbolicLink(Path, Path)", how = REPLACED)
    public static Scenario symbolicLink() throws IOException {
        Path link = Places.fresh();
        Path path = Places.file("text");
        return Scenario.delayed("?symlink,?symlinkat", null, () -> Files.createSymbolicLink(link, path));
    }

    @Operation(value = "Files.createLink(Path, Path)", how = REPLACED)
    public static Scenario link() throws IOException {
        Path link = Places.fresh();
        return onPath("?link,?linkat", path -> Files.createLink(link, path));
    }

    @Operation(value = "Files.readSymbolicLink(Path)", how = REPLACED)
    public static Scenario readLink() throws IOException {
        Path link = Files.createSymbolicLink(Places.fresh(), Path.of("target"));
        return Scenario.delayed(
                "?readlink,?readlinkat", link, () -> Check.equal(Path.of("target"), Files.readSymbolicLink(link)));
    }

    @Operation(value = "Path.toRealPath()", how = REPLACED)
    public static Scenario realPath() throws IOException {
        return onPath("?readlink,?readlinkat," + STAT, path -> path.toRealPath());
    }

    @Operation(value = "Files.delete(Path)", how = REPLACED)
    public static Scenario deletePath() throws IOException {
        return onPath("?unlink,?unlinkat", Files::delete);
    }

    @Operation(value = "Files.move(Path, Path)", how = REPLACED)
    public static Scenario move() throws IOException {
        Path other = Places.fresh();
        return onPath(RENAME, path -> Files.move(path, other, StandardCopyOption.ATOMIC_MOVE));
    }

    @Operation(value = "Files.copy(Path, Path)", how = REPLACED)
    public static Scenario copy() throws IOException {
        Path other = Places.fresh();
        return onPath("?sendfile,?copy_file_range," + READ, path -> Files.copy(path, other));
    }

    @Operation(value = "Files.mismatch(Path, Path)", how = REPLACED)
    public static Scenario mismatch() throws IOException {
        Path other = Places.file("test");
        return onPath(READ, path -> Check.equal(2L, Files.mismatch(path, other)));
    }

    @Operation(value = "Files.setLastModifiedTime", how = REPLACED)
    public static Scenario setTime() throws IOException {
        return onPath(
                "?utimes,?futimesat,?utimensat", path -> Files.setLastModifiedTime(path, FileTime.fromMillis(1_000)));
    }

    @Operation(value = "Files.setPosixFilePermissions", how = REPLACED)
    public static Scenario setPermissions() throws IOException {
        return onPath(
                "?chmod,?fchmod,?fchmodat",
                path -> Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------")));
    }

    @Operation(value = "Files.getOwner(Path)", how = REPLACED)
    public static Scenario owner() throws IOException {
        return onPath(STAT, path -> Check.that(Files.getOwner(path, LinkOption.NOFOLLOW_LINKS) != null, "an owner"));
    }

    @Operation(value = "Files.getFileStore(Path)", how = REPLACED)
    public static Scenario fileStore() throws IOException {
        return onPath(STAT, path -> Check.that(Files.getFileStore(path) != null, "a store"));
    }

    // ------------------------------------------------------------------------------------------- archives

    private static Path archive() throws IOException {
        Path path = Places.fresh();
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(path))) {
            out.putNextEntry(new ZipEntry("entry"));
            out.write("text".repeat(10_000).getBytes());
        }
        return path;
    }

    @Operation(value = "ZipFile: opening", how = REPLACED)
    public static Scenario openArchive() throws IOException {
        Path path = archive();
        return Scenario.delayed(OPEN, path, () -> new ZipFile(path.toFile()).close());
    }

    @Operation(value = "ZipFile: reading an entry", how = REPLACED)
    public static Scenario readEntry() throws IOException {
        Path path = archive();
        ZipFile file = new ZipFile(path.toFile());
        return Scenario.delayed(READ, path, () -> {
            try (file;
                    InputStream in = file.getInputStream(file.getEntry("entry"))) {
                Check.equal(40_000, in.readAllBytes().length);
            }
        });
    }

    @Operation(value = "JarFile.getManifest()", how = REPLACED)
    public static Scenario manifest() throws IOException {
        Path path = archive();
        return Scenario.delayed(READ, path, () -> {
            try (JarFile file = new JarFile(path.toFile())) {
                Check.equal(null, file.getManifest());
            }
        });
    }

    @Operation(value = "FileSystems.newFileSystem of an archive, and reading", how = REPLACED)
    public static Scenario archiveAsFileSystem() throws IOException {
        Path path = archive();
        return Scenario.delayed(READ, path, () -> {
            try (FileSystem files = FileSystems.newFileSystem(path)) {
                Check.equal(40_000, Files.readAllBytes(files.getPath("entry")).length);
            }
        });
    }

    // ------------------------------------------------------------------------------------------- hosts, processes

    @Operation(value = "InetAddress.isReachable(int)", how = REPLACED)
    public static Scenario isReachable() {
        return Scenario.delayed(
                "socket", null, () -> InetAddress.getLoopbackAddress().isReachable(1_000));
    }

    @Operation(value = "NetworkInterface.getNetworkInterfaces()", how = REPLACED)
    public static Scenario interfaces() {
        return Scenario.delayed(
                "socket",
                null,
                () -> Check.that(NetworkInterface.networkInterfaces().count() > 0, "interfaces"));
    }

    @Operation(value = "ProcessBuilder.start()", how = REPLACED)
    public static Scenario start() {
        return Scenario.delayed(
                "?pipe,?pipe2",
                null,
                () -> Check.equal(0, new ProcessBuilder("true").start().waitFor()));
    }

    @Operation(value = "ProcessHandle.info()", how = REPLACED)
    public static Scenario info() {
        return Scenario.delayed(
                OPEN,
                Path.of("/proc/" + ProcessHandle.current().pid() + "/stat"),
                () -> Check.that(ProcessHandle.current().info().command().isPresent(), "a command"));
    }

    @Operation(value = "ProcessHandle.allProcesses()", how = REPLACED)
    public static Scenario allProcesses() {
        return Scenario.delayed(
                OPEN,
                Path.of("/proc"),
                () -> Check.that(ProcessHandle.allProcesses().count() > 0, "processes"));
    }
}
