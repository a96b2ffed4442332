package dev.weft.bench.report;

import dev.weft.bench.net.FileServer.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Threads that answer sockets, alone and beside as many that use files: {@link dev.weft.bench.net.FileServer}. What
 * counts is by how much the files make the sockets' answers later, in the same process: the ratio of the 99th
 * percentiles.
 */
final class FilesBesideSockets {
    static final String SET = "files";

    private static final String SERVER = "dev.weft.bench.net.FileServer";
    private static final String LOAD = "dev.weft.bench.net.EchoLoad";
    private static final int THREADS = 1_000;
    private static final int RATE = 2_000;
    private static final long SETTLE_MILLIS = 3_000;

    private final Effort effort;
    private final Path plain;
    private final List<Runtime> runtimes;
    private final Map<Work, Row> medians = new EnumMap<>(Work.class);
    private final Map<Work, Row> tails = new EnumMap<>(Work.class);
    private final Map<Work, Row> ratios = new EnumMap<>(Work.class);
    private final Row rate = new Row(SET, "files written, forced and read", "us per file");

    FilesBesideSockets(Effort effort, Path plain, List<Runtime> runtimes) {
        this.effort = effort;
        this.plain = plain;
        this.runtimes = runtimes;
        for (Work work : Work.values()) {
            medians.put(work, new Row(SET, "sockets " + words(work) + ", median", "us"));
            tails.put(work, new Row(SET, "sockets " + words(work) + ", 99th percentile", "us"));
            ratios.put(work, new Row(SET, ratioTitle(work), "times"));
        }
        ratios.remove(Work.NONE);
    }

    static String ratioTitle(Work work) {
        return "sockets " + words(work) + ", 99th percentile, of that alone";
    }

    private static String words(Work work) {
        return switch (work) {
            case NONE -> "alone";
            case CACHED -> "beside files in memory";
            case FORCED -> "beside files forced to the disk";
        };
    }

    List<Row> measure() throws InterruptedException {
        for (int round = 0; round < effort.rounds(); round++) {
            for (Runtime runtime : runtimes) {
                try {
                    once(runtime);
                } catch (IOException e) {
                    rate.fail(runtime.name(), e.getMessage());
                    System.err.println(SET + ", " + runtime.name() + ": " + e.getMessage());
                }
            }
        }
        List<Row> rows = new ArrayList<>(medians.values());
        rows.addAll(tails.values());
        rows.addAll(ratios.values());
        rows.add(rate);
        return rows;
    }

    private void once(Runtime runtime) throws IOException, InterruptedException {
        Launch launch = Launch.of(runtime, 0, Heap.SERVER.options(), SERVER, List.of(String.valueOf(THREADS)));
        try (Lines server = new Lines(launch.command())) {
            String port = server.read();
            String jar = Commands.benchmarksJar().toString();
            try (Lines load = new Lines(
                    List.of(plain.toString(), "-cp", jar, LOAD, port, String.valueOf(THREADS), String.valueOf(RATE)))) {
                // code that is not compiled yet would be in the first figures
                server.ask(Work.FORCED.name());
                Thread.sleep(SETTLE_MILLIS);
                double alone = 0;
                for (Work work : Work.values()) {
                    double tail = phase(runtime, work, server, load);
                    alone = work == Work.NONE ? tail : alone;
                    if (work != Work.NONE) {
                        ratios.get(work).add(runtime.name(), tail / alone);
                    }
                }
            }
        }
    }

    private double phase(Runtime runtime, Work work, Lines server, Lines load)
            throws IOException, InterruptedException {
        server.ask(work.name());
        Thread.sleep(SETTLE_MILLIS);
        load.ask("");
        double[] before = server.ask(work.name());
        Thread.sleep(1_000L * Math.max(3, effort.iterations() * 2));
        double[] figures = load.ask("");
        double[] after = server.ask(work.name());
        medians.get(work).add(runtime.name(), figures[1]);
        tails.get(work).add(runtime.name(), figures[2]);
        if (work == Work.FORCED) {
            rate.add(runtime.name(), (after[1] - before[1]) / 1e3 / (after[0] - before[0]));
        }
        System.err.println("sockets " + words(work) + ", " + runtime.name() + ": median " + Markdown.number(figures[1])
                + ", 99th percentile " + Markdown.number(figures[2]) + " us");
        return figures[2];
    }

    /** A process that is asked, and answers, in lines. */
    private static final class Lines implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Lines(List<String> command) throws IOException {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        }

        String read() throws IOException {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("the program has ended");
            }
            return line;
        }

        double[] ask(String line) throws IOException {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
            return Arrays.stream(read().split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            process.onExit().join();
        }
    }
}
