package dev.weft.tck.programs;

import dev.weft.tck.Body;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Does something for the first time while no descriptor is left, in a thread of its own, then again when there are
 * some, and tells of each whether it went well. What the JDK itself would have failed for ever in, for classes of its
 * own, is done once by the main thread before.
 */
public final class FirstWithoutDescriptors {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static final Map<String, Body> ALL = new LinkedHashMap<>();

    private static ServerSocket server;
    private static Socket client;
    private static Socket accepted;
    private static DatagramSocket datagrams;
    private static ServerSocketChannel serverChannel;
    private static Pipe pipe;
    private static Process process;

    private FirstWithoutDescriptors() {}

    private static void define() {
        ALL.put("read", () -> timed(() -> client.getInputStream().read()));
        ALL.put("accept", () -> timed(() -> server.accept()));
        ALL.put("connect", () -> new Socket(HERE, server.getLocalPort()).close());
        ALL.put("datagram", () -> timed(() -> datagrams.receive(new DatagramPacket(new byte[1], 1))));
        ALL.put("process", FirstWithoutDescriptors::runProcess);
        ALL.put("file", () -> new FileInputStream("/dev/null").close());
        ALL.put("lookup", () -> InetAddress.getAllByName("localhost"));
        ALL.put("channel", () -> SocketChannel.open(new InetSocketAddress(HERE, server.getLocalPort()))
                .close());
        ALL.put("adaptor", () -> timed(() -> serverChannel.socket().accept()));
        ALL.put("pipe", FirstWithoutDescriptors::usePipe);
        ALL.put("output", FirstWithoutDescriptors::readProcess);
        ALL.put("thread", FirstWithoutDescriptors::startThread);
        ALL.put("trace", () -> new Throwable().getStackTrace());
    }

    private static void acquire() throws IOException {
        server = new ServerSocket(0, 50, HERE);
        client = new Socket(HERE, server.getLocalPort());
        accepted = server.accept();
        client.setSoTimeout(1);
        server.setSoTimeout(1);
        datagrams = new DatagramSocket(0, HERE);
        datagrams.setSoTimeout(1);
        serverChannel = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
        serverChannel.socket().setSoTimeout(1);
        pipe = Pipe.open();
        process = new ProcessBuilder("cat").start();
    }

    private static void timed(Body body) throws Throwable {
        try {
            body.run();
        } catch (SocketTimeoutException e) {
            // it has waited
        }
    }

    private static void runProcess() throws Exception {
        Process started = new ProcessBuilder("true").start();
        started.waitFor();
        for (InputStream each : List.of(started.getInputStream(), started.getErrorStream())) {
            each.close();
        }
        started.getOutputStream().close();
    }

    private static void readProcess() throws IOException {
        process.getOutputStream().write(1);
        process.getOutputStream().flush();
        process.getInputStream().read();
    }

    private static void usePipe() throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        pipe.sink().write(ByteBuffer.allocate(1));
        pipe.source().read(one);
    }

    private static void startThread() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
    }

    private static String attempt(Body body) throws InterruptedException {
        String[] result = new String[1];
        Thread thread = new Thread(() -> {
            try {
                body.run();
                result[0] = "went well";
            } catch (Throwable e) {
                result[0] = e instanceof IOException ? "IOException" : e.toString();
            }
        });
        thread.start();
        thread.join();
        return result[0];
    }

    /** What to do first. */
    public static void main(String[] args) throws Throwable {
        define();
        acquire();
        Body body = ALL.get(args[0]);
        body.run();
        List<InputStream> all = Descriptors.takeAll();
        String without = attempt(body);
        for (InputStream each : all) {
            each.close();
        }
        System.out.println(args[0] + ": " + without + ", then " + attempt(body));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
