package dev.weft.tck.programs;

import dev.weft.tck.Below;
import dev.weft.tck.Body;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Looks up host names while the process has no address space for the stack of another thread. */
public final class LookUpsWithoutThreads {
    private LookUpsWithoutThreads() {}

    public static void main(String[] args) throws Exception {
        // classes are loaded, and the carriers run
        Thread.sleep(1);
        InetAddress.getLoopbackAddress();
        CountDownLatch isFull = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        threads.add(start("a fiber", isFull, LookUpsWithoutThreads::lookUp));
        threads.add(start("a pinned fiber", isFull, () -> Below.pinned(LookUpsWithoutThreads::lookUp)));
        List<ByteBuffer> all = new ArrayList<>();
        NoThreads.fill(all);
        isFull.countDown();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("kept: " + !all.isEmpty());
    }

    private static void lookUp() throws Exception {
        InetAddress.getByName("localhost");
        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName();
    }

    private static Thread start(String name, CountDownLatch go, Body body) {
        Thread thread = new Thread(() -> {
            try {
                go.await();
                body.run();
                System.out.println(name + " has looked up");
            } catch (Throwable t) {
                System.out.println(name + ": " + t);
            }
        });
        thread.start();
        return thread;
    }
}
