package dev.weft.agent.dump;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.management.Observer;

/** Dumps of the program that this is part of: what {@code weft dump} shows, without another process. */
public final class OwnDump implements Runnable {
    private static final int BUFFER = 1 << 16;

    private final Pipe.SinkChannel sink;

    private OwnDump(Pipe.SinkChannel sink) {
        this.sink = sink;
    }

    /**
     * Writes a new file.
     *
     * @throws IOException if there is such a file, or it cannot be written: then what is there of it is deleted
     */
    public static void write(Path file, boolean isJson) throws IOException {
        boolean isComplete = false;
        Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
        try {
            try (out) {
                read(isJson ? new DumpJson(out) : text(out));
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                Files.delete(file);
            }
        }
    }

    private static DumpText text(Writer out) {
        return new DumpText(new PrintWriter(out) {
            @Override
            public void println() {
                super.println();
                if (checkError()) {
                    throw new UnreadableDumpException("the dump could not be written to the end; the disk may be full");
                }
            }
        });
    }

    /** Prints it where the VM prints its own. */
    public static void print() throws IOException {
        PrintWriter out = new PrintWriter(new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8), BUFFER));
        read(new DumpText(out));
        out.flush();
    }

    private static void read(DumpListener listener) throws IOException {
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel source = pipe.source()) {
            SystemThread.make(new OwnDump(pipe.sink()), "weft-dump").start();
            DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(source), BUFFER));
            new DumpReader(in, ProcessHandle.current().pid()).read(listener);
        }
    }

    @Override
    public void run() {
        try (Pipe.SinkChannel closed = sink) {
            Observer.dump(new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(closed), BUFFER)));
        } catch (IOException e) {
            // who reads has had enough
            return;
        }
    }
}
