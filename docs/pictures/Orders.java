import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The program of the examples in docs/observability.md: a server with a thread for each connection, and its clients. A
 * price is computed, and waited for in between.
 */
public final class Orders {
    private static final Object STOCK = new Object();
    private static final int WORK = 4_000;
    private static int sold;

    private Orders() {}

    private static long mix(long value, int rounds) {
        long mixed = value;
        for (int i = 0; i < rounds; i++) {
            mixed = mixed * 31 + i;
            mixed ^= mixed >>> 7;
        }
        return mixed;
    }

    private static long discount(long order) {
        return mix(order, WORK);
    }

    private static long tax(long order) {
        return mix(order, 6 * WORK);
    }

    private static long shipping(long order) {
        return mix(order, 3 * WORK);
    }

    private static long price(long order) throws InterruptedException {
        long sum = discount(order) + tax(order);
        Thread.sleep(2);
        return sum + shipping(order);
    }

    private static void sell() throws InterruptedException {
        synchronized (STOCK) {
            if (++sold == 1) {
                // whoever sells first keeps the stock: the others hang
                Thread.sleep(Long.getLong("keep", 0));
            }
        }
    }

    private static void serve(Socket connection) {
        try (connection) {
            DataInputStream in = new DataInputStream(connection.getInputStream());
            DataOutputStream out = new DataOutputStream(connection.getOutputStream());
            while (true) {
                long price = price(in.readLong());
                sell();
                out.writeLong(price);
            }
        } catch (EOFException e) {
            // the client has gone
        } catch (IOException | InterruptedException e) {
            e.printStackTrace();
        }
    }

    private static void order(int port) {
        try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            DataInputStream in = new DataInputStream(connection.getInputStream());
            DataOutputStream out = new DataOutputStream(connection.getOutputStream());
            for (long order = 0; ; order++) {
                out.writeLong(order);
                in.readLong();
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException e) {
            e.printStackTrace();
        }
    }

    /** The argument is the number of clients. */
    public static void main(String[] args) throws IOException {
        ServerSocket server = new ServerSocket(0);
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            new Thread(() -> order(server.getLocalPort()), "client-" + i).start();
            Socket connection = server.accept();
            new Thread(() -> serve(connection), "http-" + i).start();
        }
        server.close();
    }
}
