package com.example.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A selector loop over many connections, for one thread: the caller's. */
final class Engine implements Closeable {
    private static final int SCRATCH = 64 * 1024;

    /** Is told what happens, on the thread that calls {@link Engine#poll}. */
    interface Poller {
        /** The TCP connection stands. */
        void connected(Connection connection);

        /** A request has its whole answer. */
        void answered(Connection connection, Request request, boolean right);

        /** Bytes came to which there was no request. */
        void unasked(Connection connection);

        /** The connection is broken and closed. */
        void failed(Connection connection, IOException why);
    }

    private final InetSocketAddress server;
    private final Selector selector;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH);
    private Poller events;

    /** An engine without connections. */
    Engine(InetSocketAddress server) throws IOException {
        this.server = server;
        selector = Selector.open();
    }

    /** Sets who is told what happens from now on. */
    void events(Poller newEvents) {
        events = newEvents;
    }

    /** Begins to connect, from {@code local} if it is not null; the outcome comes to the events, perhaps at once. */
    void connect(int index, InetSocketAddress local) throws IOException {
        SocketChannel channel = SocketChannel.open();
        Connection connection = new Connection(index, channel);
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (local != null) {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(local);
            }
            boolean connected = channel.connect(server);
            connection.registered(channel.register(selector, SelectionKey.OP_CONNECT, connection));
            if (connected) {
                finishConnect(connection);
            }
        } catch (IOException e) {
            fail(connection, e);
        }
    }

    private void finishConnect(Connection connection) throws IOException {
        connection.channel().finishConnect();
        connection.flush();
        events.connected(connection);
    }

    /** Sends a request on a connection that has none outstanding; a failure comes to the events. */
    void send(Connection connection, Request request) {
        try {
            connection.send(request);
        } catch (IOException e) {
            fail(connection, e);
        }
    }

    /** Handles what is ready, waiting for it at most {@code millis} (0: not at all). */
    void poll(long millis) throws IOException {
        if (millis <= 0) {
            selector.selectNow(this::handle);
        } else {
            selector.select(this::handle, millis);
        }
    }

    private void handle(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isConnectable()) {
                finishConnect(connection);
                return;
            }
            if (key.isWritable()) {
                connection.flush();
            }
            if (key.isReadable()) {
                receive(connection);
            }
        } catch (IOException e) {
            fail(connection, e);
        }
    }

    private void receive(Connection connection) throws IOException {
        Request request = connection.outstanding();
        switch (connection.receive(scratch)) {
            case RIGHT:
                events.answered(connection, request, true);
                break;
            case WRONG:
                events.answered(connection, request, false);
                break;
            case UNASKED:
                events.unasked(connection);
                break;
            default:
                break;
        }
    }

    private void fail(Connection connection, IOException why) {
        closeQuietly(connection);
        events.failed(connection, why);
    }

    /** Closes all connections. */
    @Override
    public void close() throws IOException {
        List<SelectionKey> keys = new ArrayList<>(selector.keys());
        keys.forEach(key -> closeQuietly((Connection) key.attachment()));
        selector.close();
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.channel().close();
        } catch (IOException e) {
            System.err.println("closing connection " + connection.index() + ": " + e.getMessage());
        }
    }
}
