package dev.weft.tck.blocking;

import static dev.weft.tck.blocking.How.FREED;
import static dev.weft.tck.blocking.How.REPLACED;
import static dev.weft.tck.blocking.Places.MUCH;

import dev.weft.tck.Check;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/**
 * {@code java.nio.channels} but its sockets.
 *
 * <p>The class stays whole because it is a list.
 */
public final class ChannelOperations {
    /** More than the buffers of two sockets hold. */
    private static final int VERY_MUCH = 16 * MUCH;

    private ChannelOperations() {}

    private static Scenario readsChannel(StreamOperations.Use<FileChannel> use, byte... bytes) throws IOException {
        return StreamOperations.reads(
                path -> {
                    try (FileChannel channel = FileChannel.open(path)) {
                        use.with(channel);
                    }
                },
                bytes);
    }

    private static Scenario writesChannel(StreamOperations.Use<FileChannel> use) throws IOException {
        return StreamOperations.writes(path -> {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                use.with(channel);
            }
        });
    }

    @Operation(value = "FileChannel.open of a FIFO that nobody writes", how = REPLACED)
    public static Scenario open() throws IOException {
        Path fifo = Places.fifo();
        return Scenario.of(
                () -> {
                    try (FileChannel channel = FileChannel.open(fifo)) {
                        Check.equal(1, channel.read(ByteBuffer.allocate(3)));
                    }
                },
                () -> {
                    try (FileChannel channel = FileChannel.open(fifo, StandardOpenOption.WRITE)) {
                        channel.write(ByteBuffer.allocate(1));
                    }
                });
    }

    @Operation(value = "FileChannel.read(ByteBuffer)", how = REPLACED)
    public static Scenario read() throws IOException {
        return readsChannel(channel -> Check.equal(2, channel.read(ByteBuffer.allocate(3))), new byte[2]);
    }

    @Operation(value = "FileChannel.read(ByteBuffer) of a direct buffer", how = REPLACED)
    public static Scenario readDirect() throws IOException {
        return readsChannel(channel -> Check.equal(2, channel.read(ByteBuffer.allocateDirect(3))), new byte[2]);
    }

    @Operation(value = "FileChannel.read(ByteBuffer[])", how = REPLACED)
    public static Scenario scatter() throws IOException {
        return readsChannel(
                channel -> Check.equal(
                        2L, channel.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(5)})),
                new byte[2]);
    }

    @Operation(value = "FileChannel.write(ByteBuffer)", how = REPLACED)
    public static Scenario write() throws IOException {
        return writesChannel(channel -> Check.equal(MUCH, channel.write(ByteBuffer.allocate(MUCH))));
    }

    @Operation(value = "FileChannel.write(ByteBuffer[])", how = REPLACED)
    public static Scenario gather() throws IOException {
        return writesChannel(channel -> Check.equal(
                (long) MUCH,
                channel.write(new ByteBuffer[] {ByteBuffer.allocate(MUCH / 2), ByteBuffer.allocate(MUCH / 2)})));
    }

    @Operation(value = "FileChannel.transferTo a FIFO", how = REPLACED)
    public static Scenario transferToFifo() throws IOException {
        Path file = Places.file("x".repeat(MUCH));
        return writesChannel(fifo -> {
            try (FileChannel from = FileChannel.open(file)) {
                for (long done = 0; done < MUCH; ) {
                    done += from.transferTo(done, MUCH - done, fifo);
                }
            }
        });
    }

    @Operation(value = "FileChannel.transferTo a socket", how = FREED)
    public static Scenario transferToSocket() throws IOException {
        Path file = Places.file("x".repeat(VERY_MUCH));
        SocketChannel[] ends = SocketOperations.connectedChannels();
        return Scenario.of(() -> transfer(file, ends[0]), () -> {
            try (SocketChannel from = ends[1]) {
                Check.equal(VERY_MUCH, from.socket().getInputStream().readAllBytes().length);
            }
        });
    }

    /** A channel that blocks never says that it has taken nothing. */
    private static <T extends WritableByteChannel> void transfer(Path file, T target) throws IOException {
        try (target;
                FileChannel from = FileChannel.open(file)) {
            for (long done = 0; done < VERY_MUCH; ) {
                long now = from.transferTo(done, VERY_MUCH - done, target);
                Check.that(now > 0, "transferred " + now);
                done += now;
            }
        }
    }

    @Operation(value = "FileChannel.transferTo a socket that was written to before", how = FREED)
    public static Scenario transferToUsedSocket() throws IOException {
        Path file = Places.file("x".repeat(VERY_MUCH));
        SocketChannel[] ends = SocketOperations.connectedChannels();
        return Scenario.of(
                () -> {
                    ends[0].write(ByteBuffer.allocate(1));
                    transfer(file, ends[0]);
                },
                () -> {
                    try (SocketChannel from = ends[1]) {
                        Check.equal(
                                VERY_MUCH + 1, from.socket().getInputStream().readAllBytes().length);
                    }
                });
    }

    @Operation(value = "FileChannel.transferTo a pipe", how = FREED)
    public static Scenario transferToPipe() throws IOException {
        Path file = Places.file("x".repeat(VERY_MUCH));
        Pipe pipe = Pipe.open();
        return Scenario.of(() -> transfer(file, pipe.sink()), () -> drain(pipe, VERY_MUCH));
    }

    /** Here a fiber has used the socket, and a platform thread transfers to it. */
    @Operation(value = "SocketChannel.read of what the main thread transfers from a file", how = FREED)
    public static Scenario readTransferred() throws IOException {
        Path file = Places.file("x".repeat(VERY_MUCH));
        SocketChannel[] ends = SocketOperations.connectedChannels();
        return Scenario.of(
                () -> {
                    ends[0].write(ByteBuffer.allocate(1));
                    try (SocketChannel from = ends[1]) {
                        Check.equal(
                                VERY_MUCH + 1, from.socket().getInputStream().readAllBytes().length);
                    }
                },
                () -> transfer(file, ends[0]));
    }

    @Operation(value = "FileChannel.transferFrom a pipe", how = FREED)
    public static Scenario transferFromPipe() throws IOException {
        Pipe pipe = Pipe.open();
        Path file = Places.file("");
        return Scenario.of(
                () -> {
                    try (Pipe.SourceChannel source = pipe.source();
                            FileChannel to = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        Check.equal(2L, to.transferFrom(source, 0, 2));
                    }
                },
                () -> {
                    try (Pipe.SinkChannel sink = pipe.sink()) {
                        sink.write(ByteBuffer.allocate(2));
                    }
                });
    }

    // ------------------------------------------------------------------------------------------- locks

    /** Another process has a lock on the file until its standard input ends. */
    private static Process lock(Path file) throws IOException {
        Process other = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Locker.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader from = new BufferedReader(new InputStreamReader(other.getInputStream()));
        Check.equal("locked", from.readLine());
        return other;
    }

    /** The other process. */
    static final class Locker {
        private Locker() {}

        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                System.out.println(lock.isValid() ? "locked" : "not locked");
                while (System.in.read() >= 0) {
                    // until the end
                }
            }
        }
    }

    @Operation(value = "FileChannel.lock()", how = FREED)
    public static Scenario lockFile() throws IOException {
        Path file = Places.file("x");
        Process other = lock(file);
        return Scenario.of(
                () -> {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                            FileLock lock = channel.lock()) {
                        Check.that(lock.isValid(), "locked");
                    }
                },
                () -> other.getOutputStream().close());
    }

    @Operation(value = "AsynchronousFileChannel.lock().get()", how = FREED)
    public static Scenario lockLater() throws IOException {
        Path file = Places.file("x");
        Process other = lock(file);
        return Scenario.of(
                () -> {
                    try (AsynchronousFileChannel channel =
                                    AsynchronousFileChannel.open(file, StandardOpenOption.WRITE);
                            FileLock lock = channel.lock().get()) {
                        Check.that(lock.isValid(), "locked");
                    }
                },
                () -> other.getOutputStream().close());
    }

    // ------------------------------------------------------------------------------------------- pipes, selectors

    private static Scenario readsPipe(StreamOperations.Use<Pipe.SourceChannel> use) throws IOException {
        Pipe pipe = Pipe.open();
        return Scenario.of(
                () -> {
                    try (Pipe.SourceChannel source = pipe.source()) {
                        use.with(source);
                    }
                },
                () -> {
                    try (Pipe.SinkChannel sink = pipe.sink()) {
                        sink.write(ByteBuffer.allocate(2));
                    }
                });
    }

    @Operation(value = "Pipe.SourceChannel.read(ByteBuffer)", how = FREED)
    public static Scenario readPipe() throws IOException {
        return readsPipe(source -> Check.equal(2, source.read(ByteBuffer.allocate(3))));
    }

    @Operation(value = "Pipe.SourceChannel.read(ByteBuffer[])", how = FREED)
    public static Scenario scatterPipe() throws IOException {
        return readsPipe(source ->
                Check.equal(2L, source.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(2)})));
    }

    @Operation(value = "Pipe.SinkChannel.write(ByteBuffer)", how = FREED)
    public static Scenario writePipe() throws IOException {
        Pipe pipe = Pipe.open();
        return Scenario.of(
                () -> {
                    try (Pipe.SinkChannel sink = pipe.sink()) {
                        Check.equal(MUCH, sink.write(ByteBuffer.allocate(MUCH)));
                    }
                },
                () -> drain(pipe, MUCH));
    }

    @Operation(value = "Pipe.SinkChannel.write(ByteBuffer[])", how = FREED)
    public static Scenario gatherPipe() throws IOException {
        Pipe pipe = Pipe.open();
        return Scenario.of(
                () -> {
                    ByteBuffer[] all = {ByteBuffer.allocate(MUCH / 2), ByteBuffer.allocate(MUCH / 2)};
                    try (Pipe.SinkChannel sink = pipe.sink()) {
                        while (all[1].hasRemaining()) {
                            sink.write(all);
                        }
                    }
                },
                () -> drain(pipe, MUCH));
    }

    private static void drain(Pipe pipe, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(65_536);
        int all = 0;
        try (Pipe.SourceChannel source = pipe.source()) {
            for (int n = source.read(buffer); n >= 0; n = source.read(buffer.clear())) {
                all += n;
            }
        }
        Check.equal(count, all);
    }

    @Operation(value = "Selector.select()", how = FREED)
    public static Scenario select() throws IOException {
        Selector selector = Selector.open();
        return Scenario.of(
                () -> {
                    try (selector) {
                        Check.equal(0, selector.select());
                    }
                },
                selector::wakeup);
    }

    @Operation(value = "Selector.select(long)", how = FREED)
    public static Scenario selectForLong() throws IOException {
        Selector selector = Selector.open();
        return Scenario.of(
                () -> {
                    try (selector) {
                        Check.equal(0, selector.select(1_000_000));
                    }
                },
                selector::wakeup);
    }

    // ------------------------------------------------------------------------------------------- asynchronous

    @Operation(value = "AsynchronousServerSocketChannel.accept().get()", how = FREED)
    public static Scenario acceptLater() throws IOException {
        AsynchronousServerSocketChannel server =
                AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return Scenario.of(
                () -> {
                    try (server) {
                        server.accept().get().close();
                    }
                },
                () -> SocketChannel.open(server.getLocalAddress()).close());
    }

    @Operation(value = "AsynchronousSocketChannel.read(ByteBuffer).get()", how = FREED)
    public static Scenario readLater() throws Exception {
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
        SocketChannel accepted;
        try (ServerSocketChannel server = SocketOperations.server()) {
            client.connect(server.getLocalAddress()).get();
            accepted = server.accept();
        }
        return Scenario.of(
                () -> {
                    try (client) {
                        Check.equal(2, client.read(ByteBuffer.allocate(3)).get());
                    }
                },
                () -> {
                    accepted.write(ByteBuffer.allocate(2));
                    accepted.close();
                });
    }

    @Operation(value = "AsynchronousFileChannel.read of a lock's holder, in fibers of an executor", how = FREED)
    public static Scenario lockInExecutor() throws IOException {
        Path file = Places.file("x");
        Process other = lock(file);
        return Scenario.of(
                () -> {
                    var executor = java.util.concurrent.Executors.newSingleThreadExecutor();
                    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(
                                    file, java.util.Set.of(StandardOpenOption.WRITE), executor);
                            FileLock lock = channel.lock().get()) {
                        Check.that(lock.isValid(), "locked");
                    } finally {
                        executor.shutdown();
                    }
                },
                () -> other.getOutputStream().close());
    }

    // ------------------------------------------------------------------------------------------- watching

    @Operation(value = "WatchService.take()", how = FREED)
    public static Scenario watch() throws IOException {
        Path folder = java.nio.file.Files.createDirectory(Places.fresh());
        WatchService service = folder.getFileSystem().newWatchService();
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE);
        return Scenario.of(
                () -> {
                    try (service) {
                        Check.equal(1, service.take().pollEvents().size());
                    }
                },
                () -> java.nio.file.Files.createFile(folder.resolve("new")));
    }

    @Operation(value = "WatchService.poll(long, TimeUnit)", how = FREED)
    public static Scenario watchForLong() throws IOException {
        Path folder = java.nio.file.Files.createDirectory(Places.fresh());
        WatchService service = folder.getFileSystem().newWatchService();
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE);
        return Scenario.of(
                () -> {
                    try (service) {
                        Check.equal(
                                1,
                                service.poll(1_000, TimeUnit.SECONDS)
                                        .pollEvents()
                                        .size());
                    }
                },
                () -> java.nio.file.Files.createFile(folder.resolve("new")));
    }
}
