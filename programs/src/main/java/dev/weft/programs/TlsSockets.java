package dev.weft.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** TLS over sockets on the loopback: a server with a thread for each connection, and clients. */
public final class TlsSockets {
    private TlsSockets() {}

    /** Connects. */
    public static void main(String[] args) throws Exception {
        SSLContext context = Certificate.context();
        SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(() -> accept(server));
        acceptor.setDaemon(true);
        acceptor.start();
        int port = server.getLocalPort();
        Crowd.run("client", Size.of(args, 5, 60), number -> talk(context, port, number));
        server.close();
        acceptor.join();
    }

    private static void accept(SSLServerSocket server) {
        try {
            for (; ; ) {
                SSLSocket socket = (SSLSocket) server.accept();
                new Thread(() -> serve(socket)).start();
            }
        } catch (IOException e) {
            System.out.println("the server is closed: " + server.isClosed());
        }
    }

    private static void serve(SSLSocket socket) {
        try (socket;
                BufferedReader in = reader(socket);
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line; (line = in.readLine()) != null; ) {
                out.println("echo " + line);
            }
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    private static BufferedReader reader(SSLSocket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String talk(SSLContext context, int port, int number) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
            if (number % 2 == 1) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            }
            socket.startHandshake();
            Digest digest = new Digest();
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            BufferedReader in = reader(socket);
            for (int i = 0; i < 10; i++) {
                out.println("line " + i + " of " + number + " ".repeat(i * 100));
                digest.add(in.readLine());
            }
            return socket.getSession().getProtocol() + " " + digest;
        }
    }
}
