package dev.weft.tck.api;

import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import java.io.Closeable;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The interrupt of a virtual thread that waits in a socket of {@code java.net}: the socket is closed. Where virtual
 * threads are platform threads ({@code weft.threads=none}) the wait goes on, as on the plain JDK 17, until somebody
 * closes the socket.
 */
public final class VirtualSocketCases {
    private static final long PATIENCE = 30_000;
    private static final boolean ARE_PLATFORM = "none".equals(System.getProperty("weft.threads"));

    private VirtualSocketCases() {}

    private static void interruptedIn(Closeable socket, Body wait) throws Throwable {
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = Thread.ofVirtual().start(() -> {
            waiting.countDown();
            try {
                SocketException thrown = Check.fails(SocketException.class, wait);
                Check.that(ARE_PLATFORM || thrown.getMessage().equals("Closed by interrupt"), thrown.getMessage());
                Check.that(Thread.currentThread().isInterrupted(), "the status stays");
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        waiting.await();
        Thread.sleep(20);
        thread.interrupt();
        if (ARE_PLATFORM) {
            Check.that(thread.isAlive() && thread.isInterrupted(), "it goes on waiting");
            socket.close();
        }
        thread.join(PATIENCE);
        Check.that(!thread.isAlive(), "it ends");
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static ServerSocket listen() throws Throwable {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @Case("an interrupt ends a read and a write of a socket, with and without a timeout")
    @SuppressWarnings("try") // the other side needs only be there
    public static void readAndWrite() throws Throwable {
        for (int timeout : new int[] {0, 20_000}) {
            try (ServerSocket server = listen();
                    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                    Socket accepted = server.accept()) {
                client.setSoTimeout(timeout);
                interruptedIn(client, () -> client.getInputStream().read());
                Check.that(client.isClosed(), "closed");
            }
        }
        try (ServerSocket server = listen();
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            interruptedIn(client, () -> client.getOutputStream().write(new byte[50_000_000]));
            Check.that(client.isClosed(), "closed");
        }
    }

    @Case("an interrupt ends an accept")
    public static void accept() throws Throwable {
        for (int timeout : new int[] {0, 20_000}) {
            try (ServerSocket server = listen()) {
                server.setSoTimeout(timeout);
                interruptedIn(server, server::accept);
                Check.that(server.isClosed(), "closed");
            }
        }
    }

    @Case("an interrupt ends a receive of a datagram socket")
    public static void receive() throws Throwable {
        for (int timeout : new int[] {0, 20_000}) {
            try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                socket.setSoTimeout(timeout);
                interruptedIn(socket, () -> socket.receive(new DatagramPacket(new byte[9], 9)));
                Check.that(socket.isClosed(), "closed");
            }
        }
    }

    @Case("shutdownNow ends tasks that wait for sockets")
    @SuppressWarnings("try") // closed early on purpose
    public static void shutdownNow() throws Throwable {
        try (ServerSocket server = listen()) {
            ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
            CountDownLatch waiting = new CountDownLatch(1);
            executor.submit(() -> {
                waiting.countDown();
                return server.accept();
            });
            waiting.await();
            executor.shutdownNow();
            if (ARE_PLATFORM) {
                server.close();
            }
            Check.that(executor.awaitTermination(PATIENCE, TimeUnit.MILLISECONDS), "it ends");
        }
    }
}
