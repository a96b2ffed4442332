package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Blocking stream sockets. */
public final class SocketCases {
    private SocketCases() {}

    /** Two connected sockets. */
    record Pair(Socket left, Socket right) implements AutoCloseable {
        static Pair open() throws IOException {
            try (ServerSocket server = listen()) {
                Socket left = connect(server);
                return new Pair(left, server.accept());
            }
        }

        @Override
        public void close() throws IOException {
            left.close();
            right.close();
        }
    }

    static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    static Socket connect(ServerSocket server) throws IOException {
        return new Socket(server.getInetAddress(), server.getLocalPort());
    }

    static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    static PrintWriter writer(Socket socket) throws IOException {
        return new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    @Case("a server that echoes lines serves one client")
    public static void echo() throws Throwable {
        try (ServerSocket server = listen()) {
            Task task = Task.start(() -> {
                try (Socket socket = server.accept()) {
                    BufferedReader in = reader(socket);
                    PrintWriter out = writer(socket);
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        out.println("echo " + line);
                    }
                }
            });
            try (Socket socket = connect(server)) {
                BufferedReader in = reader(socket);
                PrintWriter out = writer(socket);
                for (int i = 0; i < 50; i++) {
                    out.println("line " + i + " äöü");
                    Check.equal("echo line " + i + " äöü", in.readLine());
                }
            }
            task.finish();
        }
    }

    @Case("threads that talk over a connection go on while another thread computes without end")
    public static void echoBesideAHog() throws Throwable {
        AtomicBoolean stop = new AtomicBoolean();
        Task hog = Task.start(() -> {
            long start = System.nanoTime();
            while (!stop.get()) {
                Thread.onSpinWait();
                Check.inTime(start);
            }
        });
        try {
            for (int i = 0; i < 20; i++) {
                echo();
            }
        } finally {
            stop.set(true);
        }
        hog.finish();
    }

    @Case("a server with a thread per connection serves many clients at once")
    public static void threadPerConnection() throws Throwable {
        int clients = 30;
        try (ServerSocket server = listen()) {
            Task acceptor = Task.start(() -> {
                for (int i = 0; i < clients; i++) {
                    Socket socket = server.accept();
                    Task.start(() -> {
                        try (socket) {
                            BufferedReader in = reader(socket);
                            PrintWriter out = writer(socket);
                            out.println(Integer.parseInt(in.readLine()) * 2);
                            out.println(Integer.parseInt(in.readLine()) * 3);
                        }
                    });
                }
            });
            CountDownLatch allAreConnected = new CountDownLatch(clients);
            Task.finish(Task.start(clients, () -> {
                try (Socket socket = connect(server)) {
                    allAreConnected.countDown();
                    allAreConnected.await();
                    int own = socket.getLocalPort();
                    PrintWriter out = writer(socket);
                    BufferedReader in = reader(socket);
                    out.println(own);
                    Check.equal("" + own * 2, in.readLine());
                    out.println(own);
                    Check.equal("" + own * 3, in.readLine());
                    Check.equal(null, in.readLine());
                }
            }));
            acceptor.finish();
        }
    }

    @Case("a read waits until the other side writes, and gives what is there")
    public static void readWaits() throws Throwable {
        try (Pair pair = Pair.open()) {
            CountDownLatch taken = new CountDownLatch(1);
            Task task = Task.start(() -> {
                byte[] buffer = new byte[100];
                int count = pair.right().getInputStream().read(buffer);
                taken.countDown();
                Check.equal(3, count);
                Check.equal(2, (int) buffer[1]);
                Check.equal(9, pair.right().getInputStream().read());
            });
            Check.that(task.isAlive(), "it waits");
            pair.left().getOutputStream().write(new byte[] {1, 2, 3});
            // to look whether none is available would not do: they may not have come yet
            taken.await();
            pair.left().getOutputStream().write(9);
            task.finish();
        }
    }

    private static int available(Socket socket) {
        try {
            return socket.getInputStream().available();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Case("a writer waits while the reader does not read, and all bytes arrive in order")
    public static void writerWaits() throws Throwable {
        long seed = 42;
        int size = 5_000_000;
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                byte[] bytes = new byte[size];
                new Random(seed).nextBytes(bytes);
                OutputStream out = pair.left().getOutputStream();
                out.write(bytes, 0, size / 2);
                out.write(bytes, size / 2, size - size / 2);
                pair.left().shutdownOutput();
            });
            Await.that("something has arrived", () -> available(pair.right()) > 0);
            byte[] expected = new byte[size];
            new Random(seed).nextBytes(expected);
            byte[] read = pair.right().getInputStream().readAllBytes();
            Check.that(java.util.Arrays.equals(expected, read), "all bytes in order, of " + read.length);
            task.finish();
        }
    }

    @Case("data and objects are sent and received whole")
    public static void dataAndObjects() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task task = Task.start(() -> {
                DataInputStream in = new DataInputStream(pair.right().getInputStream());
                Check.equal(1L << 40, in.readLong());
                Check.equal("text", in.readUTF());
                ObjectInputStream objects = new ObjectInputStream(pair.right().getInputStream());
                Check.equal(List.of(1, 2, 3), objects.readObject());
            });
            DataOutputStream out = new DataOutputStream(pair.left().getOutputStream());
            out.writeLong(1L << 40);
            out.writeUTF("text");
            out.flush();
            ObjectOutputStream objects = new ObjectOutputStream(pair.left().getOutputStream());
            objects.writeObject(List.of(1, 2, 3));
            objects.flush();
            task.finish();
        }
    }

    @Case("two threads read and write on one socket at the same time")
    public static void fullDuplex() throws Throwable {
        try (Pair pair = Pair.open()) {
            Task[] tasks = new Task[4];
            int next = 0;
            for (Socket socket : List.of(pair.left(), pair.right())) {
                tasks[next++] = Task.start(() -> {
                    OutputStream out = socket.getOutputStream();
                    for (int i = 0; i < 20_000; i++) {
                        out.write(i);
                    }
                });
                tasks[next++] = Task.start(() -> {
                    InputStream in = new java.io.BufferedInputStream(socket.getInputStream());
                    for (int i = 0; i < 20_000; i++) {
                        Check.equal(i & 0xff, in.read());
                    }
                });
            }
            Task.finish(tasks);
        }
    }

    @Case("a socket knows its addresses and its options")
    public static void addressesAndOptions() throws Throwable {
        try (Pair pair = Pair.open()) {
            Check.equal(pair.left().getLocalPort(), pair.right().getPort());
            Check.equal(pair.left().getRemoteSocketAddress(), pair.right().getLocalSocketAddress());
            pair.left().setTcpNoDelay(true);
            pair.left().setKeepAlive(true);
            pair.left().setSoLinger(true, 1);
            pair.left().setReuseAddress(true);
            Check.that(pair.left().getTcpNoDelay() && pair.left().getKeepAlive(), "set");
            Check.equal(1, pair.left().getSoLinger());
            Check.that(
                    pair.left().isConnected()
                            && pair.left().isBound()
                            && !pair.left().isClosed(),
                    "open");
        }
    }

    @Case("a socket bound and connected by hand, with a timeout, is connected")
    public static void connectByHand() throws Throwable {
        try (ServerSocket server = new ServerSocket();
                Socket socket = new Socket()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.connect(server.getLocalSocketAddress(), 5_000);
            try (Socket accepted = server.accept()) {
                socket.getOutputStream().write(7);
                Check.equal(7, accepted.getInputStream().read());
            }
        }
    }

    @Case("a host name is looked up")
    public static void lookUp() throws Throwable {
        Check.that(InetAddress.getByName("localhost").isLoopbackAddress(), "the loopback address");
        Check.that(InetAddress.getAllByName("127.0.0.1").length == 1, "one address");
        Check.fails(UnknownHostException.class, () -> InetAddress.getByName("no such host"));
    }

    @Case("the exception for an unknown host has the frames of its caller")
    public static void lookUpInVain() throws Throwable {
        UnknownHostException e =
                Check.fails(UnknownHostException.class, () -> InetAddress.getByName("no such host in a trace"));
        StackTraceElement[] trace = e.getStackTrace();
        Check.that(trace[0].isNativeMethod(), "a native method in front of " + trace[1]);
        boolean isCaller = false;
        for (StackTraceElement each : trace) {
            Check.that(!each.getClassName().contains("ThreadPool"), "no " + each);
            isCaller |= each.getMethodName().equals("lookUpInVain");
        }
        Check.that(isCaller, "the caller is in the trace");
    }
}
