package dev.weft.bench.net;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * One selector thread that keeps one request outstanding on each of many connections; for machines without {@code wrk}.
 * Prints the number of answers per second, and the median and the 99th percentile of their times in microseconds.
 */
public final class HttpLoad {
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_SAMPLES = 1 << 22;

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(16 * 1024);
    private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST.length).put(REQUEST);
    private final long[] samples = new long[MOST_SAMPLES];
    private final int answerBytes;
    private long answers;

    private HttpLoad(int answerBytes) {
        this.answerBytes = answerBytes;
    }

    private static final class Connection {
        private int received;
        private long sentNanos;
    }

    /** Takes port, connections, seconds of warm-up, seconds measured, and the bytes of an answer. */
    public static void main(String[] args) throws IOException {
        new HttpLoad(Integer.parseInt(args[4]))
                .run(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])),
                        Integer.parseInt(args[1]),
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]));
    }

    private void run(InetSocketAddress server, int connections, int warmupSeconds, int seconds) throws IOException {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel = SocketChannel.open(server);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                Connection connection = new Connection();
                channel.register(selector, SelectionKey.OP_READ, connection);
                send(channel, connection);
            }
            drive(selector, warmupSeconds);
            answers = 0;
            long start = System.nanoTime();
            drive(selector, seconds);
            double elapsed = (double) (System.nanoTime() - start) / TimeUnit.SECONDS.toNanos(1);
            int kept = (int) Math.min(answers, MOST_SAMPLES);
            Arrays.sort(samples, 0, kept);
            System.out.println(
                    answers / elapsed + " " + samples[kept / 2] / 1000 + " " + samples[kept * 99 / 100] / 1000);
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        }
    }

    private void drive(Selector selector, int seconds) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end) {
            selector.select(100);
            for (SelectionKey key : selector.selectedKeys()) {
                receive((SocketChannel) key.channel(), (Connection) key.attachment());
            }
            selector.selectedKeys().clear();
        }
    }

    private void send(SocketChannel channel, Connection connection) throws IOException {
        connection.received = 0;
        connection.sentNanos = System.nanoTime();
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
        if (connection.received > answerBytes) {
            throw new IOException("more than was asked for");
        }
        if (connection.received == answerBytes) {
            samples[(int) (answers % MOST_SAMPLES)] = System.nanoTime() - connection.sentNanos;
            answers++;
            send(channel, connection);
        }
    }
}
