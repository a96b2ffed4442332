package com.example.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A blocking connection that can misbehave. Reads fail after the time limit; other calls end when it is closed. */
final class FaultPeer implements Closeable {
    private final Socket socket;
    private final InputStream in;

    /**
     * Connects.
     *
     * @param receiveBuffer bytes that the kernel may keep unread, or 0 for its default
     */
    FaultPeer(InetSocketAddress server, int timeoutMillis, int receiveBuffer) throws IOException {
        socket = new Socket();
        try {
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.connect(server, timeoutMillis);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends text as it is, without a line end. */
    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends bytes as they are, in one write. */
    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads one line, without its end. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        while (b != '\n') {
            if (b < 0) {
                throw new EOFException("the server closed the connection after " + line.size() + " bytes of a line");
            }
            line.write(b);
            b = in.read();
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Sends a line and returns its answer. */
    String ask(String line) throws IOException {
        send(line + "\n");
        return line();
    }

    /** Sends a request and fails unless the answer is right. */
    void ask(Request request) throws IOException {
        send(request.line());
        expect(request);
    }

    /** Reads the answer to a request that was sent, and fails unless it is right. */
    void expect(Request request) throws IOException {
        expect(request, 0, request.answer().length);
    }

    /** As {@link #expect(Request)}, for a part of the answer. */
    void expect(Request request, int from, int to) throws IOException {
        byte[] answer = request.answer();
        for (int i = from; i < to; i++) {
            int b = in.read();
            int right = answer[i] & 0xff;
            if (b != right) {
                String what = b < 0 ? "the end" : "byte " + b;
                throw new IOException("wrong answer to " + request + ": " + what + " at " + i + ", not " + right);
            }
        }
    }

    /** Fails unless the server has closed its side, and sent nothing more. */
    void expectEnd() throws IOException {
        int b = in.read();
        if (b >= 0) {
            throw new IOException("byte " + b + " after the last answer");
        }
    }

    /** Says to the server that nothing more will be sent. */
    void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
