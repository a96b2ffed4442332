package dev.weft.tck.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Random;

/** Sockets, channels, selectors and pipes: bytes that go out come back as they were. */
final class NetworkWork {
    private NetworkWork() {}

    private static byte[] bytes(Random random, int most) {
        byte[] bytes = new byte[1 + random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Socket connect(Shared shared) throws IOException {
        return new Socket(shared.server.getInetAddress(), shared.server.getLocalPort());
    }

    /** Writes and reads in turns; more than the buffers hold, from two threads. */
    static void echo(Shared shared, Random random) throws Exception {
        if (!shared.connections.tryAcquire()) {
            return;
        }
        try (Socket socket = connect(shared)) {
            for (int i = random.nextInt(5); i >= 0; i--) {
                byte[] sent = bytes(random, random.nextInt(20) == 0 ? 300_000 : 2_000);
                OutputStream out = socket.getOutputStream();
                shared.ledger.in("bytes of sockets", sent.length);
                Thread writer = null;
                if (sent.length > 2_000) {
                    writer = shared.start(() -> write(shared, out, sent));
                } else {
                    out.write(sent);
                }
                byte[] received = socket.getInputStream().readNBytes(sent.length);
                shared.ledger.out("bytes of sockets", received.length);
                shared.ledger.check(Arrays.equals(sent, received), "other bytes from a socket");
                if (writer != null) {
                    writer.join();
                }
            }
        } finally {
            shared.connections.release();
        }
    }

    private static void write(Shared shared, OutputStream out, byte[] sent) {
        try {
            out.write(sent);
        } catch (IOException e) {
            shared.ledger.check(false, "write failed: " + e);
        }
    }

    /** A read is ended by its time, by a close of another thread, or by a reset. */
    static void close(Shared shared, Random random) throws Exception {
        if (!shared.connections.tryAcquire()) {
            return;
        }
        try (Socket socket = connect(shared)) {
            InputStream in = socket.getInputStream();
            if (random.nextInt(3) == 0) {
                socket.setSoTimeout(1 + random.nextInt(5));
                try {
                    shared.ledger.check(in.read() < 0, "a byte from nowhere");
                } catch (SocketTimeoutException e) {
                    socket.setSoTimeout(0);
                }
            }
            if (random.nextBoolean()) {
                socket.setSoLinger(true, 0);
            }
            boolean isLate = random.nextBoolean();
            Thread closer = shared.start(() -> close(shared, socket, isLate));
            try {
                shared.ledger.check(in.read() < 0, "a byte from another connection");
            } catch (IOException e) {
                shared.ledger.check(socket.isClosed(), "a read failed: " + e);
            }
            closer.join();
        } finally {
            shared.connections.release();
        }
    }

    private static void close(Shared shared, Socket socket, boolean isLate) {
        if (isLate) {
            Thread.yield();
        }
        try {
            socket.close();
        } catch (IOException e) {
            shared.ledger.check(false, "close failed: " + e);
        }
    }

    /** By a channel, and a selector that is woken. */
    static void select(Shared shared, Random random) throws Exception {
        if (!shared.connections.tryAcquire()) {
            return;
        }
        try (Selector selector = Selector.open();
                SocketChannel channel = SocketChannel.open(shared.server.getLocalSocketAddress())) {
            byte[] sent = bytes(random, 1_000);
            channel.write(ByteBuffer.wrap(sent));
            shared.ledger.in("bytes of channels", sent.length);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            Thread waker = shared.start(selector::wakeup);
            ByteBuffer received = ByteBuffer.allocateDirect(sent.length);
            while (received.hasRemaining()) {
                selector.select(random.nextInt(3));
                selector.selectedKeys().clear();
                if (channel.read(received) < 0) {
                    shared.ledger.check(false, "the end of a channel");
                    return;
                }
            }
            byte[] copy = new byte[sent.length];
            received.flip().get(copy);
            shared.ledger.out("bytes of channels", copy.length);
            shared.ledger.check(Arrays.equals(sent, copy), "other bytes from a channel");
            waker.join();
        } finally {
            shared.connections.release();
        }
    }

    /** From one thread to another. */
    static void pipe(Shared shared, Random random) throws Exception {
        if (!shared.connections.tryAcquire()) {
            return;
        }
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink()) {
            byte[] sent = bytes(random, 100_000);
            shared.ledger.in("bytes of pipes", sent.length);
            Thread writer = shared.start(() -> {
                try {
                    ByteBuffer buffer = ByteBuffer.wrap(sent);
                    while (buffer.hasRemaining()) {
                        sink.write(buffer);
                    }
                } catch (IOException e) {
                    shared.ledger.check(false, "write to a pipe failed: " + e);
                }
            });
            ByteBuffer received = ByteBuffer.allocate(sent.length);
            while (received.hasRemaining() && source.read(received) >= 0) {
                shared.ledger.check(received.position() > 0, "a read of nothing");
            }
            shared.ledger.out("bytes of pipes", received.position());
            shared.ledger.check(Arrays.equals(sent, received.array()), "other bytes from a pipe");
            writer.join();
        } finally {
            shared.connections.release();
        }
    }
}
