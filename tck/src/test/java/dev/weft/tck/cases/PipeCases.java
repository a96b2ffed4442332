package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** Pipes, files and processes. */
public final class PipeCases {
    private PipeCases() {}

    @Case("a pipe's source waits for its sink")
    public static void pipe() throws Throwable {
        Pipe pipe = Pipe.open();
        Task task = Task.start(() -> {
            ByteBuffer buffer = ByteBuffer.allocate(4);
            Check.equal(3, pipe.source().read(buffer));
            Check.equal(-1, pipe.source().read(buffer));
            pipe.source().close();
        });
        pipe.sink().write(ByteBuffer.wrap(new byte[3]));
        pipe.sink().close();
        task.finish();
    }

    @Case("a pipe's sink waits when the pipe is full")
    public static void fullPipe() throws Throwable {
        Pipe pipe = Pipe.open();
        Task task = Task.start(() -> {
            try (Pipe.SinkChannel sink = pipe.sink()) {
                Check.equal(500_000, sink.write(ByteBuffer.allocate(500_000)));
            }
        });
        long total = 0;
        ByteBuffer buffer = ByteBuffer.allocate(10_000);
        for (int n = pipe.source().read(buffer); n >= 0; n = pipe.source().read(buffer)) {
            total += n;
            buffer.clear();
        }
        pipe.source().close();
        task.finish();
        Check.equal(500_000L, total);
    }

    @Case("piped streams carry all bytes from one thread to another, though their buffer is small")
    public static void pipedStreams() throws Throwable {
        PipedInputStream in = new PipedInputStream(16);
        PipedOutputStream out = new PipedOutputStream(in);
        Task task = Task.start(() -> {
            try (out) {
                for (int i = 0; i < 500; i++) {
                    out.write(i);
                }
            }
        });
        for (int i = 0; i < 500; i++) {
            Check.equal(i & 0xff, in.read());
        }
        Check.equal(-1, in.read());
        task.finish();
    }

    @Case("piped readers carry lines from one thread to another")
    public static void pipedReaders() throws Throwable {
        PipedReader in = new PipedReader();
        PipedWriter out = new PipedWriter(in);
        Task task = Task.start(() -> {
            try (PrintWriter lines = new PrintWriter(new BufferedWriter(out))) {
                for (int i = 0; i < 100; i++) {
                    lines.println("line " + i);
                    lines.flush();
                }
            }
        });
        try (BufferedReader lines = new BufferedReader(in)) {
            for (int i = 0; i < 100; i++) {
                Check.equal("line " + i, lines.readLine());
            }
            Check.equal(null, lines.readLine());
        }
        task.finish();
    }

    @Case("a piped stream whose writer has ended without closing is broken")
    public static void deadWriter() throws Throwable {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Task writer = Task.start(() -> out.write(1));
        writer.finish();
        Check.equal(1, in.read());
        IOException thrown = Check.fails(IOException.class, in::read);
        Check.that(thrown.getMessage().contains("dead") || thrown.getMessage().contains("broken"), thrown.getMessage());
    }

    @Case("files are written and read by many threads at once")
    public static void files() throws Throwable {
        Path folder = Files.createTempDirectory("tck");
        Task.finish(Task.start(8, () -> {
            Path file = folder.resolve("f" + Thread.currentThread().getId());
            Files.writeString(file, "text\nof " + file);
            Check.equal("of " + file, Files.readAllLines(file).get(1));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                Check.equal(4, channel.read(ByteBuffer.allocate(4)));
                channel.write(ByteBuffer.wrap(new byte[] {'T'}), 0);
                channel.force(true);
                channel.lock().release();
            }
            Check.that(Files.readString(file).startsWith("Text"), "changed");
            Files.delete(file);
        }));
        // left behind after a failure, which is not to be hidden by one here
        Files.delete(folder);
    }

    @Case("a process is started, read and awaited")
    public static void process() throws Throwable {
        Task.finish(Task.start(2, () -> {
            Process process = new ProcessBuilder("sh", "-c", "read x; echo got $x; exit 3").start();
            try (PrintWriter to = new PrintWriter(process.getOutputStream(), true);
                    BufferedReader from = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
                to.println("it");
                Check.equal("got it", from.readLine());
                Check.equal(null, from.readLine());
            }
            Check.that(process.waitFor(10, TimeUnit.SECONDS), "it ends");
            Check.equal(3, process.waitFor());
        }));
    }

    @Case("a socket in the file system carries bytes both ways")
    public static void unixSocket() throws Throwable {
        Path folder = Files.createTempDirectory("tck");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address)) {
            Task task = Task.start(() -> {
                try (SocketChannel accepted = server.accept()) {
                    ByteBuffer buffer = ByteBuffer.allocate(2);
                    accepted.read(buffer);
                    accepted.write(buffer.flip());
                }
            });
            try (SocketChannel client = SocketChannel.open(address)) {
                client.write(ByteBuffer.wrap(new byte[] {1, 2}));
                Check.equal(2, client.read(ByteBuffer.allocate(5)));
            }
            task.finish();
        } finally {
            Files.deleteIfExists(folder.resolve("s"));
            Files.delete(folder);
        }
    }
}
