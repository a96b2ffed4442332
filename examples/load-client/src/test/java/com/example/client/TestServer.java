package com.example.client;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server whose behaviour a test chooses, also a wrong one. */
final class TestServer implements Closeable {
    /** Decides what is sent back, byte for byte. */
    interface Behaviour {
        /**
         * The text to send, empty for none, or null to close the connection.
         *
         * @param number of the request, over all connections, from 1
         */
        String answer(String line, int number);
    }

    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getByName("127.0.0.1"));
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Behaviour behaviour;

    TestServer(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        daemon(this::accept);
    }

    /** Answers ECHO and the questions of the fault client as a right server would. */
    static String honest(String line) {
        if (line.startsWith("ECHO ")) {
            return line.substring(5) + "\n";
        }
        return line.equals("THREADS") ? "THREADS others=0 opened=1 group=1\n" : "ERROR unknown command\n";
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The addresses of the open connections. */
    List<String> peers() {
        return sockets.stream()
                .map(socket -> socket.getInetAddress().toString())
                .toList();
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "test-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            closeAll();
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                OutputStream out = socket.getOutputStream()) {
            String answer = "";
            while (answer != null) {
                out.write(answer.getBytes(StandardCharsets.UTF_8));
                String line = in.readLine();
                answer = line == null ? null : behaviour.answer(line, requests.incrementAndGet());
            }
        } catch (IOException e) {
            sockets.remove(socket);
        }
    }

    private void closeAll() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                sockets.remove(socket);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeAll();
    }
}
