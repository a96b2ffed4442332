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

/**
 * A server as they were written for threads: one thread per connection, blocking streams, connections kept alive. As
 * {@code relay}, it answers each request by asking a second server of the same kind, over one connection per client, which
 * takes its time.
 */
public final class HttpServer {
    private static final int BACKLOG = 16_384;
    private static final byte[] ANSWER = ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 64\r\n\r\n"
                    + "0123456789abcdef".repeat(4))
            .getBytes(StandardCharsets.US_ASCII);

    private HttpServer() {}

    private interface Handler {
        void serve(Socket client) throws IOException, InterruptedException;
    }

    /**
     * Takes the delay of the server behind in milliseconds, or nothing for a server that answers itself. Prints the port, and
     * ends when its standard input does.
     */
    public static void main(String[] args) throws IOException {
        int port;
        if (args.length == 0) {
            port = listen(client -> answer(client, 0));
        } else {
            long delayMillis = Long.parseLong(args[0]);
            int behind = listen(client -> answer(client, delayMillis));
            port = listen(client -> relay(client, behind));
        }
        System.out.println(port);
        while (System.in.read() >= 0) {
            // the end of input is what is waited for
        }
        System.exit(0);
    }

    private static int listen(Handler handler) throws IOException {
        ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        ThreadMaker.make(() -> accept(server, handler)).start();
        return server.getLocalPort();
    }

    private static void accept(ServerSocket server, Handler handler) {
        try {
            for (; ; ) {
                Socket client = server.accept();
                client.setTcpNoDelay(true);
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

    private static void answer(Socket client, long delayMillis) throws IOException, InterruptedException {
        BufferedReader in = reader(client);
        OutputStream out = client.getOutputStream();
        while (readRequest(in)) {
            if (delayMillis > 0) {
                Thread.sleep(delayMillis);
            }
            out.write(ANSWER);
        }
    }

    private static void relay(Socket client, int port) throws IOException {
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
