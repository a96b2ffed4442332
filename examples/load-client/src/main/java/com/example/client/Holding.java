package com.example.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens connections and proves that the server serves each: it counts as held when its first request is answered. (That
 * a connection can be opened proves nothing: the kernel does that while the server is busy.)
 */
final class Holding implements Engine.Poller {
    private static final int WINDOW = 256;
    private static final int GIVE_UP_AFTER = 100;

    private final Engine engine;
    private final Report report;
    private final RequestMix mix;
    private final List<Connection> held = new ArrayList<>();
    private int pending;
    private int failures;

    Holding(Engine engine, Report report, RequestMix mix) {
        this.engine = engine;
        this.report = report;
        this.mix = mix;
    }

    /**
     * Opens up to {@code connections}, and stops early at {@code deadline} ({@link System#nanoTime}) or after many
     * failures, which the report counts as errors.
     *
     * @return the held connections
     */
    List<Connection> open(int connections, long deadline) throws IOException {
        SourceAddresses sources = new SourceAddresses(connections);
        engine.events(this);
        int begun = 0;
        while (begun < connections || pending > 0) {
            if (System.nanoTime() - deadline > 0 || failures >= GIVE_UP_AFTER && pending == 0) {
                break;
            }
            while (begun < connections && pending < WINDOW && failures < GIVE_UP_AFTER) {
                pending++;
                engine.connect(begun, sources.of(begun));
                begun++;
            }
            if (failures >= GIVE_UP_AFTER) {
                begun = connections;
            }
            engine.poll(100);
        }
        if (held.size() + failures < connections) {
            int missing = connections - held.size() - failures;
            report.error(missing + " of " + connections + " connections were not opened: late, or too many failures");
        }
        return held;
    }

    @Override
    public void connected(Connection connection) {
        engine.send(connection, mix.echo(connection.index()));
    }

    @Override
    public void answered(Connection connection, Request request, boolean right) {
        pending--;
        held.add(connection);
        if (!right) {
            report.wrong("wrong answer to the first request: " + request);
        }
    }

    @Override
    public void unasked(Connection connection) {
        report.wrong("bytes without a request on connection " + connection.index());
    }

    @Override
    public void failed(Connection connection, IOException why) {
        if (held.remove(connection)) {
            report.error("a held connection broke: " + why);
        } else {
            pending--;
            failures++;
            report.error("connection " + connection.index() + " could not be opened: " + why);
        }
    }
}
