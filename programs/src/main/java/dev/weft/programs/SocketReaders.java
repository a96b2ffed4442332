package dev.weft.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Hashtable;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;

/** Readers of lines over sockets, which block within the monitor of their streams; and the collections of Java 1.0. */
public final class SocketReaders {
    private static final Hashtable<Integer, String> LAST = new Hashtable<>();
    private static final Vector<Integer> LENGTHS = new Vector<>();

    private SocketReaders() {}

    /** Connects. */
    public static void main(String[] args) throws Exception {
        int clients = Size.of(args, 100, 500);
        try (ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress())) {
            Thread acceptor = new Thread(() -> accept(server, clients));
            acceptor.start();
            CountDownLatch allConnected = new CountDownLatch(clients);
            Crowd.run("client", clients, number -> talk(server.getLocalPort(), number, allConnected));
            acceptor.join();
        }
        System.out.println(LAST.size() + " " + LAST.get(clients - 1) + " " + LENGTHS.size() + " "
                + LENGTHS.stream().mapToInt(Integer::intValue).sum());
        wait(clients);
    }

    private static void accept(ServerSocket server, int clients) {
        try {
            for (int i = 0; i < clients; i++) {
                Socket socket = server.accept();
                new Thread(() -> serve(socket)).start();
            }
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    private static void serve(Socket socket) {
        try (socket;
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
            for (String line; (line = in.readLine()) != null; ) {
                out.println(line.toUpperCase());
                LENGTHS.add(line.length());
            }
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    private static String talk(int port, int number, CountDownLatch allConnected) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            allConnected.countDown();
            allConnected.await();
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            Digest digest = new Digest();
            for (int i = 0; i < 5; i++) {
                out.println("line " + i + " of " + number);
                String answer = in.readLine();
                digest.add(answer);
                LAST.put(number, answer);
            }
            return digest.toString();
        }
    }

    /** All wait on one vector until the last has come. */
    private static void wait(int threads) throws InterruptedException {
        Vector<Integer> meeting = new Vector<>();
        Crowd.run("guest", threads, number -> {
            synchronized (meeting) {
                meeting.add(number);
                meeting.notifyAll();
                while (meeting.size() < threads) {
                    meeting.wait();
                }
                return meeting.size();
            }
        });
    }
}
