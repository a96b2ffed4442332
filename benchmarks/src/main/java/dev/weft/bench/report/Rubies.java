package dev.weft.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fibers of an unchanged JRuby, which are Java threads, in chains: {@code chain.rb}. */
final class Rubies {
    private Rubies() {}

    static String title(int fibers, boolean interpreted) {
        return String.format(
                java.util.Locale.ROOT,
                "JRuby, chain of %,d fibers, per hop%s",
                fibers,
                interpreted ? ", interpreter only" : "");
    }

    static List<Row> measure(Path jruby, List<Runtime> runtimes, Effort effort)
            throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        if (!Files.exists(jruby)) {
            Row row = new Row("jruby", title(5, false), "us");
            row.fail(Runtime.WEFT, "there is no " + jruby + "; mvn -Ppeers puts it there");
            return List.of(row);
        }
        Path script = Files.createTempFile("chain", ".rb");
        try (InputStream in = Rubies.class.getResourceAsStream("/dev/weft/bench/chain.rb")) {
            Files.write(script, in.readAllBytes());
            for (boolean interpreted : new boolean[] {false, true}) {
                rows.add(measure(jruby, script, runtimes, effort, interpreted, 5, 20_000));
                rows.add(measure(jruby, script, runtimes, effort, interpreted, 5_000, 5));
            }
        } finally {
            Files.delete(script);
        }
        return rows;
    }

    private static Row measure(
            Path jruby,
            Path script,
            List<Runtime> runtimes,
            Effort effort,
            boolean interpreted,
            int fibers,
            int messages)
            throws InterruptedException {
        Row row = new Row("jruby", title(fibers, interpreted), "us");
        List<Launch> launches = new ArrayList<>();
        for (Runtime runtime : runtimes) {
            List<String> command = new ArrayList<>(List.of(runtime.java().toString()));
            command.addAll(List.of("-Xmx2g", "-cp", jruby.toString(), "org.jruby.Main"));
            if (interpreted) {
                command.add("-X-C");
            }
            command.addAll(List.of(script.toString(), String.valueOf(fibers), String.valueOf(messages)));
            command.addAll(List.of(String.valueOf(2 * effort.warmups()), String.valueOf(effort.iterations())));
            launches.add(new Launch(runtime.name(), command, Map.of()));
        }
        Launch.measure(effort.rounds(), launches, 1e-3, row);
        return row;
    }
}
