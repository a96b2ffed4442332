package dev.weft.tck.programs;

import dev.weft.tck.Check;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A thread per connection: many block in readLine, then all are served. Prints the number of kernel threads meanwhile.
 */
public final class BlockedReaders {
    private static final AtomicInteger READING = new AtomicInteger();
    private static final AtomicInteger SERVED = new AtomicInteger();

    private BlockedReaders() {}

    /** The argument is the number of connections. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        List<Socket> clients = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            Thread acceptor = new Thread(() -> accept(server, count));
            acceptor.start();
            for (int i = 0; i < count; i++) {
                clients.add(new Socket(server.getInetAddress(), server.getLocalPort()));
            }
            acceptor.join();
        }
        while (READING.get() < count) {
            Thread.sleep(1);
        }
        System.out.println("kernel threads: " + kernelThreads());
        for (int i = 0; i < count; i++) {
            clients.get(i).getOutputStream().write((i + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        for (int i = 0; i < count; i++) {
            Check.equal(i % 251, clients.get(i).getInputStream().read());
            clients.get(i).close();
        }
        while (SERVED.get() < count) {
            Thread.sleep(1);
        }
        System.out.println("served: " + SERVED);
    }

    private static void accept(ServerSocket server, int count) {
        try {
            for (int i = 0; i < count; i++) {
                Socket socket = server.accept();
                new Thread(() -> serve(socket)).start();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            READING.incrementAndGet();
            socket.getOutputStream().write(Integer.parseInt(in.readLine()) % 251);
            Check.equal(null, in.readLine());
            SERVED.incrementAndGet();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static long kernelThreads() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.count();
        }
    }
}
