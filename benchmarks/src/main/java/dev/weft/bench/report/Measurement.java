package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.RunnerException;

/** Measures sets, one after the other, each on all of its runtimes in turns. */
final class Measurement {
    private final Effort effort;
    private final Runtimes runtimes;
    private final List<Peer> peers;
    private final Path jruby;
    private final Map<String, Double> minutes = new LinkedHashMap<>();

    Measurement(Effort effort, Runtimes runtimes, List<Peer> peers, Path jruby) {
        this.effort = effort;
        this.runtimes = runtimes;
        this.peers = peers;
        this.jruby = jruby;
    }

    List<Row> measure(Set<String> sets) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String set : sets) {
            long start = System.nanoTime();
            rows.addAll(measure(set));
            minutes.put(set, (System.nanoTime() - start) / 60e9);
        }
        return rows;
    }

    /** In the words of the report: how long each set took. */
    String took() {
        return minutes.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, "%s %.1f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", ", "", " min"));
    }

    private List<Row> measure(String set) throws IOException, InterruptedException {
        Path weft = runtimes.java(Runtime.WEFT);
        Path plain = runtimes.java(Runtime.PLAIN);
        List<Runtime> light = runtimes.named(Runtime.WEFT, Runtime.VIRTUAL);
        List<Runtime> kinds = runtimes.named(Runtime.WEFT, Runtime.VIRTUAL, Runtime.PLAIN);
        List<Runtime> meeting = runtimes.named(Figures.MEETING);
        int rounds = effort.rounds();
        return switch (set) {
            case "suspend" -> new Suspends(light, peers, plain, effort).measure();
            case CoroutineRings.SET -> new CoroutineRings(light, effort).measure();
            case Generated.SET -> new Generated(weft, plain, peers, effort).measure();
            case "peers" -> new Languages(effort, plain, meeting, peers).measure();
            case "http" -> new Http(effort, plain, kinds).http();
            case "relay" -> new Http(effort, plain, kinds).relay();
            case FilesBesideSockets.SET -> new FilesBesideSockets(effort, plain, kinds).measure();
            case "footprint" -> Footprints.measure(kinds, rounds);
            case "millions" -> Footprints.millions(light);
            case Locals.SET -> Locals.measure(kinds, rounds);
            case Schedulers.SET -> Schedulers.measure(kinds, rounds);
            case BesideHogs.SET -> BesideHogs.measure(kinds, rounds);
            case "jruby" -> new Rubies(jruby, effort).measure(meeting);
            case "start-up" -> new StartUps(weft, plain, runtimes.java(Runtime.VIRTUAL)).measure(effort);
            case "class-load" -> ClassLoads.measure(light.get(0), Runtime.plain(plain), rounds);
            case "weave" -> Weaves.measure(weft);
            default -> jmh(set);
        };
    }

    private List<Row> jmh(String set) {
        JmhRunner runner = new JmhRunner(effort);
        List<Row> rows = new ArrayList<>();
        for (Figure figure : Figures.all()) {
            if (figure.set().equals(set)) {
                Row row = new Row(set, figure.title(), figure.unit());
                rows.add(row);
                for (int round = 0; round < effort.rounds(); round++) {
                    runtimes.named(figure.runtimes()).forEach(runtime -> one(runner, figure, runtime, row));
                }
            }
        }
        if (set.equals(Figures.NEVER_SUSPENDING)) {
            rows.addAll(GeometricMean.of(rows));
        }
        return rows;
    }

    private static void one(JmhRunner runner, Figure figure, Runtime runtime, Row row) {
        try {
            double[] scores = runner.run(figure, runtime);
            row.add(runtime.name(), scores);
            String median = Markdown.number(Sample.median(scores));
            System.err.println(figure.title() + ", " + runtime.name() + ": " + median + " " + figure.unit());
        } catch (RunnerException e) {
            row.fail(runtime.name(), String.valueOf(e.getMessage()));
            System.err.println(figure.title() + ", " + runtime.name() + ": " + e.getMessage());
        }
    }
}
