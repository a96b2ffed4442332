package java.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * What JEP 444 rules for sockets: the interrupt of a virtual thread that waits in one closes it, and the thread gets a
 * {@code SocketException}. Sockets of other threads are not interruptible, as ever. Woven; each method is called in
 * place of the method that it calls.
 */
public final class WeftInterrupts {
    /** Of the exception. The classes between keep nothing else of it. */
    public static final String MESSAGE = "Closed by interrupt";

    private WeftInterrupts() {}

    /** Whether the wait of the calling thread has thrown this because of an interrupt. */
    public static boolean isOne(SocketException e) {
        return MESSAGE.equals(e.getMessage());
    }

    static int read(InputStream in, byte[] bytes, int start, int length, InputStream ofSocket) throws IOException {
        try {
            return in.read(bytes, start, length);
        } catch (SocketException e) {
            if (isOne(e)) {
                ofSocket.close();
            }
            throw e;
        }
    }

    static void write(OutputStream out, byte[] bytes, int start, int length, OutputStream ofSocket) throws IOException {
        try {
            out.write(bytes, start, length);
        } catch (SocketException e) {
            if (isOne(e)) {
                ofSocket.close();
            }
            throw e;
        }
    }

    static void connect(SocketImpl impl, SocketAddress address, int timeout, Socket socket) throws IOException {
        try {
            impl.connect(address, timeout);
        } catch (SocketException e) {
            if (isOne(e)) {
                socket.close();
            }
            throw e;
        }
    }

    static void accept(SocketImpl impl, SocketImpl accepted, ServerSocket server) throws IOException {
        try {
            impl.accept(accepted);
        } catch (SocketException e) {
            if (isOne(e)) {
                server.close();
            }
            throw e;
        }
    }
}
