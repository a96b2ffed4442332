package dev.weft.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.BooleanSupplier;

/** Two threads on the loopback: one asks by a byte, again and again, the other one sends it back. */
final class EchoPair {
    private EchoPair() {}

    /**
     * Starts both.
     *
     * @param pause milliseconds before each question; 0 for none
     * @param delays gets the time from each question to its answer
     */
    static void start(long pause, Delays delays, BooleanSupplier isOver) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket accepted = server.accept();
            client.setTcpNoDelay(true);
            accepted.setTcpNoDelay(true);
            ThreadMaker.makeBlocking(() -> answer(accepted)).start();
            ThreadMaker.makeBlocking(() -> ask(client, pause, delays, isOver)).start();
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int each = in.read(); each >= 0; each = in.read()) {
                out.write(each);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void ask(Socket socket, long pause, Delays delays, BooleanSupplier isOver)
            throws InterruptedException {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            while (!isOver.getAsBoolean()) {
                if (pause > 0) {
                    Thread.sleep(pause);
                }
                long start = System.nanoTime();
                out.write(1);
                if (in.read() != 1) {
                    throw new IllegalStateException("wrong echo");
                }
                delays.add(System.nanoTime() - start);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
