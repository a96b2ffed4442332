package dev.weft.bench.net;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * One selector thread that sends messages to a {@link FileServer} at a fixed rate, over many connections in turn,
 * whether the earlier ones have come back or not. A message's latency counts from the time at which it was due, so a
 * server that stalls pays for all that it has delayed.
 */
public final class EchoLoad {
    private static final int MOST_PAUSE_NANOS = 50_000;
    private static final double SECOND_NANOS = 1e9;

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Connection> connections = new ArrayList<>();
    private final ByteBuffer message = ByteBuffer.allocateDirect(FileServer.MESSAGE_BYTES);
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(16 * 1024);
    private final double gapNanos;
    private long[] latencies = new long[1 << 16];
    private int count;

    private EchoLoad(double rate) {
        gapNanos = SECOND_NANOS / rate;
    }

    private static final class Connection {
        private final SocketChannel channel;
        private final ArrayDeque<Long> due = new ArrayDeque<>();
        private int received;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    /**
     * Takes port, connections, and messages per second. For each line of its standard input it prints how many messages
     * have come back since the last one, and their median and 99th percentile in microseconds. Ends when that does.
     */
    public static void main(String[] args) throws IOException {
        EchoLoad load = new EchoLoad(Double.parseDouble(args[2]));
        Thread reports = new Thread(load::report);
        reports.setDaemon(true);
        reports.start();
        load.run(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])),
                Integer.parseInt(args[1]));
    }

    private void report() {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            while (in.readLine() != null) {
                long[] sorted = take();
                Arrays.sort(sorted);
                System.out.println(sorted.length + " " + quantile(sorted, 0.5) + " " + quantile(sorted, 0.99));
            }
        } catch (IOException e) {
            System.err.println("no more input: " + e);
        }
        System.exit(0);
    }

    private static double quantile(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) (sorted.length * part)] / 1e3;
    }

    private synchronized long[] take() {
        long[] taken = Arrays.copyOf(latencies, count);
        count = 0;
        return taken;
    }

    private synchronized void add(long latency) {
        if (count == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * count);
        }
        latencies[count++] = latency;
    }

    private void run(InetSocketAddress server, int wanted) throws IOException {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < wanted; i++) {
                SocketChannel channel = SocketChannel.open(server);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                Connection connection = new Connection(channel);
                channel.register(selector, SelectionKey.OP_READ, connection);
                connections.add(connection);
            }
            drive(selector);
        }
    }

    private void drive(Selector selector) throws IOException {
        double due = System.nanoTime();
        for (int turn = 0; ; ) {
            long now = System.nanoTime();
            for (; due <= now; due += gapNanos * 2 * random.nextDouble()) {
                send(connections.get(turn++ % connections.size()), (long) due);
            }
            if (selector.selectNow() == 0) {
                LockSupport.parkNanos(Math.min(MOST_PAUSE_NANOS, (long) due - System.nanoTime()));
            }
            for (SelectionKey key : selector.selectedKeys()) {
                receive((Connection) key.attachment());
            }
            selector.selectedKeys().clear();
        }
    }

    private void send(Connection connection, long due) throws IOException {
        message.clear();
        if (connection.channel.write(message) < FileServer.MESSAGE_BYTES) {
            throw new IOException("a message did not fit into a socket that is hardly used");
        }
        connection.due.add(due);
    }

    private void receive(Connection connection) throws IOException {
        scratch.clear();
        int read = connection.channel.read(scratch);
        if (read < 0) {
            throw new EOFException("the server closed a connection");
        }
        long now = System.nanoTime();
        connection.received += read;
        for (; connection.received >= FileServer.MESSAGE_BYTES; connection.received -= FileServer.MESSAGE_BYTES) {
            add(now - connection.due.remove());
        }
    }
}
