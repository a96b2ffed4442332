package dev.weft.bench.net;

import dev.weft.bench.ThreadMaker;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Threads that read and write files beside threads that answer sockets. Each of the former writes a file of 32 KB anew,
 * reads it, compares it, and pauses; on demand it forces the file to the disk before. Each of the latter sends back
 * what it is sent, 64 bytes at a time.
 */
public final class FileServer {
    /** The length of a message. */
    static final int MESSAGE_BYTES = 64;

    private static final int BACKLOG = 16_384;
    private static final int BLOCK_BYTES = 8 * 1024;
    private static final int BLOCKS = 4;
    private static final int PAUSE_MILLIS = 500;

    /** What the files' threads do. */
    public enum Work {
        /** They wait. */
        NONE,
        /** They write and read; the page cache has room for all. */
        CACHED,
        /** They force each file to the disk, too. */
        FORCED
    }

    private final LongAdder rounds = new LongAdder();
    private final LongAdder busy = new LongAdder();
    private final Path folder;
    private volatile Work work = Work.NONE;

    private FileServer(Path folder) {
        this.folder = folder;
    }

    /**
     * Takes the number of threads that use files. Prints the port, and for each line of its standard input, which is a
     * name of {@link Work}, how many files were written and read before it, and {@link System#nanoTime}. Ends when its
     * standard input does.
     */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("weft-files");
        int status = 1;
        try {
            FileServer server = new FileServer(folder);
            server.serve(Integer.parseInt(args[0]));
            server.end();
            status = 0;
        } finally {
            // the threads are not daemons
            System.exit(status);
        }
    }

    /** Waits until all threads have closed their files, and deletes these. */
    private void end() throws IOException {
        work = Work.NONE;
        while (busy.sum() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    private void serve(int files) throws IOException {
        ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        ThreadMaker.make(() -> accept(server)).start();
        for (int i = 0; i < files; i++) {
            int number = i;
            ThreadMaker.make(() -> useFiles(number)).start();
        }
        System.out.println(server.getLocalPort());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            work = Work.valueOf(line);
            System.out.println(rounds.sum() + " " + System.nanoTime());
        }
    }

    private static void accept(ServerSocket server) {
        try {
            for (; ; ) {
                Socket client = server.accept();
                client.setTcpNoDelay(true);
                ThreadMaker.make(() -> echo(client)).start();
            }
        } catch (IOException e) {
            System.err.println("no more clients: " + e);
        }
    }

    private static void echo(Socket client) {
        try (client) {
            InputStream in = client.getInputStream();
            byte[] message = new byte[MESSAGE_BYTES];
            while (in.readNBytes(message, 0, MESSAGE_BYTES) == MESSAGE_BYTES) {
                client.getOutputStream().write(message);
            }
        } catch (IOException e) {
            // the load ends its connections in the middle
        }
    }

    private void useFiles(int number) {
        Path file = folder.resolve(Integer.toString(number));
        SplittableRandom random = new SplittableRandom(number);
        byte[] block = new byte[BLOCK_BYTES];
        Arrays.fill(block, (byte) number);
        byte[] read = new byte[BLOCK_BYTES];
        try {
            for (; ; ) {
                // as many on average, but not all at once
                Thread.sleep(random.nextInt(2 * PAUSE_MILLIS));
                busy.increment();
                Work now = work;
                if (now != Work.NONE) {
                    write(file, block, now == Work.FORCED);
                    check(file, block, read);
                    rounds.increment();
                }
                busy.decrement();
            }
        } catch (IOException e) {
            System.err.println("no more files: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(Path file, byte[] block, boolean forced) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < BLOCKS; i++) {
                out.write(block);
            }
        }
        if (forced) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }

    private static void check(Path file, byte[] block, byte[] read) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            for (int i = 0; i < BLOCKS; i++) {
                if (in.readNBytes(read, 0, BLOCK_BYTES) != BLOCK_BYTES || !Arrays.equals(read, block)) {
                    throw new IOException("not what was written: " + file);
                }
            }
        }
    }
}
