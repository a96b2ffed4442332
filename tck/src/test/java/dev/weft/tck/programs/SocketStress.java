package dev.weft.tck.programs;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Pairs of threads that ask and answer each other over sockets, channels and pipes, and between two messages compute,
 * sleep, yield, or park pinned, so that carriers are busy, idle and blocked in all mixtures. What must come of it: each
 * question is answered, with the right answer. Takes the number of pairs, the seconds, and a seed, and perhaps
 * "broken": then an answer must be found wrong.
 *
 * <p>Exit code 3, and the stack traces, if a pair does not end; 4 if an answer was wrong; 0 if all is well.
 */
public final class SocketStress {
    private final AtomicLong questions = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong timeouts = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private final long seed;
    private final boolean isBroken;
    private volatile boolean over;

    private SocketStress(long seed, boolean isBroken) {
        this.seed = seed;
        this.isBroken = isBroken;
    }

    /** Both ends of one connection. */
    private record Connection(InputStream in, OutputStream out, InputStream farIn, OutputStream farOut, Socket timed) {}

    private static Connection sockets() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket near = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket far = server.accept();
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            return new Connection(
                    near.getInputStream(), near.getOutputStream(), far.getInputStream(), far.getOutputStream(), near);
        }
    }

    private static Connection channels() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel near = SocketChannel.open(server.getLocalAddress());
            SocketChannel far = server.accept();
            return new Connection(
                    Channels.newInputStream(near),
                    Channels.newOutputStream(near),
                    Channels.newInputStream(far),
                    Channels.newOutputStream(far),
                    null);
        }
    }

    private static Connection pipes() throws IOException {
        Pipe there = Pipe.open();
        Pipe back = Pipe.open();
        return new Connection(
                Channels.newInputStream(back.source()),
                Channels.newOutputStream(there.sink()),
                Channels.newInputStream(there.source()),
                Channels.newOutputStream(back.sink()),
                null);
    }

    private void addPair(int number) throws IOException {
        Connection connection = number % 3 == 0 ? sockets() : number % 3 == 1 ? channels() : pipes();
        if (number % 6 == 0) {
            connection.timed.setSoTimeout(1 + number % 5);
        }
        threads.add(new Thread(() -> ask(connection, new Random(seed + number)), "asks " + number));
        threads.add(new Thread(() -> answer(connection, new Random(seed - number)), "answers " + number));
    }

    private void ask(Connection connection, Random random) {
        try (DataInputStream in = new DataInputStream(connection.in);
                DataOutputStream out = new DataOutputStream(connection.out)) {
            while (!over) {
                long question = random.nextLong() | 1;
                out.writeLong(question);
                out.flush();
                if (answer(in) != question * question) {
                    wrong.incrementAndGet();
                }
                questions.incrementAndGet();
                pass(random);
            }
            out.writeLong(0);
            out.flush();
        } catch (IOException e) {
            wrong.incrementAndGet();
            e.printStackTrace();
        }
    }

    /** Eight bytes, however often the time is over. */
    private long answer(InputStream in) throws IOException {
        long value = 0;
        for (int got = 0; got < Long.BYTES; ) {
            try {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("the end of the stream in the middle of an answer");
                }
                value = value << 8 | next;
                got++;
            } catch (SocketTimeoutException e) {
                timeouts.incrementAndGet();
            }
        }
        return value;
    }

    private void answer(Connection connection, Random random) {
        try (DataInputStream in = new DataInputStream(connection.farIn);
                DataOutputStream out = new DataOutputStream(connection.farOut)) {
            for (long question = in.readLong(); question != 0; question = in.readLong()) {
                pass(random);
                out.writeLong(isBroken && random.nextInt(100) == 0 ? 0 : question * question);
                out.flush();
            }
        } catch (IOException e) {
            wrong.incrementAndGet();
            e.printStackTrace();
        }
    }

    private static void pass(Random random) {
        switch (random.nextInt(12)) {
            case 0 -> compute(random.nextInt(1_000_000));
            case 1 -> LockSupport.parkNanos(random.nextInt(3_000_000));
            case 2 -> parkPinned(random.nextInt(3_000_000));
            case 3 -> Thread.yield();
            default -> {
                // at once
            }
        }
    }

    private static void compute(int nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    /** Nobody can suspend below {@code toString}. */
    private static void parkPinned(int nanos) {
        Object parks = new Object() {
            @Override
            public String toString() {
                LockSupport.parkNanos(nanos);
                return "pinned";
            }
        };
        if (String.valueOf(parks).isEmpty()) {
            throw new AssertionError(nanos);
        }
    }

    private int run(int pairs, int seconds) throws IOException, InterruptedException {
        for (int i = 0; i < pairs; i++) {
            addPair(i);
        }
        boolean haveAllEnded = Endings.after(seconds, threads, () -> over = true);
        System.out.println("questions: " + questions + ", timeouts: " + timeouts + ", wrong: " + wrong);
        return !haveAllEnded ? 3 : wrong.get() > 0 ? 4 : 0;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        System.out.println("seed: " + seed);
        boolean isBroken = args.length > 3 && args[3].equals("broken");
        System.exit(new SocketStress(seed, isBroken).run(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
    }
}
