package dev.weft.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients in a process of their own that ask as fast as they are answered: {@code wrk}, or {@code HttpLoad} without it.
 */
final class Load implements AutoCloseable {
    private static final String MAIN = "dev.weft.bench.net.HttpLoad";
    private static final Pattern FAILURES = Pattern.compile("(Socket errors|Non-2xx).*");

    private final Process process;

    private Load(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Starts to connect, and goes on until {@link #end}. */
    static Load start(Path java, String port, int connections) throws IOException {
        Path wrk = Commands.onPath("wrk");
        if (wrk == null) {
            String jar = Commands.benchmarksJar().toString();
            return new Load(List.of(java.toString(), "-cp", jar, MAIN, port, String.valueOf(connections)));
        }
        String call = String.format(
                "ulimit -n $(ulimit -Hn); exec %s -t1 -c%d -d1h --timeout 30s http://127.0.0.1:%s/",
                wrk, connections, port);
        return new Load(List.of("sh", "-c", call));
    }

    /** Which generator it is. */
    static String version() throws IOException, InterruptedException {
        Path wrk = Commands.onPath("wrk");
        if (wrk == null) {
            return "HttpLoad";
        }
        // wrk -v exits with 1
        String text = Commands.output(List.of("sh", "-c", wrk + " -v || true"), Map.of());
        return text.lines().findFirst().orElse("wrk").replaceAll(" *Copyright.*", "") + ", -t1";
    }

    /**
     * Ends it as a user would, and fails if a request of its has failed: one without an answer, or an error of a
     * socket.
     */
    void end() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new IOException("the load has ended before: " + output());
        }
        process.getOutputStream().close();
        if (Commands.onPath("wrk") != null) {
            Commands.output(List.of("sh", "-c", "kill -INT " + process.pid()), Map.of());
        }
        String output = output();
        Matcher failures = FAILURES.matcher(output);
        if (process.waitFor() != 0 || failures.find()) {
            throw new IOException("the load has failed: " + output);
        }
    }

    private String output() throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
