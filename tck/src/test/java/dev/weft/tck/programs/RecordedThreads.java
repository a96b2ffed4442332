package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.FiberProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A fiber that waits, one that blocks its carrier meanwhile, one that has no carrier but for the watchdog, and one that
 * blocks its carrier for a socket.
 */
public final class RecordedThreads {
    private static final Object BLOCKER = new Object();

    /** Milliseconds that each of them waits at least, once it is seen to wait. */
    private static final long WAIT = 100;

    private static final Set<Thread.State> WAITS = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private static volatile boolean isReleased;

    private RecordedThreads() {}

    private static final class Pinning {
        static final int VALUE = await();

        private static int await() {
            while (!isReleased) {
                LockSupport.park();
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
            Thread acceptor = new Thread(() -> System.out.println(new Accepting(server)), "acceptor");
            acceptor.start();
            Await.io(acceptor);
            Thread.sleep(WAIT);
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
        Await.state(parker, Thread.State.WAITING);
        pinner.start();
        Await.that("it blocks its carrier", () -> blocksItsCarrier(pinner));
        Thread other = new Thread(() -> System.out.println("other"), "other");
        other.start();
        other.join();
        Thread.sleep(WAIT);
        isReleased = true;
        LockSupport.unpark(pinner);
        pinner.join();
        acceptPinned();
        parker.interrupt();
        parker.join();
    }

    /** By the carrier's own thread: the event has begun when that waits. */
    private static boolean blocksItsCarrier(Thread thread) {
        Thread carrier = FiberProbe.state(thread).equals("PINNED") ? FiberProbe.carrier(thread) : null;
        return carrier != null && WAITS.contains(carrier.getState());
    }
}
