package dev.weft.tck.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The first wait for a descriptor comes while the process has no address space for the stack of another thread. What
 * was opened for it in vain has the numbers of sockets that are opened later: these are to get nothing of it.
 */
public final class WaitsWithoutThreads {
    private static final int PAIRS = 20;
    private static final int SLEEPERS = 100;

    private WaitsWithoutThreads() {}

    public static void main(String[] args) throws Exception {
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            SocketChannel[] first = pair(server);
            // classes are loaded, and the carriers run
            first[0].write(ByteBuffer.allocate(1));
            System.out.println("before: " + first[1].read(ByteBuffer.allocate(9)));
            CountDownLatch isFull = new CountDownLatch(1);
            Thread reader = reader(first[1], isFull);
            sleep();
            List<ByteBuffer> all = new ArrayList<>();
            NoThreads.fill(all);
            isFull.countDown();
            Thread.sleep(100);
            first[0].write(ByteBuffer.allocate(2));
            reader.join();
            List<SocketChannel> later = new ArrayList<>();
            for (int i = 0; i < PAIRS; i++) {
                later.addAll(List.of(pair(server)));
            }
            for (int i = 0; i < SLEEPERS; i++) {
                sleep();
            }
            System.out.println("strange: " + strange(later));
            System.out.println("kept: " + !all.isEmpty());
        }
    }

    private static SocketChannel[] pair(ServerSocketChannel server) throws IOException {
        SocketChannel left = SocketChannel.open(server.getLocalAddress());
        return new SocketChannel[] {left, server.accept()};
    }

    private static Thread reader(SocketChannel from, CountDownLatch go) {
        Thread thread = new Thread(() -> {
            try {
                go.await();
                System.out.println("read: " + from.read(ByteBuffer.allocate(9)));
            } catch (Throwable t) {
                System.out.println("read: " + t);
            }
        });
        thread.start();
        return thread;
    }

    /** A carrier rests, and is called. */
    private static void sleep() throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        thread.start();
        thread.join();
    }

    /** How many of them have something to read, though nobody has written. */
    private static int strange(List<SocketChannel> all) throws IOException {
        int strange = 0;
        for (SocketChannel each : all) {
            each.configureBlocking(false);
            strange += each.read(ByteBuffer.allocate(9)) == 0 ? 0 : 1;
            each.configureBlocking(true);
        }
        return strange;
    }
}
