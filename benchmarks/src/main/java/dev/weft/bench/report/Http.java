package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A thread-per-connection server, {@link dev.weft.bench.net.HttpServer}, under load from a process of its own. The
 * scores are wall time and the server's processor time per answered request, so lower is better. All clients have
 * connected, and a warm-up is over, before the time that is measured begins.
 */
final class Http {
    private static final String SERVER = "dev.weft.bench.net.HttpServer";
    private static final long DELAY_MILLIS = 10;
    private static final int MOST_PLATFORM_THREADS = 10_000;

    private final Effort effort;
    private final Path plain;
    private final List<Runtime> runtimes;

    Http(Effort effort, Path plain, List<Runtime> runtimes) {
        this.effort = effort;
        this.plain = plain;
        this.runtimes = runtimes;
    }

    static String title(int connections) {
        return String.format(Locale.ROOT, "HTTP, %,d connections", connections);
    }

    List<Row> http() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int connections : new int[] {10, 100, 1_000, 10_000}) {
            rows.addAll(measure("http", title(connections), connections, List.of()));
        }
        return rows;
    }

    List<Row> relay() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int connections : new int[] {100, 1_000, 4_000}) {
            String title = String.format(
                    Locale.ROOT, "relay to a server that takes %d ms, %,d connections", DELAY_MILLIS, connections);
            rows.addAll(measure("relay", title, connections, List.of(String.valueOf(DELAY_MILLIS))));
        }
        return rows;
    }

    private List<Row> measure(String set, String title, int connections, List<String> arguments)
            throws InterruptedException {
        Row wall = new Row(set, title, "us per request");
        Row cpu = new Row(set, title + ", the server's processor time", "us per request");
        for (int round = 0; round < effort.rounds(); round++) {
            for (Runtime runtime : runtimes) {
                if (!runtime.carriersProperty().isEmpty() || connections < MOST_PLATFORM_THREADS) {
                    once(runtime, connections, arguments, wall, cpu);
                }
            }
        }
        return List.of(wall, cpu);
    }

    private void once(Runtime runtime, int connections, List<String> arguments, Row wall, Row cpu)
            throws InterruptedException {
        Launch launch = Launch.of(runtime, 0, Heap.SERVER.options(), SERVER, arguments);
        try (Server server = new Server(launch);
                Load load = Load.start(plain, server.port(), connections)) {
            server.awaitClients(connections);
            // more clients, more frames to be saved and resumed by code that is not compiled yet
            Thread.sleep(1_000L * Math.max(2, effort.warmups()) + connections);
            Server.Work before = server.work();
            Thread.sleep(1_000L * Math.max(2, effort.iterations() * 2));
            Server.Work after = server.work();
            load.end();
            wall.add(runtime.name(), after.microsPerAnswerSince(before));
            cpu.add(runtime.name(), after.cpuMicrosPerAnswerSince(before));
            String micros = Markdown.number(after.microsPerAnswerSince(before));
            System.err.println(wall.title() + ", " + runtime.name() + ": " + micros + " us");
        } catch (IOException e) {
            wall.fail(runtime.name(), e.getMessage());
            System.err.println(wall.title() + ", " + runtime.name() + ": " + e.getMessage());
        }
    }
}
