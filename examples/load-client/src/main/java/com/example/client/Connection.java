package com.example.client;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One connection of an {@link Engine}: at most one request is outstanding. The answer is compared byte by byte as it
 * arrives and not kept.
 */
final class Connection {
    private final int index;
    private final SocketChannel channel;
    private SelectionKey key;
    private ByteBuffer unsent;
    private Request outstanding;
    private long sentNanos;
    private int matched;
    private boolean wrong;

    Connection(int index, SocketChannel channel) {
        this.index = index;
        this.channel = channel;
    }

    /** The number of this connection, from 0. */
    int index() {
        return index;
    }

    SocketChannel channel() {
        return channel;
    }

    void registered(SelectionKey newKey) {
        key = newKey;
    }

    /** The request that has no full answer yet, or null. */
    Request outstanding() {
        return outstanding;
    }

    /** When the outstanding or last request was sent, by {@link System#nanoTime}. */
    long sentNanos() {
        return sentNanos;
    }

    /** Sends what fits now; the rest when the channel is writable. */
    void send(Request request) throws IOException {
        if (outstanding != null) {
            throw new IllegalStateException("connection " + index + " still waits for an answer");
        }
        outstanding = request;
        matched = 0;
        wrong = false;
        sentNanos = System.nanoTime();
        unsent = ByteBuffer.wrap(request.line());
        flush();
    }

    /** Sends more of the request. */
    void flush() throws IOException {
        if (unsent != null) {
            channel.write(unsent);
            if (!unsent.hasRemaining()) {
                unsent = null;
            }
        }
        int interest = unsent == null ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /**
     * Reads what is there; {@code buffer} is scratch space.
     *
     * @throws EOFException if the server ended the connection
     */
    Progress receive(ByteBuffer buffer) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            throw new EOFException("the server closed connection " + index + describeOutstanding());
        }
        buffer.flip();
        if (outstanding == null) {
            return buffer.hasRemaining() ? Progress.UNASKED : Progress.PARTIAL;
        }
        boolean ended = compare(buffer);
        if (!ended) {
            return Progress.PARTIAL;
        }
        outstanding = null;
        return wrong || buffer.hasRemaining() || unsent != null ? Progress.WRONG : Progress.RIGHT;
    }

    /** Compares up to the end of the line, and says whether that was reached. */
    private boolean compare(ByteBuffer buffer) {
        byte[] expected = outstanding.answer();
        while (buffer.hasRemaining()) {
            byte b = buffer.get();
            if (matched >= expected.length || expected[matched] != b) {
                wrong = true;
            }
            matched++;
            if (b == '\n') {
                wrong |= matched != expected.length;
                return true;
            }
        }
        return false;
    }

    private String describeOutstanding() {
        return outstanding == null ? "" : " before it answered " + outstanding;
    }

    /** What came of reading. */
    enum Progress {
        /** The answer is not complete. */
        PARTIAL,
        /** The answer is complete and right. */
        RIGHT,
        /** The answer is complete; a byte of it is wrong, or there are bytes after it. */
        WRONG,
        /** Bytes came to which there was no request. */
        UNASKED
    }
}
