package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An answer that goes on, ends, or stays away. */
class AnswerTest {
    @Test
    void whatComesIsReadAndSilenceIsSaid(@TempDir Path folder) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("answer"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            try (SocketChannel program = SocketChannel.open(address);
                    SocketChannel channel = server.accept();
                    Answer answer = new Answer(channel, 1, "nothing came")) {
                program.write(ByteBuffer.wrap(new byte[] {-1, 1, 2}));
                assertEquals(255, answer.read());
                assertEquals(2, answer.readNBytes(2).length);
                assertEquals(0, answer.read(new byte[0]));
                WeaveException e = assertThrows(WeaveException.class, answer::read);
                assertEquals("nothing came", e.getMessage());
                program.shutdownOutput();
                assertEquals(-1, answer.read());
            }
        }
    }
}
