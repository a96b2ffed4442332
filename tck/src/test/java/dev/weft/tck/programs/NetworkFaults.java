package dev.weft.tck.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * Two hosts, and what befalls the network between them: a link that is down for a while, silence, routes that lead
 * nowhere, a peer that dies, and one that comes back and knows nothing. Arguments of the one host: {@code server}; of
 * the other one: a process in the server's network namespace, and the command of the server. Prints how often each
 * outcome was seen. Stays whole as a list of small cases.
 */
public final class NetworkFaults {
    private static final String SERVER = "10.200.0.2";
    private static final String CLIENT = "10.200.0.1";
    private static final int PORT = 7000;
    private static final int NOBODY = 7001;
    private static final int THREADS = 20;
    private static final int BYTES = 1 << 18;
    private static final int TIMEOUT_MILLIS = 400;

    /** The JDK's own limit for all that comes before the kernel is asked, where classes may still have to be woven. */
    private static final int CONNECT_MILLIS = 3_000;

    private static final int FLAPS = 3;
    private static final long FLAP_MILLIS = 150;

    private NetworkFaults() {}

    private interface Body {
        String run() throws Exception;
    }

    /** Is one of the hosts. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("server")) {
            serve(args.length > 1);
            return;
        }
        String holder = args[0];
        List<String> server = new ArrayList<>(List.of("nsenter", "-t", holder, "-n"));
        server.addAll(Arrays.asList(args).subList(1, args.length));
        Process first = start(server);
        nowhere();
        flap();
        silence(holder);
        dies(first);
        // its kernel forgets the connections with the process, rather than to end them in order
        server.add("forgets");
        comesBack(holder, start(server), server);
        System.exit(0);
    }

    // ------------------------------------------------------------------------------------------- the server

    private static void serve(boolean forgets) throws IOException {
        try (ServerSocket server = new ServerSocket(PORT)) {
            System.out.println("ready");
            new Thread(NetworkFaults::endWithTheOther).start();
            for (; ; ) {
                Socket client = server.accept();
                if (forgets) {
                    client.setSoLinger(true, 0);
                }
                new Thread(() -> echo(client)).start();
            }
        }
    }

    /** The other host has this one's standard input. */
    private static void endWithTheOther() {
        try {
            System.in.read();
        } catch (IOException e) {
            // as its end
        }
        System.exit(0);
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // the other host has a fault
        }
    }

    private static Process start(List<String> command) throws IOException {
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new BufferedReader(new InputStreamReader(server.getInputStream())).readLine();
        if (!"ready".equals(line)) {
            throw new AssertionError("the server says " + line);
        }
        return server;
    }

    // ------------------------------------------------------------------------------------------- the faults

    private static void nowhere() throws Exception {
        ip("route", "add", "unreachable", "10.201.0.0/16");
        ip("route", "add", "prohibit", "10.202.0.0/16");
        inEach("unreachable", () -> connect("10.201.0.1", PORT));
        inEach("prohibited", () -> connect("10.202.0.1", PORT));
        inEach("no route", () -> connect("10.203.0.1", PORT));
        inEach("nobody listens", () -> connect(SERVER, NOBODY));
        // a kernel says so to the same host once a second only
        in(1, "nobody listens, datagrams", () -> {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.connect(InetAddress.getByName(SERVER), NOBODY);
                socket.send(new DatagramPacket(new byte[1], 1));
                socket.receive(new DatagramPacket(new byte[1], 1));
                return "received";
            }
        });
    }

    /** What is lost meanwhile is sent again. */
    private static void flap() throws Exception {
        CountDownLatch connected = new CountDownLatch(THREADS);
        Run run = new Run("the link is down now and then", () -> {
            try (Socket socket = new Socket(SERVER, PORT)) {
                connected.countDown();
                return isEchoed(socket) ? "all bytes" : "other bytes";
            }
        });
        connected.await();
        for (int i = 0; i < FLAPS; i++) {
            ip("link", "set", "weft0", "down");
            Thread.sleep(FLAP_MILLIS);
            ip("link", "set", "weft0", "up");
            Thread.sleep(FLAP_MILLIS);
        }
        run.tell();
    }

    private static boolean isEchoed(Socket socket) throws IOException, InterruptedException {
        byte[] sent = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            sent[i] = (byte) (i * 31 + (i >> 8));
        }
        Thread writer = new Thread(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                for (int at = 0; at < BYTES; at += 1 << 12) {
                    out.write(sent, at, 1 << 12);
                    Thread.sleep(10);
                }
                socket.shutdownOutput();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        byte[] received = socket.getInputStream().readAllBytes();
        writer.join();
        return Arrays.equals(sent, received);
    }

    /** Nothing comes back, and nobody says why. */
    private static void silence(String holder) throws Exception {
        CountDownLatch connected = new CountDownLatch(2 * THREADS);
        CountDownLatch silent = new CountDownLatch(1);
        Run reads = new Run("silence, a read with a limit", () -> {
            try (Socket socket = new Socket(SERVER, PORT)) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                connected.countDown();
                silent.await();
                socket.getOutputStream().write(1);
                return "read " + socket.getInputStream().read();
            }
        });
        List<SocketChannel> channels = new ArrayList<>();
        Run closed = new Run("silence, closed by another thread", () -> {
            try (SocketChannel channel = SocketChannel.open(new InetSocketAddress(SERVER, PORT))) {
                synchronized (channels) {
                    channels.add(channel);
                }
                connected.countDown();
                silent.await();
                return "read " + channel.read(ByteBuffer.allocate(1));
            }
        });
        connected.await();
        ipAt(holder, "route", "add", "blackhole", CLIENT + "/32");
        silent.countDown();
        inEach("silence, a connection with a limit", () -> connect(SERVER, PORT));
        reads.tell();
        for (SocketChannel each : channels) {
            each.close();
        }
        closed.tell();
        ipAt(holder, "route", "del", "blackhole", CLIENT + "/32");
    }

    private static void dies(Process server) throws Exception {
        CountDownLatch connected = new CountDownLatch(THREADS);
        Run run = new Run("the peer's process dies", () -> read(connected, null));
        connected.await();
        server.destroyForcibly().waitFor();
        run.tell();
    }

    /** The peer dies while nothing arrives; the next one knows nothing of the old connections. */
    private static void comesBack(String holder, Process server, List<String> command) throws Exception {
        CountDownLatch connected = new CountDownLatch(THREADS);
        List<Socket> sockets = new ArrayList<>();
        Run run = new Run("the peer has forgotten", () -> read(connected, sockets));
        connected.await();
        ipAt(holder, "route", "add", "blackhole", CLIENT + "/32");
        server.destroyForcibly().waitFor();
        Process third = start(command);
        ipAt(holder, "route", "del", "blackhole", CLIENT + "/32");
        for (Socket each : sockets) {
            each.getOutputStream().write(1);
        }
        run.tell();
        third.destroyForcibly().waitFor();
    }

    private static String read(CountDownLatch connected, List<Socket> sockets) throws IOException {
        try (Socket socket = new Socket(SERVER, PORT)) {
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            out.write(7);
            if (in.read() != 7) {
                return "wrong echo";
            }
            if (sockets != null) {
                synchronized (sockets) {
                    sockets.add(socket);
                }
            }
            connected.countDown();
            int read = in.read();
            return read < 0 ? "end" : "read " + read;
        }
    }

    private static String connect(String host, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return "connected";
        }
    }

    // ------------------------------------------------------------------------------------------- how

    private static void inEach(String title, Body body) throws Exception {
        in(THREADS, title, body);
    }

    private static void in(int count, String title, Body body) throws Exception {
        new Run(count, title, body).tell();
    }

    /** Does the same in many threads. */
    private static final class Run {
        private final String title;
        private final Map<String, Integer> outcomes = new TreeMap<>();
        private final List<Thread> threads = new ArrayList<>();

        Run(String title, Body body) {
            this(THREADS, title, body);
        }

        Run(int count, String title, Body body) {
            this.title = title;
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(() -> count(body));
                threads.add(thread);
                thread.start();
            }
        }

        private void count(Body body) {
            String outcome;
            try {
                outcome = body.run();
            } catch (Exception e) {
                outcome = e.toString();
            }
            synchronized (outcomes) {
                outcomes.merge(outcome, 1, Integer::sum);
            }
        }

        void tell() throws InterruptedException {
            for (Thread each : threads) {
                each.join();
            }
            synchronized (outcomes) {
                System.out.println(title + ": " + outcomes);
            }
        }
    }

    /** {@code ip}, on this host. */
    private static void ip(String... arguments) throws Exception {
        run("ip", arguments);
    }

    /** The same on the other host. */
    private static void ipAt(String holder, String... arguments) throws Exception {
        run("nsenter -t " + holder + " -n ip", arguments);
    }

    private static void run(String command, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        all.addAll(List.of(arguments));
        int exit = new ProcessBuilder(all).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new AssertionError(all + " ends with " + exit);
        }
    }
}
