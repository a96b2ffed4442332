package dev.weft.programs;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Parallel streams and completable futures that block: in sockets, queues, latches, monitors, and for each other. As
 * many wait at a time as a pool has workers, however few carriers there are.
 */
public final class BlockingStreams {
    private static final int WORKERS = 16;
    private static final int AT_A_TIME = 60;

    private BlockingStreams() {}

    /** Computes by asking a server of its own. */
    public static void main(String[] args) throws Exception {
        int n = Size.of(args, 60, 3_000);
        try (ServerSocket listener = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> serve(listener), "server");
            server.setDaemon(true);
            server.start();
            System.out.println(IntStream.range(0, n)
                    .parallel()
                    .mapToLong(i -> ask(listener, i))
                    .sum());
            ForkJoinPool pool = new ForkJoinPool(WORKERS);
            System.out.println(pool.submit(() -> IntStream.range(0, n)
                            .parallel()
                            .mapToObj(i -> i + ":" + ask(listener, i))
                            .collect(Collectors.collectingAndThen(Collectors.joining(","), Digest::of)))
                    .get());
            System.out.println(together(pool));
            pool.shutdown();
            long sum = 0;
            // where the common pool has one worker, each has a thread: not more than the listener's queue takes
            for (int start = 0; start < n; start += AT_A_TIME) {
                List<CompletableFuture<Long>> futures = IntStream.range(start, Math.min(n, start + AT_A_TIME))
                        .mapToObj(i -> CompletableFuture.supplyAsync(() -> ask(listener, i))
                                .thenApplyAsync(answer -> answer + ask(listener, 1))
                                .thenCombineAsync(CompletableFuture.supplyAsync(() -> 2L), Long::sum))
                        .toList();
                sum += futures.stream().mapToLong(CompletableFuture::join).sum();
            }
            System.out.println(sum);
        }
        System.out.println(handedOver(n));
    }

    /** All workers wait for each other: fewer than all get nowhere. */
    private static int together(ForkJoinPool pool) throws InterruptedException {
        CountDownLatch all = new CountDownLatch(WORKERS);
        List<ForkJoinTask<Integer>> tasks = IntStream.range(0, WORKERS)
                .mapToObj(i -> pool.submit(() -> {
                    all.countDown();
                    all.await();
                    synchronized (all) {
                        all.wait(1);
                    }
                    return i;
                }))
                .toList();
        // a task that comes while all workers look for one may wait for the next (on the plain JDK 17 as well)
        while (!all.await(10, TimeUnit.MILLISECONDS)) {
            Thread thread = new Thread(() -> pool.execute(() -> {}));
            thread.start();
            thread.join();
        }
        return tasks.stream().mapToInt(ForkJoinTask::join).sum();
    }

    /** Each element is handed to a thread, which hands it back. */
    private static long handedOver(int n) throws InterruptedException {
        SynchronousQueue<Integer> out = new SynchronousQueue<>();
        SynchronousQueue<Integer> back = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < n; i++) {
                    back.put(out.take() + 1);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        long sum = IntStream.range(0, n)
                .parallel()
                .mapToLong(i -> {
                    try {
                        out.put(i);
                        return back.take();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .sum();
        other.join();
        return sum;
    }

    private static long ask(ServerSocket listener, int number) {
        try (Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
            new DataOutputStream(socket.getOutputStream()).writeInt(number);
            return new DataInputStream(socket.getInputStream()).readLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(ServerSocket listener) {
        try {
            for (; ; ) {
                Socket socket = listener.accept();
                new Thread(() -> answer(socket)).start();
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            long number = new DataInputStream(socket.getInputStream()).readInt();
            new DataOutputStream(socket.getOutputStream()).writeLong(number * number + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
