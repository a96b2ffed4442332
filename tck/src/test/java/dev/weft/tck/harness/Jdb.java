package dev.weft.tck.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The JDK's {@code jdb}, attached to a program that is suspended, and driven by its input. */
final class Jdb implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 60_000;

    private final Process process;
    private final OutputStream in;

    /** What it has printed; guarded by itself. */
    private final StringBuilder out = new StringBuilder();

    private int read;

    Jdb(String port) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jdb").toString(),
                        "-connect",
                        "com.sun.jdi.SocketAttach:hostname=127.0.0.1,port=" + port)
                .redirectErrorStream(true)
                .start();
        in = process.getOutputStream();
        Thread reader = new Thread(this::read, "jdb's output");
        reader.setDaemon(true);
        reader.start();
        await("VM Started");
        await("[1] ");
    }

    private void read() {
        byte[] buffer = new byte[1024];
        try (InputStream from = process.getInputStream()) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                synchronized (out) {
                    out.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
                    out.notifyAll();
                }
            }
        } catch (IOException e) {
            // it was ended
        }
    }

    /** Gives it a command, and waits for what it answers; returns what it has printed since the last one. */
    String tell(String command, String answer) throws IOException, InterruptedException {
        in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return await(answer);
    }

    private String await(String answer) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        synchronized (out) {
            int at = out.indexOf(answer, read);
            while (at < 0) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError("jdb does not say " + answer + ": " + out.substring(read));
                }
                out.wait(left);
                at = out.indexOf(answer, read);
            }
            String said = out.substring(read, at + answer.length());
            read = at + answer.length();
            return said;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
