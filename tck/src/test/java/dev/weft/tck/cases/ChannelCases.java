package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Socket channels in both modes, and selectors.
 *
 * <p>The class stays whole because it is a list of small cases over the same pair of channels.
 */
public final class ChannelCases {
    private ChannelCases() {}

    private record Pair(SocketChannel left, SocketChannel right) implements AutoCloseable {
        static Pair open() throws IOException {
            try (ServerSocketChannel server = listen()) {
                SocketChannel left = SocketChannel.open(server.getLocalAddress());
                return new Pair(left, server.accept());
            }
        }

        /** In the file system; takes little at a time. */
        static Pair openUnix() throws IOException {
            Path path = Files.createTempFile("weft", "socket");
            Files.delete(path);
            try (ServerSocketChannel server =
                    ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path))) {
                SocketChannel made = SocketChannel.open(server.getLocalAddress());
                made.setOption(StandardSocketOptions.SO_SNDBUF, 4096);
                return new Pair(made, server.accept());
            } finally {
                Files.deleteIfExists(path);
            }
        }

        @Override
        public void close() throws IOException {
            left.close();
            right.close();
        }
    }

    private static ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Case("a read of a channel in blocking mode waits for data")
    public static void blockingRead() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                ByteBuffer buffer = ByteBuffer.allocate(10);
                Check.equal(4, pair.right().read(buffer));
                Check.equal(77, buffer.flip().getInt());
                Check.equal(-1, pair.right().read(buffer.clear()));
            });
            pair.left().write(ByteBuffer.allocate(4).putInt(0, 77));
            pair.left().shutdownOutput();
            task.finish();
        }
    }

    @Case("a write of a channel in blocking mode waits for the reader, and all arrives")
    public static void blockingWrite() throws Throwable {
        int size = 3_000_000;
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(size);
                Check.equal(size, pair.left().write(buffer));
                pair.left().close();
            });
            long total = 0;
            ByteBuffer[] buffers = {ByteBuffer.allocate(1_000), ByteBuffer.allocateDirect(50_000)};
            for (long n = pair.right().read(buffers); n >= 0; n = pair.right().read(buffers)) {
                total += n;
                buffers[0].clear();
                buffers[1].clear();
            }
            Check.equal((long) size, total);
            task.finish();
        }
    }

    @Case("a large write of a channel is written whole, however little its socket takes at a time")
    public static void largeWrite() throws Throwable {
        byte[] all = new byte[32_000_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i >> 10);
        }
        try (Pair pair = Pair.openUnix()) {
            writeAll(pair, all, () -> Check.equal(all.length, pair.left().write(ByteBuffer.wrap(all))));
        }
        try (Pair pair = Pair.openUnix()) {
            ByteBuffer[] parts = new ByteBuffer[320];
            Arrays.setAll(parts, i -> ByteBuffer.wrap(all, i * 100_000, 100_000));
            writeAll(pair, all, () -> Check.equal((long) all.length, pair.left().write(parts)));
        }
        try (Pair pair = Pair.open()) {
            writeAll(pair, all, () -> pair.left().socket().getOutputStream().write(all));
        }
    }

    private static void writeAll(Pair pair, byte[] all, Body body) throws Throwable {
        Task task = Task.start(() -> {
            body.run();
            pair.left().shutdownOutput();
        });
        ByteBuffer some = ByteBuffer.allocateDirect(1 << 16);
        int total = 0;
        for (int n = pair.right().read(some); n >= 0; n = pair.right().read(some.clear())) {
            for (int i = 0; i < n; i += 997) {
                Check.equal(all[total + i], some.get(i));
            }
            total += n;
        }
        task.finish();
        Check.equal(all.length, total);
    }

    @Case("a write that waits ends when another thread shuts the output down")
    public static void shutdownUnderWrite() throws Throwable {
        for (boolean isUnix : new boolean[] {false, true}) {
            try (Pair pair = isUnix ? Pair.openUnix() : Pair.open()) {
                Task task = Task.start(() -> {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(30_000_000);
                    Check.that(pair.left().write(buffer) < buffer.capacity(), "a part");
                });
                Await.io(task);
                pair.left().shutdownOutput();
                task.finish();
            }
        }
    }

    @Case("a file is transferred whole to a channel in blocking mode, though that is full at first")
    public static void transfer() throws Throwable {
        int size = 8_000_000;
        Path path = Files.createTempFile("weft", "transfer");
        try (Pair pair = Pair.open();
                FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), size - 1);
            Task task = Task.start(() -> {
                Check.equal((long) size, file.transferTo(0, size, pair.left()));
                pair.left().shutdownOutput();
            });
            // until the channel is full
            Thread.sleep(50);
            ByteBuffer some = ByteBuffer.allocateDirect(100_000);
            int total = 0;
            for (int n = pair.right().read(some); n >= 0; n = pair.right().read(some.clear())) {
                total += n;
            }
            task.finish();
            Check.equal(size, total);
        } finally {
            Files.delete(path);
        }
    }

    @Case("a file that goes to a connection which is closed does not go to the next one in its place")
    public static void transferToClosed() throws Throwable {
        int tries = 20;
        Path path = Files.createTempFile("weft", "transfer");
        try (ServerSocketChannel server = listen();
                FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), 8_000_000);
            for (int i = 0; i < tries; i++) {
                transferToClosed(server, file);
            }
        } finally {
            Files.delete(path);
        }
    }

    @SuppressWarnings("try") // it is closed in the middle
    private static void transferToClosed(ServerSocketChannel server, FileChannel file) throws Throwable {
        try (SocketChannel slow = SocketChannel.open(server.getLocalAddress());
                SocketChannel toSlow = server.accept();
                SocketChannel next = SocketChannel.open(server.getLocalAddress())) {
            fill(toSlow);
            Task task = Task.start(() -> {
                try {
                    file.transferTo(0, 8_000_000, toSlow);
                } catch (IOException e) {
                    return;
                }
            });
            Thread.sleep(10);
            toSlow.close();
            // with the number that the other one had
            try (SocketChannel toNext = server.accept()) {
                Thread.sleep(5);
                next.configureBlocking(false);
                Check.equal(0, next.read(ByteBuffer.allocate(1)));
            }
            slow.close();
            task.finish();
        }
    }

    /** Until neither the channel nor its peer takes more. */
    private static void fill(SocketChannel channel) throws Exception {
        channel.configureBlocking(false);
        for (int inVain = 0; inVain < 3; ) {
            inVain = channel.write(ByteBuffer.allocate(100_000)) > 0 ? 0 : inVain + 1;
            Thread.sleep(inVain);
        }
        channel.configureBlocking(true);
    }

    @Case("a file is transferred to a channel while a platform thread reads the channel's stream")
    public static void transferWhileRead() throws Throwable {
        Path path = Files.createTempFile("weft", "transfer");
        Files.write(path, new byte[100]);
        try (Pair pair = Pair.open();
                FileChannel file = FileChannel.open(path)) {
            // not the one that was connected here, where a fiber has waited
            InputStream in = Channels.newInputStream(pair.right());
            ForkJoinTask<Integer> read = ForkJoinPool.commonPool().submit(() -> in.read());
            // until it waits, and holds what lets nobody change the channel's mode
            Thread.sleep(50);
            Task task = Task.start(() -> Check.equal(100L, file.transferTo(0, 100, pair.right())));
            task.finish();
            pair.left().write(ByteBuffer.allocate(1));
            Check.equal(0, read.get());
        } finally {
            Files.delete(path);
        }
    }

    @Case("what a platform thread writes is written whole, though another thread begins to read the channel meanwhile")
    public static void writeWhileReaderComes() throws Throwable {
        ByteBuffer all = ByteBuffer.allocate(8_000_000);
        for (int i = 0; i < 40; i++) {
            ByteBuffer[] parts = {all.slice(0, 3_000_000), all.slice(3_000_000, 5_000_000)};
            boolean isOne = i % 2 == 0;
            long delay = 100_000L * i;
            try (Pair pair = Pair.open()) {
                // not the one that was connected here, where a fiber has waited
                SocketChannel channel = pair.right();
                Task drain = Task.start(() -> {
                    ByteBuffer some = ByteBuffer.allocateDirect(1 << 16);
                    while (pair.left().read(some.clear()) >= 0) {}
                });
                Task read = Task.start(() -> {
                    LockSupport.parkNanos(delay);
                    Check.equal(1, channel.read(ByteBuffer.allocate(1)));
                });
                ForkJoinTask<Long> write = ForkJoinPool.commonPool()
                        .submit(() -> isOne ? channel.write(all.duplicate()) : channel.write(parts));
                Check.equal((long) all.capacity(), write.get());
                channel.shutdownOutput();
                drain.finish();
                pair.left().write(ByteBuffer.allocate(1));
                read.finish();
            }
        }
    }

    @Case("urgent data wait for room in the socket's buffers")
    public static void urgentData() throws Throwable {
        int count = 5_000;
        try (Pair pair = Pair.open();
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket left = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket right = server.accept()) {
            sendUrgent(left, right, count);
            sendUrgent(pair.left().socket(), pair.right().socket(), count);
        }
    }

    private static void sendUrgent(Socket from, Socket to, int count) throws Throwable {
        from.setSendBufferSize(4096);
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.start(() -> {
            for (int i = 0; i < count; i++) {
                from.sendUrgentData(i & 0xFF);
                if (i == 0) {
                    go.countDown();
                }
            }
            from.close();
        });
        go.await();
        // until the buffers are full
        Thread.sleep(100);
        byte[] some = new byte[1 << 16];
        while (to.getInputStream().read(some) >= 0) {
            // all but the urgent data
        }
        task.finish();
    }

    /** The kernel tells a reset once: to the call after the one that returns a part. A race, hence many times. */
    private static void isResetInWrite(Use after) throws Throwable {
        for (int round = 0; round < 20; round++) {
            try (Pair pair = Pair.open()) {
                Task task = Task.start(() -> after.run(pair.left()));
                Await.io(task);
                pair.right().setOption(StandardSocketOptions.SO_LINGER, 0);
                pair.right().close();
                task.finish();
            }
        }
    }

    private interface Use {
        void run(SocketChannel channel) throws Throwable;
    }

    @Case("a reset that cuts a write of a channel short is told by the next write")
    public static void resetWhileWriting() throws Throwable {
        isResetInWrite(channel -> {
            IOException e = Check.fails(IOException.class, () -> {
                while (true) {
                    channel.write(ByteBuffer.allocate(5_000_000));
                }
            });
            Check.equal("Connection reset by peer", e.getMessage());
        });
    }

    @Case("a reset that cuts a gathering write of a channel short is told by the next read")
    public static void resetWhileWritingToldByRead() throws Throwable {
        ByteBuffer[] parts = {ByteBuffer.allocateDirect(70_000), ByteBuffer.allocate(5_000_000)};
        isResetInWrite(channel -> {
            try {
                long written = channel.write(new ByteBuffer[] {parts[0].duplicate(), parts[1].duplicate()});
                Check.that(written < 5_070_000, "a part was written");
            } catch (IOException e) {
                // nothing was written: then the write is told
                Check.equal("Connection reset by peer", e.getMessage());
                return;
            }
            IOException e = Check.fails(SocketException.class, () -> channel.read(ByteBuffer.allocate(1)));
            Check.equal("Connection reset", e.getMessage());
        });
    }

    @Case("a reset that cuts a write of a channel short is told by the streams of its socket")
    public static void resetWhileWritingToldByStreams() throws Throwable {
        for (boolean isToldByRead : new boolean[] {true, false}) {
            isResetInWrite(channel -> {
                try {
                    channel.write(ByteBuffer.allocateDirect(20_000_000));
                } catch (IOException e) {
                    // nothing was written: then the write is told
                    return;
                }
                if (isToldByRead) {
                    InputStream in = channel.socket().getInputStream();
                    IOException e = Check.fails(SocketException.class, in::read);
                    Check.equal("Connection reset", e.getMessage());
                } else {
                    OutputStream out = channel.socket().getOutputStream();
                    IOException e = Check.fails(IOException.class, () -> out.write(1));
                    Check.equal("Connection reset by peer", e.getMessage());
                }
            });
        }
    }

    @Case("what came before a reset that cuts a write of a channel short is read before the reset is told")
    public static void readBeforeReset() throws Throwable {
        for (int round = 0; round < 20; round++) {
            try (Pair pair = Pair.open()) {
                pair.right().write(ByteBuffer.allocate(7));
                Task task = Task.start(() -> {
                    try {
                        pair.left().write(ByteBuffer.allocateDirect(20_000_000));
                    } catch (IOException e) {
                        return;
                    }
                    Check.equal(7, pair.left().read(ByteBuffer.allocate(9)));
                    Check.fails(SocketException.class, () -> pair.left().read(ByteBuffer.allocate(1)));
                });
                Await.io(task);
                pair.right().setOption(StandardSocketOptions.SO_LINGER, 0);
                pair.right().close();
                task.finish();
            }
        }
    }

    @Case("a reset that cuts a file's transfer short is forgotten, as the kernel does")
    public static void resetWhileTransferring() throws Throwable {
        Path path = Files.createTempFile("weft", "transfer");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), 20_000_000);
            for (int round = 0; round < 5; round++) {
                try (Pair pair = Pair.open()) {
                    Task task = Task.start(() -> {
                        long sent = file.transferTo(0, 20_000_000, pair.left());
                        Check.that(sent > 0 && sent < 20_000_000, "a part was sent");
                        Check.equal(-1, pair.left().read(ByteBuffer.allocate(1)));
                        IOException e = Check.fails(IOException.class, () -> file.transferTo(0, 1, pair.left()));
                        Check.equal("Broken pipe", e.getMessage());
                    });
                    awaitFull(pair.right());
                    pair.right().setOption(StandardSocketOptions.SO_LINGER, 0);
                    pair.right().close();
                    task.finish();
                }
            }
        } finally {
            Files.delete(path);
        }
    }

    /** Until nothing more arrives, as the sender waits. */
    private static void awaitFull(SocketChannel channel) throws Exception {
        InputStream in = channel.socket().getInputStream();
        for (int before = -1, now; (now = in.available()) == 0 || now != before; before = now) {
            Thread.sleep(50);
        }
        Thread.sleep(50);
    }

    /** Once the writer waits. */
    private static void leaveWriter(SocketChannel reader, boolean isToClose, Task writer) throws Throwable {
        Await.io(writer);
        if (isToClose) {
            reader.close();
        } else {
            reader.shutdownInput();
        }
        writer.finish();
    }

    @Case("a write to a full socket in the file system fails when the other side shuts its input down, or closes")
    public static void unixPeerLeavesWriter() throws Throwable {
        for (boolean isClosed : new boolean[] {true, false}) {
            try (Pair pair = Pair.openUnix()) {
                fill(pair.left());
                Task task = Task.start(() -> {
                    IOException e =
                            Check.fails(IOException.class, () -> pair.left().write(ByteBuffer.allocate(1_000_000)));
                    // without a part, the write is told what became of the bytes that nobody has read
                    Check.equal(isClosed ? "Connection reset by peer" : "Broken pipe", e.getMessage());
                });
                leaveWriter(pair.right(), isClosed, task);
            }
        }
    }

    @Case("a write to a socket in the file system that its other side cuts short returns the part")
    public static void unixWriteCutShort() throws Throwable {
        for (boolean isClosed : new boolean[] {true, false}) {
            try (Pair pair = Pair.openUnix()) {
                Task task = Task.start(() -> {
                    int written = pair.left().write(ByteBuffer.allocate(1_000_000));
                    Check.that(written > 0 && written < 1_000_000, "a part was written");
                    if (isClosed) {
                        Check.equal(-1, pair.left().read(ByteBuffer.allocate(1)));
                    }
                    IOException e =
                            Check.fails(IOException.class, () -> pair.left().write(ByteBuffer.allocate(1)));
                    Check.equal("Broken pipe", e.getMessage());
                });
                leaveWriter(pair.right(), isClosed, task);
            }
        }
    }

    @Case("a gathering write takes as many buffers as a call of the kernel does")
    public static void manyBuffers() throws Throwable {
        ByteBuffer[] all = new ByteBuffer[3000];
        for (int i = 0; i < all.length; i++) {
            all[i] = ByteBuffer.allocate(2);
        }
        try (Pair pair = Pair.open()) {
            Check.equal(2048L, pair.left().write(all));
        }
    }

    @Case("a read of a channel in non-blocking mode returns at once")
    public static void nonBlockingRead() throws Throwable {
        try (Pair pair = Pair.open()) {
            pair.right().configureBlocking(false);
            Check.equal(0, pair.right().read(ByteBuffer.allocate(10)));
            Check.that(!pair.right().isBlocking(), "non-blocking");
            pair.right().configureBlocking(true);
            pair.left().write(ByteBuffer.allocate(2));
            Check.equal(2, pair.right().read(ByteBuffer.allocate(10)));
        }
    }

    @Case("an interrupt closes the channel that the thread reads, with the flag set")
    public static void interruptInRead() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                Check.fails(ClosedByInterruptException.class, () -> pair.right().read(ByteBuffer.allocate(1)));
                Check.that(Thread.interrupted(), "the flag is set");
                Check.that(!pair.right().isOpen(), "the channel is closed");
            });
            Await.io(task);
            task.interrupt();
            task.finish();
        }
    }

    @Case("an interrupt before the read closes the channel at once")
    public static void interruptBeforeRead() throws Throwable {
        try (Pair pair = Pair.open()) {
            Thread.currentThread().interrupt();
            Check.fails(ClosedByInterruptException.class, () -> pair.right().read(ByteBuffer.allocate(1)));
            Check.that(Thread.interrupted(), "the flag is set");
        }
    }

    @Case("the close of a channel by another thread ends reads and accepts")
    public static void closeEndsOperations() throws Throwable {
        try (Pair pair = Pair.open();
                ServerSocketChannel server = listen()) {
            Task reader = Task.start(() -> Check.fails(
                    AsynchronousCloseException.class, () -> pair.right().read(ByteBuffer.allocate(1))));
            Task acceptor = Task.start(() -> Check.fails(AsynchronousCloseException.class, server::accept));
            Await.io(reader);
            Await.io(acceptor);
            pair.right().close();
            Task.start(server::close).finish();
            Task.finish(reader, acceptor);
            Check.fails(ClosedChannelException.class, () -> pair.right().read(ByteBuffer.allocate(1)));
        }
    }

    @Case("a selector waits until a channel is ready")
    public static void select() throws Throwable {
        try (Pair pair = Pair.open();
                Selector selector = Selector.open()) {
            pair.right().configureBlocking(false);
            pair.right().register(selector, SelectionKey.OP_READ, "attached");
            Check.equal(0, selector.selectNow());
            Task task = Task.start(() -> {
                Check.equal(1, selector.select());
                SelectionKey key = selector.selectedKeys().iterator().next();
                Check.that(key.isReadable() && key.attachment().equals("attached"), "readable");
            });
            pair.left().write(ByteBuffer.allocate(1));
            task.finish();
        }
    }

    @Case("a selector's timed select ends after its time, and wakeup ends any")
    public static void selectTimeout() throws Throwable {
        try (Selector selector = Selector.open()) {
            long start = System.nanoTime();
            Check.equal(0, selector.select(15));
            Check.passed(14, start);
            Task task = Task.start(() -> Check.equal(0, selector.select()));
            selector.wakeup();
            task.finish();
        }
    }

    @Case("a timed select does not end early when another thread has read what it was told of")
    public static void selectInVain() throws Throwable {
        int rounds = 50;
        Pipe pipe = Pipe.open();
        AtomicBoolean isOver = new AtomicBoolean();
        try (Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink()) {
            source.configureBlocking(false);
            // all are told of each byte, and one gets it
            Task[] tasks = Task.start(3, () -> selectUntil(isOver, source));
            for (int i = 0; i < rounds; i++) {
                sink.write(ByteBuffer.allocate(1));
                Thread.sleep(2);
            }
            isOver.set(true);
            Task.finish(tasks);
        }
    }

    private static void selectUntil(AtomicBoolean isOver, Pipe.SourceChannel source) throws IOException {
        try (Selector selector = Selector.open()) {
            source.register(selector, SelectionKey.OP_READ);
            while (!isOver.get()) {
                long start = System.nanoTime();
                if (selector.select(30) == 0) {
                    Check.passed(30, start);
                }
                selector.selectedKeys().clear();
                source.read(ByteBuffer.allocate(1));
            }
        }
    }

    @Case("a server of one thread and a selector serves many threads")
    public static void selectorServer() throws Throwable {
        int clients = 20;
        try (ServerSocketChannel server = listen();
                Selector selector = Selector.open()) {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            Task loop = Task.start(() -> {
                int closed = 0;
                while (closed < clients) {
                    selector.select();
                    for (SelectionKey key : selector.selectedKeys()) {
                        if (key.isAcceptable()) {
                            SocketChannel accepted = server.accept();
                            if (accepted != null) {
                                accepted.configureBlocking(false);
                                accepted.register(selector, SelectionKey.OP_READ);
                            }
                        } else if (echo((SocketChannel) key.channel())) {
                            closed++;
                        }
                    }
                    selector.selectedKeys().clear();
                }
            });
            Task.finish(Task.start(clients, () -> {
                try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                    for (int i = 0; i < 5; i++) {
                        client.write(ByteBuffer.wrap(new byte[] {(byte) i}));
                        ByteBuffer answer = ByteBuffer.allocate(1);
                        Check.equal(1, client.read(answer));
                        Check.equal(i, (int) answer.get(0));
                    }
                }
            }));
            loop.finish();
        }
    }

    /** Sends back what has arrived; true if the channel is at its end. */
    private static boolean echo(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        if (channel.read(buffer) < 0) {
            channel.close();
            return true;
        }
        channel.write(buffer.flip());
        return false;
    }

    @Case("the socket and streams of a blocking channel work")
    public static void adaptors() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(
                    () -> Check.equal(5, pair.right().socket().getInputStream().read()));
            pair.left().socket().getOutputStream().write(5);
            task.finish();
            pair.right().socket().setSoTimeout(10);
            Check.fails(
                    java.net.SocketTimeoutException.class,
                    () -> pair.right().socket().getInputStream().read());
        }
    }
}
