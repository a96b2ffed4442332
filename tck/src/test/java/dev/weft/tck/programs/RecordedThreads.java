package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.FiberProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A fiber that waits, one that blocks its carrier meanwhile, one that has no carrier but for the watchdog, one that
 * blocks its carrier for a socket, and two that read from sockets.
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

    /** Both write first; then one reads by a stream until the peer has closed, and one waits in vain by a channel. */
    private static void readFromSockets() throws IOException, InterruptedException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 2, loopback);
                Socket client = new Socket(loopback, server.getLocalPort())) {
            Socket accepted = server.accept();
            SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
            Thread reader = new Thread(() -> read(client), "reader");
            Thread closed = new Thread(() -> readOf(channel), "closed");
            reader.start();
            closed.start();
            Await.io(reader);
            Await.io(closed);
            Thread.sleep(WAIT);
            accepted.getOutputStream().write(new byte[7]);
            channel.close();
            closed.join();
            Await.io(reader);
            Thread.sleep(WAIT);
            accepted.close();
            reader.join();
        }
    }

    private static void read(Socket client) {
        try {
            client.setSoTimeout(100_000);
            client.getOutputStream().write(new byte[3]);
            InputStream in = client.getInputStream();
            System.out.println("read " + in.read(new byte[10]) + ", " + in.read(new byte[10]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readOf(SocketChannel channel) {
        try {
            channel.write(ByteBuffer.allocate(4));
            System.out.println("read " + channel.read(ByteBuffer.allocate(10)));
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName());
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
        readFromSockets();
        parker.interrupt();
        parker.join();
    }

    /** By the carrier's own thread: the event has begun when that waits. */
    private static boolean blocksItsCarrier(Thread thread) {
        Thread carrier = FiberProbe.state(thread).equals("PINNED") ? FiberProbe.carrier(thread) : null;
        return carrier != null && WAITS.contains(carrier.getState());
    }
}
