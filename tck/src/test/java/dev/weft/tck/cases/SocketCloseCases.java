package dev.weft.tck.cases;

import static dev.weft.tck.cases.SocketCases.connect;
import static dev.weft.tck.cases.SocketCases.listen;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import dev.weft.tck.cases.SocketCases.Pair;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Timeouts, closing and resetting of sockets. */
public final class SocketCloseCases {
    private SocketCloseCases() {}

    @Case("a read with a timeout fails after its time, not earlier, and the socket stays usable")
    public static void readTimeout() throws Throwable {
        try (Pair pair = Pair.open()) {
            pair.right().setSoTimeout(30);
            long start = System.nanoTime();
            Check.fails(
                    SocketTimeoutException.class,
                    () -> pair.right().getInputStream().read());
            Check.passed(29, start);
            pair.left().getOutputStream().write(5);
            Check.equal(5, pair.right().getInputStream().read());
            pair.right().setSoTimeout(0);
            Check.equal(0, pair.right().getSoTimeout());
        }
    }

    @Case("an accept with a timeout fails after its time, and the server stays usable")
    public static void acceptTimeout() throws Throwable {
        try (ServerSocket server = listen()) {
            server.setSoTimeout(20);
            long start = System.nanoTime();
            Check.fails(SocketTimeoutException.class, server::accept);
            Check.passed(19, start);
            try (Socket client = connect(server);
                    Socket accepted = server.accept()) {
                Check.equal(client.getLocalPort(), accepted.getPort());
            }
        }
    }

    @Case("the close of a socket by another thread ends a read with SocketException")
    public static void closeEndsRead() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                SocketException thrown = Check.fails(
                        SocketException.class,
                        () -> pair.right().getInputStream().read());
                Check.that(
                        thrown.getMessage().toLowerCase(java.util.Locale.ROOT).contains("closed"), thrown.getMessage());
            });
            Await.io(task);
            pair.right().close();
            task.finish();
        }
    }

    @Case("the close of a server by another thread ends an accept with SocketException")
    public static void closeEndsAccept() throws Throwable {
        try (ServerSocket server = listen()) {
            Task task = Task.start(() -> {
                Check.fails(SocketException.class, server::accept);
                Check.that(server.isClosed(), "closed");
            });
            Await.io(task);
            Task.start(server::close).finish();
            task.finish();
        }
    }

    @Case("the close of a socket by another thread ends a write that waits")
    public static void closeEndsWrite() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> Check.fails(SocketException.class, () -> {
                byte[] bytes = new byte[1_000_000];
                for (; ; ) {
                    pair.left().getOutputStream().write(bytes);
                }
            }));
            Await.io(task);
            pair.left().close();
            task.finish();
        }
    }

    @Case("a half-closed connection still carries the other direction")
    public static void halfClose() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                Check.equal("ask", new String(pair.right().getInputStream().readAllBytes(), "UTF-8"));
                pair.right().getOutputStream().write("answer".getBytes("UTF-8"));
                pair.right().shutdownOutput();
            });
            pair.left().getOutputStream().write("ask".getBytes("UTF-8"));
            pair.left().shutdownOutput();
            Check.equal("answer", new String(pair.left().getInputStream().readAllBytes(), "UTF-8"));
            Check.fails(
                    SocketException.class, () -> pair.left().getOutputStream().write(1));
            Check.that(pair.left().isOutputShutdown() && !pair.left().isClosed(), "half closed");
            task.finish();
        }
    }

    @Case("after shutdownInput a read gives the end of the stream")
    public static void shutdownInput() throws Throwable {
        try (Pair pair = Pair.open()) {
            InputStream in = pair.left().getInputStream();
            pair.left().shutdownInput();
            Check.equal(-1, in.read());
            Check.that(pair.left().isInputShutdown(), "shut down");
        }
    }

    @Case("a connection to a port where nobody listens is refused")
    public static void refused() throws Throwable {
        int port;
        try (ServerSocket server = listen()) {
            port = server.getLocalPort();
        }
        Check.fails(ConnectException.class, () -> connectTo(port));
    }

    private static void connectTo(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            throw new AssertionError("connected: " + socket);
        }
    }

    @Case("a connection that the other side resets fails in read, and the thread goes on")
    public static void reset() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                IOException thrown = Check.fails(
                        SocketException.class,
                        () -> pair.right().getInputStream().read());
                Check.that(thrown.getMessage().contains("reset"), thrown.getMessage());
            });
            pair.left().setSoLinger(true, 0);
            pair.left().close();
            task.finish();
        }
    }

    private interface Client {
        void run(SocketAddress server) throws Throwable;
    }

    /** Of a server that sends some bytes, and resets the connection at once. A race, hence many times. */
    private static void connectToResetting(Client client) throws Throwable {
        int rounds = 300;
        try (ServerSocket server = listen()) {
            Task task = Task.start(() -> {
                for (int i = 0; i < rounds; i++) {
                    Socket socket = server.accept();
                    socket.getOutputStream().write(new byte[5]);
                    socket.setSoLinger(true, 0);
                    socket.close();
                }
            });
            for (int i = 0; i < rounds; i++) {
                client.run(server.getLocalSocketAddress());
            }
            task.finish();
        }
    }

    @Case("a connection that the other side resets at once was made, and is read up to the reset")
    public static void connectToResetting() throws Throwable {
        connectToResetting(address -> {
            try (Socket socket = new Socket()) {
                socket.connect(address);
                Check.that(socket.isConnected() && socket.getLocalPort() != 0, "is connected");
                Check.equal(5, socket.getInputStream().readNBytes(5).length);
                SocketException e = Check.fails(
                        SocketException.class, () -> socket.getInputStream().read());
                Check.equal("Connection reset", e.getMessage());
            }
        });
    }

    @Case("a channel that the other side resets at once was connected, and is read up to the reset")
    public static void connectChannelToResetting() throws Throwable {
        connectToResetting(address -> {
            try (SocketChannel channel = SocketChannel.open(address)) {
                ByteBuffer five = ByteBuffer.allocate(5);
                while (five.hasRemaining()) {
                    channel.read(five);
                }
                SocketException e = Check.fails(SocketException.class, () -> channel.read(ByteBuffer.allocate(1)));
                Check.equal("Connection reset", e.getMessage());
            }
        });
    }

    @Case("the end of the stream is seen by a waiting read")
    public static void endOfStream() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                Check.equal(-1, pair.right().getInputStream().read());
                Check.equal(-1, pair.right().getInputStream().read(new byte[10]));
            });
            pair.left().close();
            task.finish();
        }
    }

    @Case("a closed socket refuses to be used, and closing it again does nothing")
    public static void useAfterClose() throws Throwable {
        try (Pair pair = Pair.open()) {
            pair.left().close();
            pair.left().close();
            Check.fails(SocketException.class, () -> pair.left().getInputStream());
            Check.fails(SocketException.class, () -> pair.left().setSoTimeout(1));
        }
    }

    @Case("an interrupt does not end a read of a socket's stream; its flag is there afterwards")
    public static void interruptInRead() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                Check.equal(6, pair.right().getInputStream().read());
                Check.that(Thread.interrupted(), "the flag is there");
            });
            Await.io(task);
            task.interrupt();
            Thread.sleep(10);
            Check.that(task.isAlive(), "it still reads");
            pair.left().getOutputStream().write(6);
            task.finish();
        }
    }

    @Case("a port is free again after its server was closed")
    public static void portIsFreeAgain() throws Throwable {
        int port;
        try (ServerSocket server = listen()) {
            port = server.getLocalPort();
        }
        try (ServerSocket again = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
            Check.equal(port, again.getLocalPort());
        }
    }
}
