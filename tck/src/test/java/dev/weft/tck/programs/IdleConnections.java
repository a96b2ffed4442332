package dev.weft.tck.programs;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Threads with a payload wait for descriptors that stay open, and end: while others wait for descriptors, nothing keeps
 * them. Nor does anything keep the threads of a group of asynchronous channels that has ended.
 */
public final class IdleConnections {
    private static final int THREADS = 8;
    private static final int ROUNDS = 2_000;
    private static final int PATIENCE_SECONDS = 20;
    private static final List<ServerSocket> OPEN = new ArrayList<>();

    private IdleConnections() {}

    private static final class Loaded extends Thread {
        private final byte[] payload = new byte[1 << 20];
        private final Runnable body;

        Loaded(List<WeakReference<Thread>> all, Runnable body) {
            this.body = body;
            all.add(new WeakReference<>(this));
        }

        @Override
        public void run() {
            payload[0] = 1;
            body.run();
        }
    }

    /** In vain, for a connection. */
    private static void accept(ServerSocket server) {
        try {
            server.setSoTimeout(1);
            server.accept();
        } catch (SocketTimeoutException e) {
            // as nobody comes
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void useGroup(List<WeakReference<Thread>> all) throws Exception {
        InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, task -> new Loaded(all, task));
        try (AsynchronousServerSocketChannel server =
                        AsynchronousServerSocketChannel.open(group).bind(anywhere);
                AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group)) {
            Future<AsynchronousSocketChannel> accepted = server.accept();
            client.connect(server.getLocalAddress()).get();
            accepted.get().close();
        }
        group.shutdown();
        group.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static List<WeakReference<Thread>> play() throws Exception {
        List<WeakReference<Thread>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            ServerSocket server = new ServerSocket(0);
            OPEN.add(server);
            Thread thread = new Loaded(all, () -> accept(server));
            thread.start();
            thread.join();
        }
        useGroup(all);
        return all;
    }

    /** Two threads wait for each other, again and again. */
    private static void playWithPipes() throws Exception {
        Pipe there = Pipe.open();
        Pipe back = Pipe.open();
        Thread other = new Thread(() -> pass(there.source(), back.sink(), false));
        Thread one = new Thread(() -> pass(back.source(), there.sink(), true));
        other.start();
        one.start();
        one.join();
        other.join();
        there.source().close();
        there.sink().close();
        back.source().close();
        back.sink().close();
    }

    private static void pass(Pipe.SourceChannel from, Pipe.SinkChannel to, boolean isFirst) {
        try {
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            for (int i = 0; i < ROUNDS; i++) {
                if (isFirst) {
                    to.write(one.clear());
                }
                from.read(one.clear());
                if (!isFirst) {
                    to.write(one.clear());
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long reachable(List<WeakReference<Thread>> all) {
        return all.stream().filter(each -> each.get() != null).count();
    }

    /** Prints how many threads are reachable in the end. */
    public static void main(String[] args) throws Exception {
        List<WeakReference<Thread>> all = play();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (reachable(all) > 0 && System.nanoTime() < end) {
            playWithPipes();
            System.gc();
        }
        System.out.println(all.size() + " threads, " + reachable(all) + " are reachable");
        for (ServerSocket each : OPEN) {
            each.close();
        }
    }
}
