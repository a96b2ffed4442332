package dev.weft.tck.programs;

import dev.weft.tck.Check;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Pins of more than a second, two at one place, one at another, one for a socket, one by a monitor, and a short one.
 * Those threads that the argument names, with commas, are pinned again until that was told.
 */
public final class LongPins {
    private static final int LONG = 1_500;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();
    private static List<String> awaited = List.of();

    private LongPins() {}

    /** Notes which threads are told of. */
    private static final class Listening extends PrintStream {
        Listening(PrintStream to) {
            super(to, true);
        }

        @Override
        public void println(String line) {
            super.println(line);
            TOLD.add(line.replaceFirst("weft: thread \"(\\w+)\".*", "$1"));
        }
    }

    /** Whether the calling thread is to be told of, and was not. */
    private static boolean mustBeTold(long start) {
        String name = Thread.currentThread().getName();
        return awaited.contains(name) && !TOLD.contains(name) && System.nanoTime() - start < PATIENCE_NANOS;
    }

    private static void sleepIn(Object any, int millis) {
        long start = System.nanoTime();
        new Object() {
            @Override
            public String toString() {
                try {
                    do {
                        Thread.sleep(millis);
                    } while (mustBeTold(start));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return any.toString();
            }
        }.toString();
    }

    /** Pins at another place. */
    private static final class Other {
        static int value;

        static {
            sleepIn("other", LONG);
        }
    }

    /** Reads what does not come in that time. */
    private static void readIn(int millis) {
        long start = System.nanoTime();
        new Object() {
            @Override
            public String toString() {
                try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                        Socket accepted = server.accept()) {
                    client.setSoTimeout(millis);
                    do {
                        Check.fails(SocketTimeoutException.class, () -> client.getInputStream()
                                .read());
                    } while (mustBeTold(start));
                    return "nothing of " + accepted;
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }.toString();
    }

    /** Parks with a monitor that fibers do not leave, as the VM takes it itself. */
    private static void held(int millis) {
        long start = System.nanoTime();
        synchronized (ClassLoader.getSystemClassLoader()) {
            do {
                LockSupport.parkNanos(millis * 1_000_000L);
            } while (mustBeTold(start));
        }
    }

    public static void main(String[] args) throws Exception {
        awaited = List.of(args[0].split(","));
        System.setErr(new Listening(System.err));
        List<Thread> threads = Arrays.asList(
                new Thread(() -> sleepIn("a", LONG), "first"),
                new Thread(() -> sleepIn("a", LONG), "second"),
                new Thread(() -> sleepIn("a", 1), "short"),
                new Thread(() -> Other.value++, "other"),
                new Thread(() -> readIn(LONG), "reader"),
                new Thread(() -> held(LONG), "holder"));
        for (Thread each : threads) {
            each.start();
            each.join();
        }
    }
}
