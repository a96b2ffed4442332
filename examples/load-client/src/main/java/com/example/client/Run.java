package com.example.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One run of load or of idle rounds: hold connections, ask on them, compare all answers, end in time. Not reusable.
 */
final class Run implements Engine.Poller {
    private static final int WINDOW = 512;

    private final Options options;
    private final Go go;
    private final Report report = new Report();
    private final RequestMix mix;
    private final long deadline;
    private final Set<Connection> held = new LinkedHashSet<>();
    private Engine engine;
    private int outstanding;
    private boolean asking;
    private boolean counting;
    private long countFrom;
    private long asked;
    private long lastAnswer;

    /** Waits for the word to go on when all connections are held. */
    interface Go {
        /** Is called once with the number of connections held; may wait until {@code deadlineNanos}. */
        void held(int connections, long deadlineNanos) throws IOException, InterruptedException;
    }

    Run(Options options, Go go) {
        this.options = options;
        this.go = go;
        mix = new RequestMix(options.text("mix"), options.number("seed"));
        deadline = System.nanoTime() + seconds(options.number("max-seconds"));
    }

    /** Runs in the mode that the options name, and returns the counts. */
    Report run() throws IOException, InterruptedException {
        InetSocketAddress server = new InetSocketAddress(options.text("host"), options.number("port"));
        try (Engine opened = new Engine(server)) {
            engine = opened;
            int wanted = options.number("connections");
            long openUntil = System.nanoTime() + seconds(options.number("open-seconds"));
            report.put("connections", wanted);
            held.addAll(new Holding(engine, report, mix).open(wanted, earlier(openUntil, deadline)));
            engine.events(this);
            report.put("held", held.size());
            go.held(held.size(), deadline);
            if (options.text("mode").equals("idle")) {
                idleRounds();
            } else {
                load();
            }
            report.put("heldAtEnd", held.size());
        }
        return report;
    }

    private void load() throws IOException {
        int wanted = options.number("active");
        List<Connection> all = new ArrayList<>(held);
        List<Connection> active = all.subList(0, wanted == 0 ? all.size() : Math.min(wanted, all.size()));
        report.put("active", active.size());
        countFrom = System.nanoTime() + seconds(options.number("warmup-seconds"));
        long askUntil = earlier(countFrom + seconds(options.number("seconds")), deadline);
        asking = true;
        counting = true;
        active.forEach(this::askAgain);
        while (asking && System.nanoTime() - askUntil < 0 && !held.isEmpty()) {
            engine.poll(10);
        }
        asking = false;
        awaitAnswers();
        report.measured(Math.max(1, System.nanoTime() - countFrom));
        counting = false;
        serveAll();
    }

    private void idleRounds() throws IOException {
        long nanos = 0;
        int done = 0;
        counting = true;
        for (; done < options.number("rounds") && !late() && !held.isEmpty(); done++) {
            long blockedUntil = earlier(System.nanoTime() + options.number("idle-millis") * 1_000_000L, deadline);
            while (System.nanoTime() - blockedUntil < 0) {
                engine.poll(10);
            }
            long start = System.nanoTime();
            countFrom = start;
            serveAll();
            nanos += System.nanoTime() - start;
        }
        report.measured(nanos);
        report.put("rounds", done);
        if (done < options.number("rounds")) {
            report.error("only " + done + " rounds in time");
        }
    }

    /** Asks once on each connection, as fast as can be written, and waits for all answers. */
    private void serveAll() throws IOException {
        Deque<Connection> rest = new ArrayDeque<>(held);
        while (!rest.isEmpty() && !late()) {
            for (int i = 0; i < WINDOW && !rest.isEmpty(); i++) {
                Connection connection = rest.remove();
                if (held.contains(connection) && connection.outstanding() == null) {
                    ask(connection);
                }
            }
            engine.poll(0);
        }
        awaitAnswers();
    }

    /** Waits for what is outstanding, but no longer than the stall limit without any answer. */
    private void awaitAnswers() throws IOException {
        long stall = seconds(options.number("stall-seconds"));
        lastAnswer = System.nanoTime();
        while (outstanding > 0 && !late() && System.nanoTime() - lastAnswer < stall) {
            engine.poll(100);
        }
        for (Connection connection : List.copyOf(held)) {
            if (connection.outstanding() != null) {
                report.error("no answer in time to " + connection.outstanding());
                held.remove(connection);
            }
        }
        outstanding = 0;
    }

    private void askAgain(Connection connection) {
        int limit = options.number("requests");
        if (limit == 0 || asked < limit) {
            ask(connection);
        } else {
            asking = false;
        }
    }

    private void ask(Connection connection) {
        outstanding++;
        asked++;
        engine.send(connection, mix.next(connection.index()));
    }

    @Override
    public void connected(Connection connection) {
        // One that came too late to be held; it stays unused and is closed with the engine.
    }

    @Override
    public void answered(Connection connection, Request request, boolean right) {
        if (!right) {
            report.wrong("wrong answer to " + request);
        }
        if (!held.contains(connection)) {
            return;
        }
        outstanding--;
        lastAnswer = System.nanoTime();
        if (right && counting && connection.sentNanos() - countFrom >= 0) {
            report.right(lastAnswer - connection.sentNanos());
        }
        if (asking) {
            askAgain(connection);
        }
    }

    @Override
    public void unasked(Connection connection) {
        report.wrong("bytes without a request on connection " + connection.index());
    }

    @Override
    public void failed(Connection connection, IOException why) {
        if (!held.remove(connection)) {
            return;
        }
        if (connection.outstanding() != null) {
            outstanding--;
        }
        report.error("connection " + connection.index() + " broke: " + why);
    }

    private boolean late() {
        return System.nanoTime() - deadline > 0;
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }

    private static long seconds(int seconds) {
        return seconds * 1_000_000_000L;
    }
}
