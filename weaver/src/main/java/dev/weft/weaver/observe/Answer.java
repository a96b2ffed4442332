package dev.weft.weaver.observe;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** What a program answers. Who reads waits for the next byte for so long only: the VM may hang while it answers. */
final class Answer extends InputStream {
    private final SocketChannel channel;
    private final Selector selector;
    private final long patienceMillis;
    private final String silent;

    /**
     * Of a channel, which stays the caller's to close.
     *
     * @param silent says that no more came
     */
    Answer(SocketChannel channel, long patienceMillis, String silent) throws IOException {
        this.channel = channel;
        this.patienceMillis = patienceMillis;
        this.silent = silent;
        selector = Selector.open();
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(to, offset, length);
        int read = channel.read(buffer);
        while (read == 0 && length > 0) {
            int ready = selector.select(patienceMillis);
            selector.selectedKeys().clear();
            read = channel.read(buffer);
            // who was stopped meanwhile, and goes on, finds what has come
            if (ready == 0 && read == 0) {
                throw new WeaveException(silent);
            }
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
