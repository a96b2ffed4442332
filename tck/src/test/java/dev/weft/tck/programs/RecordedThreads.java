package dev.weft.tck.programs;

import dev.weft.Weft;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/**
 * A fiber that waits, one that blocks its carrier meanwhile, one that has no carrier but for the watchdog, and one that
 * blocks its carrier for a socket.
 */
public final class RecordedThreads {
    private static final Object BLOCKER = new Object();

    private RecordedThreads() {}

    private static final class Pinning {
        static final int VALUE = await();

        private static int await() {
            long end = System.nanoTime() + 500_000_000;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            return 1;
        }
    }

    /** Waits for a connection, where it cannot be suspended. */
    private static final class Accepting {
        private final ServerSocket server;

        Accepting(ServerSocket server) {
            this.server = server;
        }

        @Override
        public String toString() {
            try {
                server.accept().close();
                return "accepted";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void acceptPinned() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            long pinned = Weft.pinned();
            Thread acceptor = new Thread(() -> System.out.println(new Accepting(server)), "acceptor");
            acceptor.start();
            while (Weft.pinned() == pinned) {
                Thread.sleep(1);
            }
            Thread.sleep(100);
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            acceptor.join();
            client.close();
        }
    }

    /** Starts them and waits for their ends. */
    public static void main(String[] args) throws Exception {
        Thread parker = new Thread(
                () -> {
                    while (!Thread.interrupted()) {
                        LockSupport.park(BLOCKER);
                    }
                },
                "parker");
        Thread pinner = new Thread(() -> System.out.println(Pinning.VALUE), "pinner");
        parker.start();
        while (parker.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        pinner.start();
        while (pinner.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        Thread other = new Thread(() -> System.out.println("other"), "other");
        other.start();
        other.join();
        pinner.join();
        acceptPinned();
        parker.interrupt();
        parker.join();
    }
}
