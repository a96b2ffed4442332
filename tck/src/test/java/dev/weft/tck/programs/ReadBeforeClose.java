package dev.weft.tck.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.FutureTask;

/**
 * What has come for a fiber that waits, before another one closes what it waits for, is its own. Each operation is
 * waited in, ended by an arrival, and closed before the fiber runs; prints what the fibers have got, of each kind.
 * Needs sockets of IPv4 only, and one carrier: with more, the fiber would run at once.
 */
public final class ReadBeforeClose {
    private static final int ROUNDS = 20;
    private static final int BYTES = 3;
    private static final int LONG_MILLIS = 100_000;

    private final InetAddress here = InetAddress.getByName("127.0.0.1");

    private ReadBeforeClose() throws IOException {}

    /** What may fail. */
    private interface Step {
        int run() throws Exception;
    }

    /** One round of one kind: how much the fiber has got. */
    private interface Round {
        int run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Void> all = new FutureTask<>(() -> {
            new ReadBeforeClose().all();
            return null;
        });
        new Thread(all).start();
        all.get();
    }

    private void all() throws Exception {
        rounds("accept", () -> accept(0));
        rounds("accept with timeout", () -> accept(LONG_MILLIS));
        rounds("accept of a channel", this::acceptOfChannel);
        rounds("pipe", ReadBeforeClose::pipe);
        rounds("read", () -> read(0));
        rounds("read with timeout", () -> read(LONG_MILLIS));
        rounds("read of a channel", this::readOfChannel);
        rounds("receive", () -> receive(0));
        rounds("receive with timeout", () -> receive(LONG_MILLIS));
        rounds("receive of a channel", this::receiveOfChannel);
    }

    private static void rounds(String kind, Round round) throws Exception {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += round.run();
        }
        System.out.println(kind + ": " + sum);
    }

    private int accept(int millis) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket client = new Socket()) {
            server.setSoTimeout(millis);
            return round(
                    () -> {
                        server.accept().close();
                        return BYTES;
                    },
                    () -> connect(client, server.getLocalPort()),
                    () -> close(server));
        }
    }

    private int acceptOfChannel() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(here, 0));
                Socket client = new Socket()) {
            return round(
                    () -> {
                        server.accept().close();
                        return BYTES;
                    },
                    () -> connect(client, server.socket().getLocalPort()),
                    () -> close(server));
        }
    }

    private int connect(Socket client, int port) throws IOException {
        client.connect(new InetSocketAddress(here, port));
        return awaitArrival("tcp", port, 0);
    }

    private int read(int millis) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket client = new Socket(here, server.getLocalPort());
                Socket accepted = server.accept()) {
            accepted.setSoTimeout(millis);
            return round(
                    () -> accepted.getInputStream().read(new byte[BYTES * 2]),
                    () -> write(client),
                    () -> close(accepted));
        }
    }

    private int readOfChannel() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, here);
                SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
                Socket accepted = server.accept()) {
            return round(
                    () -> channel.read(ByteBuffer.allocate(BYTES * 2)), () -> write(accepted), () -> close(channel));
        }
    }

    private static int write(Socket out) throws IOException {
        out.getOutputStream().write(new byte[BYTES]);
        return awaitArrival("tcp", out.getPort(), out.getLocalPort());
    }

    private int receive(int millis) throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, here)) {
            socket.setSoTimeout(millis);
            DatagramPacket packet = new DatagramPacket(new byte[BYTES * 2], BYTES * 2);
            return round(
                    () -> {
                        socket.receive(packet);
                        return packet.getLength();
                    },
                    () -> send(socket.getLocalPort()),
                    () -> close(socket));
        }
    }

    private int receiveOfChannel() throws Exception {
        try (DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(here, 0))) {
            ByteBuffer buffer = ByteBuffer.allocate(BYTES * 2);
            return round(
                    () -> {
                        channel.receive(buffer);
                        return buffer.position();
                    },
                    () -> send(channel.socket().getLocalPort()),
                    () -> close(channel));
        }
    }

    private int send(int port) throws IOException {
        try (DatagramSocket from = new DatagramSocket(0, here)) {
            from.send(new DatagramPacket(new byte[BYTES], BYTES, here, port));
        }
        return awaitArrival("udp", port, 0);
    }

    private static int pipe() throws Exception {
        Pipe pipe = Pipe.open();
        try (Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source()) {
            return round(
                    () -> source.read(ByteBuffer.allocate(BYTES * 2)),
                    () -> sink.write(ByteBuffer.allocate(BYTES)),
                    () -> close(source));
        }
    }

    private static int close(AutoCloseable what) throws Exception {
        what.close();
        return 0;
    }

    /** As the kernel tells: something is there for the socket; or the fiber that waited has it. */
    private static int awaitArrival(String protocol, int port, int remote) {
        try {
            while (fiber.isAlive() && !hasArrived(protocol, port, remote)) {
                Thread.yield();
            }
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasArrived(String protocol, int port, int remote) throws IOException {
        return Files.readAllLines(Path.of("/proc/net/" + protocol)).stream()
                .skip(1)
                .map(each -> each.trim().split("\\s+", -1))
                .anyMatch(
                        each -> portOf(each[1]) == port && portOf(each[2]) == remote && !each[4].endsWith(":00000000"));
    }

    /** Of an address and a port, as the kernel writes them. */
    private static int portOf(String end) {
        return Integer.parseInt(end.substring(end.indexOf(':') + 1), 16);
    }

    /** The one that waits. */
    private static Thread fiber;

    /** Behind the call that begins the operation. */
    private static boolean waits(StackTraceElement[] trace) {
        return trace.length > 0 && trace[0].getMethodName().equals("trustedBlockingReceive")
                || Arrays.stream(trace).anyMatch(each -> each.getMethodName().equals("park"));
    }

    private static int round(Step wait, Step arrive, Step close) throws Exception {
        FutureTask<Integer> waiting = new FutureTask<>(wait::run);
        fiber = new Thread(waiting);
        fiber.start();
        while (!waits(fiber.getStackTrace())) {
            Thread.yield();
        }
        arrive.run();
        close.run();
        return waiting.get();
    }
}
