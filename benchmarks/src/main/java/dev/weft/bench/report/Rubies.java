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
    private record Chain(int fibers, int messages, boolean interpreted) {
        private String title() {
            return Rubies.title(fibers, interpreted);
        }
    }

    private static final List<Chain> CHAINS = List.of(
            new Chain(5, 20_000, false),
            new Chain(5_000, 5, false),
            new Chain(5, 20_000, true),
            new Chain(5_000, 5, true));

    private final Path jruby;
    private final Effort effort;

    Rubies(Path jruby, Effort effort) {
        this.jruby = jruby;
        this.effort = effort;
    }

    static String title(int fibers, boolean interpreted) {
        return String.format(
                java.util.Locale.ROOT,
                "JRuby, chain of %,d fibers, per hop%s",
                fibers,
                interpreted ? ", interpreter only" : "");
    }

    List<Row> measure(List<Runtime> runtimes) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        if (!Files.exists(jruby)) {
            Row row = new Row("jruby", title(5, false), "us");
            row.fail(Runtime.WEFT, "there is no " + jruby + "; mvn -Pjruby puts it there");
            return List.of(row);
        }
        Path script = Files.createTempFile("chain", ".rb");
        try (InputStream in = Rubies.class.getResourceAsStream("/dev/weft/bench/chain.rb")) {
            Files.write(script, in.readAllBytes());
            for (Chain chain : CHAINS) {
                Row row = new Row("jruby", chain.title(), "us");
                rows.add(row);
                List<Launch> launches = runtimes.stream()
                        .filter(runtime ->
                                !(chain.interpreted() && runtime.name().equals(Runtime.PLAIN_BOUND)))
                        .map(runtime -> launch(runtime, script, chain))
                        .toList();
                Launch.measure(effort.rounds(), launches, 1e-3, row);
            }
        } finally {
            Files.delete(script);
        }
        return rows;
    }

    private Launch launch(Runtime runtime, Path script, Chain chain) {
        List<String> command = new ArrayList<>(List.of(runtime.java().toString()));
        command.addAll(runtime.argumentsFor(0));
        command.addAll(Heap.RUBY.options());
        command.addAll(List.of("-cp", jruby.toString(), "org.jruby.Main"));
        if (chain.interpreted()) {
            command.add("-X-C");
        }
        command.addAll(List.of(script.toString(), String.valueOf(chain.fibers()), String.valueOf(chain.messages())));
        command.addAll(List.of(String.valueOf(2 * effort.warmups()), String.valueOf(effort.iterations())));
        return new Launch(runtime.name(), command, Map.of());
    }
}
