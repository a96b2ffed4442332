package dev.weft.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * How late threads are beside some that compute: 1,000 that sleep 10 to 100 ms, again and again, and 50 pairs that
 * echo a byte over a connection every 20 ms. Arguments: how many spin, and for how many seconds. Prints, in
 * milliseconds, how late half of the sleepers, 99 of 100, and the latest are; then the same of the echoes' times.
 */
public final class Deadlines {
    private static final int SLEEPERS = 1_000;
    private static final int PAIRS = 50;

    private static volatile boolean isOver;

    private Deadlines() {}

    /** See the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Delays sleeps = new Delays();
        Delays echoes = new Delays();
        int spinning = Integer.parseInt(args[0]);
        for (int i = 0; i < SLEEPERS; i++) {
            start(() -> sleep(sleeps));
        }
        try (ServerSocket server = new ServerSocket(0, PAIRS, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < PAIRS; i++) {
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept();
                start(() -> echo(accepted));
                start(() -> ask(client, echoes));
            }
        }
        for (int i = 0; i < spinning; i++) {
            start(Deadlines::spin);
        }
        // until all is compiled
        Thread.sleep(5_000);
        sleeps.begin();
        echoes.begin();
        Thread.sleep(1_000L * Integer.parseInt(args[1]));
        isOver = true;
        System.out.println(sleeps.told() + " " + echoes.told());
        System.exit(0);
    }

    private static void start(ThreadMaker.Blocking body) {
        ThreadMaker.makeBlocking(body).start();
    }

    private static void sleep(Delays delays) throws InterruptedException {
        while (!isOver) {
            long millis = ThreadLocalRandom.current().nextLong(10, 100);
            long due = System.nanoTime() + millis * 1_000_000;
            Thread.sleep(millis);
            delays.add(System.nanoTime() - due);
        }
    }

    private static void echo(Socket socket) {
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

    private static void ask(Socket socket, Delays delays) throws InterruptedException {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            while (!isOver) {
                Thread.sleep(20);
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

    /** As code that computes does: with a call now and then. */
    private static void spin() {
        LongSupplier steps = Deadlines::steps;
        long sum = 0;
        while (!isOver) {
            sum += steps.getAsLong();
        }
        if (sum == 42) {
            System.err.println(sum);
        }
    }

    private static long steps() {
        long sum = 0;
        for (int i = 0; i < 1_000; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }
}
