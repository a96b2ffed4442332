package com.example.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Puts load on the legacy server, on one thread, and compares every answer with the right one.
 *
 * <p>Prints {@code held N} when the connections are open and each was served once, and at the end one line of JSON.
 * Exit code: 0 if all is well, 1 after a wrong answer (or a failed fault test), 2 for a wrong command line, 3 after
 * broken connections or missing answers.
 */
public final class LoadClient {
    private LoadClient() {}

    /** Runs; the options are those of {@code --help}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 1 && args[0].equals("--help")) {
            System.out.println(Options.HELP);
            return;
        }
        System.exit(run(args, System.out));
    }

    /** As {@link #main}, but returns the exit code. */
    static int run(String[] args, PrintStream out) throws InterruptedException {
        Options options;
        try {
            options = new Options(args);
        } catch (IllegalArgumentException e) {
            System.err.println("load-client: " + e.getMessage() + " (--help lists the options)");
            return 2;
        }
        try {
            return run(options, out);
        } catch (IllegalArgumentException e) {
            System.err.println("load-client: " + e.getMessage());
            return 2;
        } catch (IOException e) {
            System.err.println("load-client: " + e);
            return 3;
        }
    }

    private static int run(Options options, PrintStream out) throws IOException, InterruptedException {
        String mode = options.text("mode");
        switch (mode) {
            case "load":
            case "idle":
                Report report = new Run(options, (held, deadline) -> announce(options, out, held, deadline)).run();
                out.println(report.json(mode));
                return report.exitCode();
            case "faults":
                return faults(options, out);
            case "send":
                return send(options, out);
            default:
                throw new IllegalArgumentException("unknown mode " + mode);
        }
    }

    private static void announce(Options options, PrintStream out, int held, long deadline)
            throws IOException, InterruptedException {
        out.println("held " + held);
        out.flush();
        if (options.flag("wait-for-go")) {
            BlockingQueue<String> lines = new LinkedBlockingQueue<>();
            Thread reader = new Thread(() -> lines.add(readLine()), "stdin");
            reader.setDaemon(true);
            reader.start();
            if (lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS) == null) {
                throw new IOException("no word to go on came in time");
            }
        }
    }

    private static String readLine() {
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }

    private static int faults(Options options, PrintStream out) throws InterruptedException {
        Duration limit = Duration.ofSeconds(Math.min(60, options.number("max-seconds")));
        FaultClient client = new FaultClient(options.text("host"), options.number("port"), limit);
        List<FaultResult> results = client.runAll();
        results.forEach(out::println);
        long failed = results.stream().filter(result -> !result.passed()).count();
        out.println("faults: " + (results.size() - failed) + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }

    private static int send(Options options, PrintStream out) throws IOException {
        try (Socket socket = new Socket(options.text("host"), options.number("port"))) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(options.number("max-seconds")));
            socket.getOutputStream().write((options.text("line") + "\n").getBytes(StandardCharsets.UTF_8));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("the server closed the connection");
            }
            out.println(answer);
            return 0;
        }
    }
}
