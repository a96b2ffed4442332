package dev.weft.bench.report;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread-per-connection server, {@link dev.weft.bench.net.HttpServer}, under load from a process of its own: {@code wrk} if it
 * is there, else {@link dev.weft.bench.net.HttpLoad}. The score is wall time per answered request, so lower is better.
 */
final class Http {
    private static final String SERVER = "dev.weft.bench.net.HttpServer";
    private static final String ANSWER_BYTES = "131";
    private static final long DELAY_MILLIS = 10;
    private static final int MOST_PLATFORM_THREADS = 10_000;
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final Pattern FAILURES = Pattern.compile("(Socket errors|Non-2xx).*");

    private final Effort effort;
    private final Path plain;
    private final List<Runtime> runtimes;

    Http(Effort effort, Path plain, List<Runtime> runtimes) {
        this.effort = effort;
        this.plain = plain;
        this.runtimes = runtimes;
    }

    static String title(int connections) {
        return String.format(java.util.Locale.ROOT, "HTTP, %,d connections", connections);
    }

    List<Row> http() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int connections : new int[] {10, 100, 1_000, 10_000}) {
            rows.add(measure("http", title(connections), connections, List.of()));
        }
        return rows;
    }

    List<Row> relay() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int connections : new int[] {100, 1_000, 4_000}) {
            String title = String.format(
                    java.util.Locale.ROOT,
                    "relay to a server that takes %d ms, %,d connections",
                    DELAY_MILLIS,
                    connections);
            rows.add(measure("relay", title, connections, List.of(String.valueOf(DELAY_MILLIS))));
        }
        return rows;
    }

    private Row measure(String set, String title, int connections, List<String> arguments) throws InterruptedException {
        Row row = new Row(set, title, "us per request");
        for (int round = 0; round < effort.rounds(); round++) {
            for (Runtime runtime : runtimes) {
                if (!runtime.carriersProperty().isEmpty() || connections < MOST_PLATFORM_THREADS) {
                    try {
                        double micros = 1e6 / rate(runtime, connections, arguments);
                        row.add(runtime.name(), micros);
                        System.err.println(title + ", " + runtime.name() + ": " + Markdown.number(micros) + " us");
                    } catch (IOException e) {
                        row.fail(runtime.name(), e.getMessage());
                        System.err.println(title + ", " + runtime.name() + ": " + e.getMessage());
                    }
                }
            }
        }
        return row;
    }

    /** Answers per second, by a server of its own. */
    private double rate(Runtime runtime, int connections, List<String> arguments)
            throws IOException, InterruptedException {
        Launch launch = Launch.of(runtime, 0, List.of("-Xms2g", "-Xmx2g"), SERVER, arguments);
        Process server = new ProcessBuilder(launch.command())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
            String port = out.readLine();
            if (port == null) {
                throw new IOException("the server did not start: " + String.join(" ", launch.command()));
            }
            return load(port, connections);
        } finally {
            server.getOutputStream().close();
            server.waitFor();
        }
    }

    private double load(String port, int connections) throws IOException, InterruptedException {
        // wrk connects anew for each run, which 10,000 connections need some seconds for
        int connecting = connections / 2_500;
        int seconds = Math.max(2, effort.iterations() * 2) + 2 * connecting;
        int warmup = Math.max(2, effort.warmups()) + connecting;
        Path wrk = wrk();
        if (wrk == null) {
            List<String> command = List.of(
                    plain.toString(),
                    "-cp",
                    Commands.benchmarksJar().toString(),
                    "dev.weft.bench.net.HttpLoad",
                    port,
                    String.valueOf(connections),
                    String.valueOf(warmup),
                    String.valueOf(seconds),
                    ANSWER_BYTES);
            return Launch.parse(Commands.output(command, Map.of()))[0][0];
        }
        wrk(wrk, port, connections, warmup);
        return wrk(wrk, port, connections, seconds);
    }

    private static double wrk(Path wrk, String port, int connections, int seconds)
            throws IOException, InterruptedException {
        String call = String.format(
                "ulimit -n $(ulimit -Hn); exec %s -t1 -c%d -d%ds --timeout 30s http://127.0.0.1:%s/",
                wrk, connections, seconds, port);
        String output = Commands.output(List.of("sh", "-c", call), Map.of());
        Matcher failures = FAILURES.matcher(output);
        if (failures.find()) {
            throw new IOException(failures.group());
        }
        Matcher rate = RATE.matcher(output);
        double perSecond = rate.find() ? Double.parseDouble(rate.group(1)) : 0;
        if (perSecond == 0) {
            throw new IOException("nothing was answered: " + output.strip());
        }
        return perSecond;
    }

    /** The load generator, or null. */
    static Path wrk() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "wrk"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
