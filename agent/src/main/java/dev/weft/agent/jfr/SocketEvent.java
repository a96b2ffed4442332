package dev.weft.agent.jfr;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Registered;
import jdk.jfr.Timespan;

/** What {@code jdk.SocketRead} and {@code jdk.SocketWrite} have of the socket, and the fiber. */
@Registered(false)
abstract class SocketEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;

    @Label("Frame")
    @Description("The innermost frame that is not the JDK's, or else the innermost one.")
    String frame;

    @Label("Host")
    String host;

    @Label("Address")
    String address;

    @Label("Port")
    int port;

    @Label("Timeout Value")
    @Timespan(Timespan.MILLISECONDS)
    long timeout;

    /** Fills in how many bytes have been moved; below 0 at the end of the stream. */
    abstract void count(long bytes);

    /** Fills in the other side: a {@code Socket}, an address of one, or null. No name is looked up. */
    void peer(Object peer) {
        if (peer instanceof Socket socket) {
            remote(socket.getInetAddress(), socket.getPort());
            timeout = timeout(socket);
        } else if (peer instanceof InetSocketAddress inet) {
            remote(inet.getAddress(), inet.getPort());
        } else if (peer instanceof UnixDomainSocketAddress unix) {
            host = "Unix domain socket";
            address = unix.getPath().toString();
        }
    }

    private void remote(InetAddress remote, int port) {
        if (remote != null) {
            String named = remote.toString();
            host = named.substring(0, named.indexOf('/'));
            address = remote.getHostAddress();
        }
        this.port = port;
    }

    private static int timeout(Socket socket) {
        try {
            return socket.getSoTimeout();
        } catch (SocketException e) {
            // it is closed meanwhile
            return 0;
        }
    }
}
