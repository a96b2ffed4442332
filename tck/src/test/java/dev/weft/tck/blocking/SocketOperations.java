package dev.weft.tck.blocking;

import static dev.weft.tck.blocking.How.FREED;
import static dev.weft.tck.blocking.Places.MUCH;

import dev.weft.tck.Check;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.URL;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Sockets of {@code java.net} and {@code java.nio.channels}.
 *
 * <p>The class stays whole because it is a list.
 */
public final class SocketOperations {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    /** More than the buffers of two sockets hold. */
    private static final int VERY_MUCH = 16 * MUCH;

    private SocketOperations() {}

    static ServerSocketChannel server() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
    }

    /** Two ends of a connection. */
    static SocketChannel[] connectedChannels() throws IOException {
        try (ServerSocketChannel server = server()) {
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[] {client, server.accept()};
        }
    }

    private static Socket[] connected() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
            Socket client = new Socket(HERE, server.getLocalPort());
            return new Socket[] {client, server.accept()};
        }
    }

    private static void drain(InputStream in) throws IOException {
        long all = 0;
        byte[] buffer = new byte[65_536];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            all += n;
        }
        Check.equal((long) VERY_MUCH, all);
    }

    // ------------------------------------------------------------------------------------------- java.net

    @Operation(value = "ServerSocket.accept()", how = FREED)
    public static Scenario accept() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, HERE);
        return Scenario.of(
                () -> {
                    try (server) {
                        server.accept().close();
                    }
                },
                () -> new Socket(HERE, server.getLocalPort()).close());
    }

    @Operation(value = "ServerSocket.accept() with a timeout", how = FREED)
    public static Scenario acceptInTime() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, HERE);
        server.setSoTimeout(1_000_000);
        return Scenario.of(
                () -> {
                    try (server) {
                        server.accept().close();
                    }
                },
                () -> new Socket(HERE, server.getLocalPort()).close());
    }

    /** A server whose queue is full until it is released. */
    private static final class FullServer {
        private static final int PENDING_MILLIS = 200;
        private static final int ACCEPT_MILLIS = 100;

        final ServerSocket server = new ServerSocket(0, 1, HERE);
        private final List<SocketChannel> before = new ArrayList<>();
        volatile boolean isConnected;

        FullServer() throws IOException {
            SocketChannel last;
            do {
                last = SocketChannel.open();
                last.configureBlocking(false);
                last.connect(address());
                before.add(last);
            } while (connects(last));
        }

        private static boolean connects(SocketChannel channel) throws IOException {
            long start = System.nanoTime();
            while (!channel.finishConnect()) {
                if (System.nanoTime() - start > PENDING_MILLIS * 1_000_000L) {
                    // this thread may have had no processor in the meantime
                    return channel.finishConnect();
                }
                Thread.onSpinWait();
            }
            return true;
        }

        SocketAddress address() {
            return server.getLocalSocketAddress();
        }

        /** Accepts all, until the one that has waited is among them. */
        void release() throws IOException {
            server.setSoTimeout(ACCEPT_MILLIS);
            while (!isConnected) {
                try {
                    server.accept().close();
                } catch (SocketTimeoutException e) {
                    // the kernel asks again after a second, then after three
                }
            }
            server.close();
            for (SocketChannel each : before) {
                each.close();
            }
        }
    }

    @Operation(value = "Socket.connect(SocketAddress)", how = FREED)
    public static Scenario connect() throws IOException {
        FullServer full = new FullServer();
        return Scenario.of(
                () -> {
                    try (Socket socket = new Socket()) {
                        socket.connect(full.address());
                        full.isConnected = true;
                    }
                },
                full::release);
    }

    @Operation(value = "Socket.connect(SocketAddress, int)", how = FREED)
    public static Scenario connectInTime() throws IOException {
        FullServer full = new FullServer();
        return Scenario.of(
                () -> {
                    try (Socket socket = new Socket()) {
                        socket.connect(full.address(), 100_000);
                        full.isConnected = true;
                    }
                },
                full::release);
    }

    private static Scenario reads(Socket[] ends) {
        return Scenario.of(
                () -> {
                    try (Socket from = ends[0]) {
                        Check.equal(7, from.getInputStream().read());
                    }
                },
                () -> {
                    ends[1].getOutputStream().write(7);
                    ends[1].close();
                });
    }

    @Operation(value = "Socket's InputStream.read()", how = FREED)
    public static Scenario read() throws IOException {
        return reads(connected());
    }

    @Operation(value = "Socket's InputStream.read() with a timeout", how = FREED)
    public static Scenario readInTime() throws IOException {
        Socket[] ends = connected();
        ends[0].setSoTimeout(1_000_000);
        return reads(ends);
    }

    @Operation(value = "Socket's OutputStream.write(byte[])", how = FREED)
    public static Scenario write() throws IOException {
        Socket[] ends = connected();
        return Scenario.of(
                () -> {
                    try (Socket to = ends[0]) {
                        to.getOutputStream().write(new byte[VERY_MUCH]);
                    }
                },
                () -> {
                    try (Socket from = ends[1]) {
                        drain(from.getInputStream());
                    }
                });
    }

    @Operation(value = "SocketChannel.close() with SO_LINGER", how = How.REPLACED)
    public static Scenario linger() throws IOException {
        SocketChannel[] ends = connectedChannels();
        ends[0].configureBlocking(false);
        while (ends[0].write(ByteBuffer.allocate(65_536)) > 0) {
            // until its buffer is full
        }
        ends[0].configureBlocking(true);
        ends[0].setOption(StandardSocketOptions.SO_LINGER, 10_000);
        return Scenario.of(ends[0]::close, () -> {
            try (SocketChannel from = ends[1]) {
                from.socket().getInputStream().readAllBytes();
            }
        });
    }

    @Operation(value = "DatagramSocket.receive(DatagramPacket)", how = FREED)
    public static Scenario receive() throws IOException {
        return receives(new DatagramSocket(0, HERE));
    }

    @Operation(value = "MulticastSocket.receive(DatagramPacket)", how = FREED)
    public static Scenario receiveMulticast() throws IOException {
        return receives(new MulticastSocket(new InetSocketAddress(HERE, 0)));
    }

    private static Scenario receives(DatagramSocket socket) {
        return Scenario.of(
                () -> {
                    try (socket) {
                        DatagramPacket packet = new DatagramPacket(new byte[9], 9);
                        socket.receive(packet);
                        Check.equal(2, packet.getLength());
                    }
                },
                () -> {
                    try (DatagramSocket sender = new DatagramSocket()) {
                        sender.send(new DatagramPacket(new byte[2], 2, socket.getLocalSocketAddress()));
                    }
                });
    }

    // ------------------------------------------------------------------------------------------- HTTP

    private static void answer(ServerSocket server) throws IOException {
        try (server;
                Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            int matched = 0;
            while (matched < 4) {
                matched = in.read() == "\r\n\r\n".charAt(matched) ? matched + 1 : 0;
            }
            socket.getOutputStream().write(ANSWER);
        }
    }

    @Operation(value = "URL.openStream()", how = FREED)
    public static Scenario openUrl() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, HERE);
        return Scenario.of(
                () -> {
                    URL url = new URL("http://" + HERE.getHostAddress() + ":" + server.getLocalPort() + "/");
                    try (InputStream in = url.openStream()) {
                        Check.equal("ok", new String(in.readAllBytes(), StandardCharsets.US_ASCII));
                    }
                },
                () -> answer(server));
    }

    @Operation(value = "HttpClient.send", how = FREED)
    public static Scenario sendRequest() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, HERE);
        HttpClient client = HttpClient.newHttpClient();
        return Scenario.of(
                () -> {
                    URI uri = URI.create("http://" + HERE.getHostAddress() + ":" + server.getLocalPort() + "/");
                    HttpRequest request = HttpRequest.newBuilder(uri)
                            .version(HttpClient.Version.HTTP_1_1)
                            .build();
                    Check.equal(
                            "ok",
                            client.send(request, HttpResponse.BodyHandlers.ofString())
                                    .body());
                },
                () -> answer(server));
    }

    // ------------------------------------------------------------------------------------------- channels

    @Operation(value = "ServerSocketChannel.accept()", how = FREED)
    public static Scenario acceptChannel() throws IOException {
        return accepts(server());
    }

    private static Scenario accepts(ServerSocketChannel server) {
        return Scenario.of(
                () -> {
                    try (server) {
                        server.accept().close();
                    }
                },
                () -> SocketChannel.open(server.getLocalAddress()).close());
    }

    @Operation(value = "SocketChannel.connect(SocketAddress)", how = FREED)
    public static Scenario connectChannel() throws IOException {
        FullServer full = new FullServer();
        return Scenario.of(
                () -> {
                    try (SocketChannel channel = SocketChannel.open()) {
                        Check.that(channel.connect(full.address()), "connected");
                        full.isConnected = true;
                    }
                },
                full::release);
    }

    @Operation(value = "SocketChannel.finishConnect()", how = FREED)
    public static Scenario finishConnect() throws IOException {
        FullServer full = new FullServer();
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        Check.that(!channel.connect(full.address()), "connects later");
        channel.configureBlocking(true);
        return Scenario.of(
                () -> {
                    try (channel) {
                        Check.that(channel.finishConnect(), "connected");
                        full.isConnected = true;
                    }
                },
                full::release);
    }

    @Operation(value = "SocketChannel.read(ByteBuffer)", how = FREED)
    public static Scenario readChannel() throws IOException {
        return reads(connectedChannels());
    }

    private static Scenario reads(SocketChannel[] ends) {
        return Scenario.of(
                () -> {
                    try (SocketChannel from = ends[0]) {
                        Check.equal(2, from.read(ByteBuffer.allocate(3)));
                    }
                },
                () -> {
                    ends[1].write(ByteBuffer.allocate(2));
                    ends[1].close();
                });
    }

    @Operation(value = "SocketChannel.read(ByteBuffer[])", how = FREED)
    public static Scenario scatter() throws IOException {
        SocketChannel[] ends = connectedChannels();
        return Scenario.of(
                () -> {
                    try (SocketChannel from = ends[0]) {
                        Check.equal(2L, from.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(3)}));
                    }
                },
                () -> {
                    ends[1].write(ByteBuffer.allocate(2));
                    ends[1].close();
                });
    }

    @Operation(value = "SocketChannel.write(ByteBuffer)", how = FREED)
    public static Scenario writeChannel() throws IOException {
        return writes(connectedChannels());
    }

    private static Scenario writes(SocketChannel[] ends) {
        return Scenario.of(
                () -> {
                    try (SocketChannel to = ends[0]) {
                        Check.equal(VERY_MUCH, to.write(ByteBuffer.allocate(VERY_MUCH)));
                    }
                },
                () -> drain(ends[1]));
    }

    private static void drain(SocketChannel from) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(65_536);
        int all = 0;
        try (from) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer.clear())) {
                all += n;
            }
        }
        Check.equal(VERY_MUCH, all);
    }

    @Operation(value = "SocketChannel.write(ByteBuffer[])", how = FREED)
    public static Scenario gather() throws IOException {
        SocketChannel[] ends = connectedChannels();
        return Scenario.of(
                () -> {
                    ByteBuffer[] all = {ByteBuffer.allocate(VERY_MUCH / 2), ByteBuffer.allocate(VERY_MUCH / 2)};
                    try (SocketChannel to = ends[0]) {
                        while (all[1].hasRemaining()) {
                            to.write(all);
                        }
                    }
                },
                () -> drain(ends[1]));
    }

    @Operation(value = "DatagramChannel.receive(ByteBuffer)", how = FREED)
    public static Scenario receiveChannel() throws IOException {
        DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0));
        return Scenario.of(
                () -> {
                    try (channel) {
                        ByteBuffer buffer = ByteBuffer.allocate(9);
                        channel.receive(buffer);
                        Check.equal(2, buffer.position());
                    }
                },
                () -> send(channel.getLocalAddress()));
    }

    private static void send(SocketAddress to) throws IOException {
        try (DatagramSocket sender = new DatagramSocket()) {
            sender.send(new DatagramPacket(new byte[2], 2, to));
        }
    }

    @Operation(value = "DatagramChannel.read(ByteBuffer)", how = FREED)
    public static Scenario readDatagram() throws IOException {
        DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0));
        DatagramChannel peer = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0));
        channel.connect(peer.getLocalAddress());
        return Scenario.of(
                () -> {
                    try (channel) {
                        Check.equal(2, channel.read(ByteBuffer.allocate(9)));
                    }
                },
                () -> {
                    peer.send(ByteBuffer.allocate(2), channel.getLocalAddress());
                    peer.close();
                });
    }

    // ------------------------------------------------------------------------------------------- Unix domain

    private static ServerSocketChannel unixServer(int backlog) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(Places.fresh()), backlog);
    }

    private static SocketChannel[] unixEnds() throws IOException {
        try (ServerSocketChannel server = unixServer(1)) {
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[] {client, server.accept()};
        }
    }

    @Operation(value = "Unix domain: ServerSocketChannel.accept()", how = FREED)
    public static Scenario acceptUnix() throws IOException {
        return accepts(unixServer(1));
    }

    @Operation(value = "Unix domain: SocketChannel.read(ByteBuffer)", how = FREED)
    public static Scenario readUnix() throws IOException {
        return reads(unixEnds());
    }

    @Operation(value = "Unix domain: SocketChannel.write(ByteBuffer)", how = FREED)
    public static Scenario writeUnix() throws IOException {
        return writes(unixEnds());
    }

    @Operation(value = "Unix domain: SocketChannel.connect(SocketAddress)", how = FREED)
    public static Scenario connectUnix() throws IOException {
        ServerSocketChannel server = unixServer(1);
        List<SocketChannel> before =
                List.of(SocketChannel.open(server.getLocalAddress()), SocketChannel.open(server.getLocalAddress()));
        return Scenario.of(() -> SocketChannel.open(server.getLocalAddress()).close(), () -> {
            try (server) {
                for (int i = 0; i <= before.size(); i++) {
                    server.accept().close();
                }
            }
            for (SocketChannel each : before) {
                each.close();
            }
        });
    }
}
