package dev.weft.bench.net;

import dev.weft.bench.ThreadMaker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/**
 * A server as they were written for threads: one thread per connection, blocking streams, connections kept alive. As
 * {@code relay}, it answers each request by asking a second server of the same kind, over one connection per client,
 * which takes its time.
 */
public final class HttpServer {
    private static final int BACKLOG = 16_384;
    private static final byte[] ANSWER = ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 64\r\n\r\n"
                    + "0123456789abcdef".repeat(4))
            .getBytes(StandardCharsets.US_ASCII);

    /** The length of an answer. */
    static final int ANSWER_BYTES = ANSWER.length;

    private HttpServer() {}

    private interface Handler {
        void serve(Socket client) throws IOException, InterruptedException;
    }

    /** How many clients a server has had, and how often it has answered. */
    private static final class Counts {
        private final LongAdder clients = new LongAdder();
        private final LongAdder answers = new LongAdder();
    }

    /**
     * Takes the delay of the server behind in milliseconds, or nothing for a server that answers itself. Prints the
     * port, and for each line of its standard input three numbers: how many have connected to that port, how many
     * requests to it were answered, and {@link System#nanoTime} at that moment. Ends when its standard input does.
     */
    public static void main(String[] args) throws IOException {
        Counts counts = new Counts();
        int port;
        if (args.length == 0) {
            port = listen(counts, client -> answer(client, 0, counts));
        } else {
            long delayMillis = Long.parseLong(args[0]);
            Counts others = new Counts();
            int behind = listen(others, client -> answer(client, delayMillis, others));
            port = listen(counts, client -> relay(client, behind, counts));
        }
        System.out.println(port);
        for (int read = System.in.read(); read >= 0; read = System.in.read()) {
            if (read == '\n') {
                System.out.println(counts.clients.sum() + " " + counts.answers.sum() + " " + System.nanoTime());
            }
        }
        System.exit(0);
    }

    private static int listen(Counts counts, Handler handler) throws IOException {
        ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        ThreadMaker.make(() -> accept(server, counts, handler)).start();
        return server.getLocalPort();
    }

    private static void accept(ServerSocket server, Counts counts, Handler handler) {
        try {
            for (; ; ) {
                Socket client = server.accept();
                client.setTcpNoDelay(true);
                counts.clients.increment();
                ThreadMaker.make(() -> serve(client, handler)).start();
            }
        } catch (IOException e) {
            System.err.println("no more clients: " + e);
        }
    }

    private static void serve(Socket client, Handler handler) {
        try (client) {
            handler.serve(client);
        } catch (IOException e) {
            // the load generator ends its connections in the middle
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(Socket client, long delayMillis, Counts counts)
            throws IOException, InterruptedException {
        BufferedReader in = reader(client);
        OutputStream out = client.getOutputStream();
        while (readRequest(in)) {
            if (delayMillis > 0) {
                Thread.sleep(delayMillis);
            }
            out.write(ANSWER);
            counts.answers.increment();
        }
    }

    private static void relay(Socket client, int port, Counts counts) throws IOException {
        BufferedReader in = reader(client);
        OutputStream out = client.getOutputStream();
        byte[] request = "GET /behind HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] answer = new byte[ANSWER.length];
        try (Socket behind = new Socket(InetAddress.getLoopbackAddress(), port)) {
            behind.setTcpNoDelay(true);
            while (readRequest(in)) {
                behind.getOutputStream().write(request);
                if (behind.getInputStream().readNBytes(answer, 0, answer.length) < answer.length) {
                    throw new IOException("the server behind has hung up");
                }
                out.write(answer);
                counts.answers.increment();
            }
        }
    }

    private static BufferedReader reader(Socket client) throws IOException {
        return new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII), 1024);
    }

    /** False at the end of the stream. */
    private static boolean readRequest(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (line == null) {
            return false;
        }
        if (!line.startsWith("GET ")) {
            throw new IOException("not a request: " + line);
        }
        while (!line.isEmpty()) {
            line = in.readLine();
            if (line == null) {
                return false;
            }
        }
        return true;
    }
}
