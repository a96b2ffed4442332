package dev.weft.bench.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One selector thread that keeps one request outstanding on each of many connections; for machines without {@code wrk}.
 * The server counts.
 */
public final class HttpLoad {
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(16 * 1024);
    private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST.length).put(REQUEST);
    private volatile boolean over;

    private HttpLoad() {}

    private static final class Connection {
        private int received;
    }

    /** Takes port and connections. Goes on until its standard input ends. */
    public static void main(String[] args) throws IOException {
        HttpLoad load = new HttpLoad();
        Thread watcher = new Thread(load::awaitEndOfInput);
        watcher.setDaemon(true);
        watcher.start();
        load.run(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])),
                Integer.parseInt(args[1]));
    }

    private void awaitEndOfInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("no more input: " + e);
        }
        over = true;
    }

    private void run(InetSocketAddress server, int connections) throws IOException {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel = SocketChannel.open(server);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                Connection connection = new Connection();
                channel.register(selector, SelectionKey.OP_READ, connection);
                send(channel, connection);
            }
            drive(selector);
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        }
    }

    private void drive(Selector selector) throws IOException {
        while (!over) {
            selector.select(100);
            for (SelectionKey key : selector.selectedKeys()) {
                receive((SocketChannel) key.channel(), (Connection) key.attachment());
            }
            selector.selectedKeys().clear();
        }
    }

    private void send(SocketChannel channel, Connection connection) throws IOException {
        connection.received = 0;
        request.flip();
        if (channel.write(request) < REQUEST.length) {
            throw new IOException("a request did not fit into an empty socket");
        }
    }

    private void receive(SocketChannel channel, Connection connection) throws IOException {
        scratch.clear();
        int count = channel.read(scratch);
        if (count < 0) {
            throw new EOFException("the server closed a connection");
        }
        connection.received += count;
        if (connection.received > HttpServer.ANSWER_BYTES) {
            throw new IOException("more than was asked for");
        }
        if (connection.received == HttpServer.ANSWER_BYTES) {
            send(channel, connection);
        }
    }
}
