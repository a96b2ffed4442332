package dev.weft.tck.programs;

import dev.weft.tck.Await;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.FutureTask;

/**
 * Closes servers in which a thread waits, and takes their ports again; prints how often, and whether that thread had
 * not run yet in most cases. Needs one carrier, on which nobody is asked to make way.
 */
public final class ClosesWhereNothingHasCome {
    private static final int ROUNDS = 20;
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private ClosesWhereNothingHasCome() {}

    /** What a thread waits in. */
    private interface Wait {
        void run() throws Exception;
    }

    /** Takes a port. */
    private interface Taker {
        Closeable take(int port) throws IOException;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Void> all = new FutureTask<>(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                round();
            }
            return null;
        });
        new Thread(all).start();
        all.get();
        System.out.println("taken again: " + taken + ", mostly before: " + (before > taken / 2));
    }

    private static int taken;
    private static int before;

    private static void round() throws Exception {
        ServerSocket server = new ServerSocket(0, 1, HERE);
        closed(server::accept, server, server.getLocalPort(), port -> new ServerSocket(port, 1, HERE));
        ServerSocketChannel channel = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
        closed(channel::accept, channel, channel.socket().getLocalPort(), port -> new ServerSocket(port, 1, HERE));
        DatagramSocket socket = new DatagramSocket(0, HERE);
        DatagramPacket packet = new DatagramPacket(new byte[1], 1);
        closed(() -> socket.receive(packet), socket, socket.getLocalPort(), port -> new DatagramSocket(port, HERE));
        DatagramChannel datagrams = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0));
        closed(
                () -> datagrams.receive(ByteBuffer.allocate(1)),
                datagrams,
                datagrams.socket().getLocalPort(),
                port -> new DatagramSocket(port, HERE));
    }

    private static void closed(Wait wait, Closeable closed, int port, Taker taker) throws Exception {
        FutureTask<String> waiting = new FutureTask<>(() -> {
            try {
                wait.run();
                return "something has come";
            } catch (IOException e) {
                return "";
            }
        });
        Thread thread = new Thread(waiting);
        thread.start();
        Await.io(thread);
        closed.close();
        long start = System.nanoTime();
        for (; ; ) {
            // without a wait, nor anything in which a fiber leaves its carrier
            try {
                taker.take(port).close();
                taken++;
                before += waiting.isDone() ? 0 : 1;
                break;
            } catch (BindException e) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw e;
                }
            }
        }
        if (!waiting.get().isEmpty()) {
            throw new AssertionError(waiting.get());
        }
    }
}
