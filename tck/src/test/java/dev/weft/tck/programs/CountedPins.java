package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Below;
import dev.weft.tck.Body;
import dev.weft.tck.FiberProbe;
import dev.weft.tck.Fibers;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Waits that are tried again and again: how many pins they are, and in which states they are seen. */
public final class CountedPins {
    /** Several tries. A shorter time would see fewer of them, and nothing else. */
    private static final long WATCHED_NANOS = 100_000_000;

    private CountedPins() {}

    /** Ends a wait. */
    private interface Ending {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        connect("connect", false);
        connect("connect below toString", true);
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<Object> reference = new WeakReference<>(queue, queue);
        watch("remove", false, queue::remove, reference::enqueue);
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            // the JDK's own classes are initialized
            accepted.getOutputStream().write(1);
            client.getInputStream().read();
            List<InputStream> all = Descriptors.takeAll();
            watch(
                    "read without descriptors",
                    true,
                    () -> client.getInputStream().read(),
                    () -> accepted.getOutputStream().write(2));
            for (InputStream each : all) {
                each.close();
            }
        }
    }

    private static void connect(String what, boolean pinned) throws Exception {
        Path path = Files.createTempDirectory("weft").resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
            server.bind(address, 1);
            SocketChannel.open(address);
            SocketChannel.open(address);
            watch(what, pinned, () -> SocketChannel.open(address), () -> {
                for (int i = 0; i < 3; i++) {
                    server.accept();
                }
            });
        }
        Files.delete(path);
        Files.delete(path.getParent());
    }

    private static void watch(String what, boolean pinned, Body waiting, Ending ending) throws Exception {
        long before = Fibers.pinned();
        Thread thread = new Thread(() -> {
            try {
                if (pinned) {
                    Below.pinned(waiting);
                } else {
                    waiting.run();
                }
            } catch (Throwable t) {
                System.out.println(what + ": " + t);
            }
        });
        thread.start();
        String state = pinned ? "PINNED" : "PARKED";
        Await.that("it waits", () -> FiberProbe.state(thread).equals(state));
        Set<Thread.State> states = new TreeSet<>();
        for (long start = System.nanoTime(); System.nanoTime() - start < WATCHED_NANOS; ) {
            states.add(thread.getState());
            Thread.onSpinWait();
        }
        ending.run();
        thread.join();
        System.out.println(what + ": " + states + ", pins: " + (Fibers.pinned() - before));
    }
}
