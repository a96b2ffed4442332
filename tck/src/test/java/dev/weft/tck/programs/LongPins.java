package dev.weft.tck.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;

/** Pins of more than a second, two at one place, one at another, one for a socket, and a short one. */
public final class LongPins {
    private LongPins() {}

    private static void sleepIn(Object any, int millis) {
        new Object() {
            @Override
            public String toString() {
                try {
                    Thread.sleep(millis);
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
            sleepIn("other", 1500);
        }
    }

    /** Reads what comes after that time. */
    private static void readIn(int millis) {
        new Object() {
            @Override
            public String toString() {
                try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                        Socket accepted = server.accept()) {
                    client.setSoTimeout(millis);
                    return "read " + client.getInputStream().read() + accepted;
                } catch (SocketTimeoutException e) {
                    return "nothing";
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }.toString();
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = Arrays.asList(
                new Thread(() -> sleepIn("a", 1500), "first"),
                new Thread(() -> sleepIn("a", 1500), "second"),
                new Thread(() -> sleepIn("a", 1), "short"),
                new Thread(() -> Other.value++, "other"),
                new Thread(() -> readIn(1500), "reader"));
        for (Thread each : threads) {
            each.start();
            each.join();
        }
    }
}
