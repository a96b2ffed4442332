package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import dev.weft.tck.cases.SocketCases.Pair;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Streams of processes and named pipes that are closed, and threads that are interrupted, while a thread waits in them.
 */
public final class StreamCloseCases {
    private static final int MORE_THAN_A_PIPE = 200_000;
    private static final int PIPE_SIZE = 65_536;

    private StreamCloseCases() {}

    private static Process process(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).start();
    }

    /** A pipe that has a name until it is closed. */
    private record NamedPipe(File file) implements AutoCloseable {
        static NamedPipe make() throws Exception {
            File file = File.createTempFile("weft", "pipe");
            Check.that(file.delete(), "deleted");
            Check.equal(0, new ProcessBuilder("mkfifo", file.getPath()).start().waitFor());
            return new NamedPipe(file);
        }

        @Override
        public void close() throws IOException {
            Files.delete(file.toPath());
        }
    }

    /** A thread that reads a byte, and finds it to be this. It waits. */
    private static Task reader(InputStream in, int expected) {
        Task task = Task.start(() -> Check.equal(expected, in.read()));
        Await.io(task);
        return task;
    }

    @Case("who reads the output of a process that is destroyed finds the end")
    public static void destroy() throws Throwable {
        for (boolean isError : new boolean[] {false, true}) {
            Process process = process("exec sleep 60");
            Task task = reader(isError ? process.getErrorStream() : process.getInputStream(), -1);
            process.destroy();
            task.finish();
            process.waitFor();
        }
    }

    @Case("who reads the output of a process goes on when it is closed, and finds the end with the process's")
    public static void closeOutput() throws Throwable {
        Process process = process("exec sleep 60");
        Task task = reader(process.getInputStream(), -1);
        process.getInputStream().close();
        Thread.sleep(20);
        Check.that(task.isAlive(), "it still reads");
        process.destroyForcibly();
        task.finish();
    }

    @Case("who writes to a process that takes nothing goes on until it is destroyed")
    public static void writeToDestroyed() throws Throwable {
        Process process = process("exec sleep 60");
        Task task = Task.start(() -> Check.fails(IOException.class, () -> {
            process.getOutputStream().write(new byte[MORE_THAN_A_PIPE]);
            process.getOutputStream().flush();
        }));
        Await.io(task);
        process.destroy();
        task.finish();
    }

    @Case("a read that waits gets what comes after the close of its stream, and leaves the number to others")
    public static void closeUnderRead() throws Throwable {
        try (NamedPipe pipe = NamedPipe.make();
                RandomAccessFile writer = new RandomAccessFile(pipe.file(), "rw")) {
            FileInputStream in = new FileInputStream(pipe.file());
            Task old = reader(in, 'x');
            in.close();
            // its descriptors are likely to have the number that is free now
            try (Pair pair = Pair.open()) {
                Task left = reader(pair.left().getInputStream(), 'l');
                Task right = reader(pair.right().getInputStream(), 'r');
                writer.write('x');
                old.finish();
                Check.that(left.isAlive() && right.isAlive(), "they read");
                pair.left().getOutputStream().write('r');
                pair.right().getOutputStream().write('l');
                Task.finish(left, right);
            }
            Check.fails(IOException.class, in::read);
        }
    }

    @Case("a write that waits writes all although its stream is closed")
    @SuppressWarnings("try") // the pipe needs somebody who has it open on both sides
    public static void closeUnderWrite() throws Throwable {
        try (NamedPipe pipe = NamedPipe.make();
                RandomAccessFile opener = new RandomAccessFile(pipe.file(), "rw");
                FileInputStream in = new FileInputStream(pipe.file())) {
            FileOutputStream out = new FileOutputStream(pipe.file());
            Task task = Task.start(() -> out.write(new byte[MORE_THAN_A_PIPE]));
            Await.that("the pipe is full", () -> available(in) >= 65_536);
            Await.io(task);
            out.close();
            readAll(in, MORE_THAN_A_PIPE);
            task.finish();
            Check.equal(0, in.available());
        }
    }

    @Case("a write that has begun writes all, whenever its stream is closed")
    @SuppressWarnings("try") // the pipe needs somebody who has it open on both sides
    public static void closeAmongPieces() throws Throwable {
        try (NamedPipe pipe = NamedPipe.make()) {
            for (int i = 0; i < 100; i++) {
                try (RandomAccessFile opener = new RandomAccessFile(pipe.file(), "rw");
                        FileInputStream in = new FileInputStream(pipe.file())) {
                    FileOutputStream out = new FileOutputStream(pipe.file());
                    Task writer = Task.start(() -> out.write(new byte[MORE_THAN_A_PIPE]));
                    Check.equal(0, in.read());
                    Task reader = Task.start(() -> readAll(in, MORE_THAN_A_PIPE - 1));
                    out.close();
                    // who has failed would leave the reader waiting
                    writer.finish();
                    reader.finish();
                    Check.equal(0, in.available());
                }
            }
        }
    }

    private static void readAll(InputStream in, int count) throws IOException {
        byte[] some = new byte[count];
        for (int got = 0; got < count; ) {
            got += in.read(some);
        }
    }

    private static int available(InputStream in) {
        try {
            return in.available();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Case("a blocking write to a channel that is closed in its middle tells how much was written")
    public static void closeUnderChannelWrite() throws Throwable {
        for (boolean atOtherEnd : new boolean[] {false, true}) {
            Pipe pipe = Pipe.open();
            Task task = Task.start(() -> {
                int written = pipe.sink().write(ByteBuffer.allocate(MORE_THAN_A_PIPE));
                Check.that(written > 0 && written < MORE_THAN_A_PIPE, "written: " + written);
            });
            // a thread that is seen in the kernel may not have written yet
            pipe.source().configureBlocking(false);
            Await.that("it has begun to write", () -> hasRead(pipe.source()));
            Await.io(task);
            (atOtherEnd ? pipe.source() : pipe.sink()).close();
            task.finish();
            pipe.source().close();
            pipe.sink().close();
        }
    }

    @Case("a file that is closed ends its transfer to a named pipe that is full, and so does an interrupt")
    @SuppressWarnings("try") // the pipe needs somebody who has it open on both sides
    public static void closeUnderTransfer() throws Throwable {
        Path path = Files.createTempFile("weft", "transferred");
        Files.write(path, new byte[1000]);
        try (NamedPipe pipe = NamedPipe.make();
                RandomAccessFile opener = new RandomAccessFile(pipe.file(), "rw");
                FileChannel target = FileChannel.open(pipe.file().toPath(), StandardOpenOption.WRITE)) {
            opener.write(new byte[PIPE_SIZE]);
            for (boolean byInterrupt : new boolean[] {false, true}) {
                FileChannel source = FileChannel.open(path);
                Task task = Task.start(() -> transferUntilClosed(source, target));
                Thread.sleep(20);
                if (byInterrupt) {
                    task.interrupt();
                } else {
                    source.close();
                }
                task.finish();
                Check.that(!source.isOpen(), "closed");
            }
        } finally {
            Files.delete(path);
        }
    }

    private static void transferUntilClosed(FileChannel source, FileChannel target) throws IOException {
        try {
            throw new AssertionError("transferred: " + source.transferTo(0, 1000, target));
        } catch (ClosedChannelException e) {
            // by another thread, by an interrupt, or earlier than it was to begin
        }
    }

    private static boolean hasRead(Pipe.SourceChannel from) {
        try {
            return from.read(ByteBuffer.allocate(1)) == 1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Case("the interrupt status can be seen while a thread waits for a socket, a process or a monitor")
    public static void statusWhileWaiting() throws Throwable {
        Process process = process("exec sleep 60");
        Task ofProcess = reader(process.getInputStream(), -1);
        interrupt(ofProcess);
        process.destroy();
        ofProcess.finish();
        try (Pair pair = Pair.open()) {
            Task ofSocket = reader(pair.left().getInputStream(), 5);
            interrupt(ofSocket);
            pair.right().getOutputStream().write(5);
            ofSocket.finish();
        }
        Object lock = new Object();
        Task ofMonitor;
        synchronized (lock) {
            ofMonitor = Task.start(() -> {
                synchronized (lock) {
                    Check.that(Thread.interrupted(), "the status is there in the end");
                }
            });
            Await.blocked(ofMonitor);
            interrupt(ofMonitor);
        }
        ofMonitor.finish();
    }

    private static void interrupt(Task task) throws InterruptedException {
        task.interrupt();
        for (int i = 0; i < 3; i++) {
            Thread.sleep(10);
            Check.that(task.isAlive(), "interrupted, but it goes on waiting");
            Check.that(task.isInterrupted(), "and shows it");
        }
    }
}
