package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Datagrams. */
public final class DatagramCases {
    private DatagramCases() {}

    private static DatagramSocket open() throws SocketException {
        return new DatagramSocket(0, InetAddress.getLoopbackAddress());
    }

    private static DatagramPacket packet(int value, DatagramSocket to) {
        return new DatagramPacket(new byte[] {(byte) value}, 1, to.getLocalSocketAddress());
    }

    @Case("a receive waits for a packet and tells who sent it")
    public static void receive() throws Throwable {
        try (DatagramSocket left = open();
                DatagramSocket right = open()) {
            Task task = Task.start(() -> {
                DatagramPacket received = new DatagramPacket(new byte[10], 10);
                right.receive(received);
                Check.equal(1, received.getLength());
                Check.equal(7, (int) received.getData()[0]);
                Check.equal(left.getLocalPort(), received.getPort());
                right.send(packet(8, left));
            });
            left.send(packet(7, right));
            DatagramPacket answer = new DatagramPacket(new byte[10], 10);
            left.receive(answer);
            Check.equal(8, (int) answer.getData()[0]);
            task.finish();
        }
    }

    @Case("a receive with a timeout fails after its time, not earlier")
    public static void timeout() throws Throwable {
        try (DatagramSocket socket = open()) {
            socket.setSoTimeout(20);
            long start = System.nanoTime();
            Check.fails(SocketTimeoutException.class, () -> socket.receive(new DatagramPacket(new byte[1], 1)));
            Check.passed(19, start);
            socket.send(packet(3, socket));
            DatagramPacket own = new DatagramPacket(new byte[1], 1);
            socket.receive(own);
            Check.equal(3, (int) own.getData()[0]);
        }
    }

    @Case("the close of a datagram socket by another thread ends a receive")
    public static void close() throws Throwable {
        try (DatagramSocket socket = open()) {
            Task task = Task.start(
                    () -> Check.fails(SocketException.class, () -> socket.receive(new DatagramPacket(new byte[1], 1))));
            Await.io(task);
            Task.start(socket::close).finish();
            task.finish();
        }
    }

    @Case("a datagram channel in blocking mode receives and, when connected, reads")
    public static void channel() throws Throwable {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramChannel left = DatagramChannel.open().bind(any);
                DatagramChannel right = DatagramChannel.open().bind(any)) {
            Task task = Task.start(() -> {
                ByteBuffer buffer = ByteBuffer.allocate(10);
                Check.equal(left.getLocalAddress(), right.receive(buffer));
                Check.equal(2, buffer.position());
                right.connect(left.getLocalAddress());
                buffer.clear();
                Check.equal(3, right.read(buffer));
            });
            left.send(ByteBuffer.wrap(new byte[2]), right.getLocalAddress());
            while (task.isAlive()) {
                left.send(ByteBuffer.wrap(new byte[3]), right.getLocalAddress());
                Thread.sleep(1);
            }
            task.finish();
        }
    }
}
