package dev.weft.bench.macro;

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
import java.util.Arrays;

/**
 * One selector thread that keeps one request outstanding on each of many connections, takes the paths in turns, and
 * looks at every answer: status 200, and the same body for the same path.
 */
public final class Requests {
    private static final int MOST = 64 * 1024;

    private final byte[][] requests;
    private final Answers answers;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(MOST);
    private volatile boolean isOver;
    private long count;

    private Requests(String... paths) {
        requests = Arrays.stream(paths)
                .map(path -> "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        answers = new Answers(paths.length);
    }

    /** What one connection has received of its answer. */
    private static final class Connection {
        private final byte[] bytes = new byte[MOST];
        private int received;
        private int path;
    }

    /**
     * Takes port, connections, and paths with commas between them. Prints a line when it is ready, begins with the
     * first byte of its standard input, goes on until that ends, then prints how many answers it had, and their sum.
     */
    public static void main(String[] args) throws IOException {
        Requests requests = new Requests(args[2].split(","));
        System.out.println("ready");
        if (System.in.read() < 0) {
            return;
        }
        Thread watcher = new Thread(requests::awaitEndOfInput);
        watcher.setDaemon(true);
        watcher.start();
        requests.run(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])),
                Integer.parseInt(args[1]));
        System.out.println(requests.count + " " + requests.answers.sum());
    }

    private void awaitEndOfInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("no more input: " + e);
        }
        isOver = true;
    }

    private void run(InetSocketAddress server, int connections) throws IOException {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel = SocketChannel.open(server);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                Connection connection = new Connection();
                connection.path = i % requests.length;
                channel.register(selector, SelectionKey.OP_READ, connection);
                send(channel, connection);
            }
            while (!isOver || !hasAll()) {
                selector.select(100);
                for (SelectionKey key : selector.selectedKeys()) {
                    receive((SocketChannel) key.channel(), (Connection) key.attachment());
                }
                selector.selectedKeys().clear();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        }
    }

    private boolean hasAll() {
        for (int i = 0; i < requests.length; i++) {
            if (!answers.has(i)) {
                return false;
            }
        }
        return true;
    }

    private void send(SocketChannel channel, Connection connection) throws IOException {
        connection.received = 0;
        byte[] request = requests[connection.path];
        if (channel.write(ByteBuffer.wrap(request)) < request.length) {
            throw new IOException("a request did not fit into an empty socket");
        }
    }

    private void receive(SocketChannel channel, Connection connection) throws IOException {
        scratch.clear();
        int size = channel.read(scratch);
        if (size < 0) {
            throw new EOFException("the server closed a connection");
        }
        scratch.flip();
        scratch.get(connection.bytes, connection.received, size);
        connection.received += size;
        long result = Answer.of(connection.bytes, connection.received);
        if (result != Answer.INCOMPLETE) {
            answers.add(connection.path, result);
            count++;
            connection.path = (connection.path + 1) % requests.length;
            send(channel, connection);
        }
    }
}
