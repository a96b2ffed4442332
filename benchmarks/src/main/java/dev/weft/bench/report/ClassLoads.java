package dev.weft.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What it costs to load the classes of a library, by {@link dev.weft.bench.ClassLoading}. */
final class ClassLoads {
    private ClassLoads() {}

    static List<Row> measure(Runtime weft, Runtime plain, int rounds) throws IOException, InterruptedException {
        Row count = new Row("class-load", "classes loaded (of JMH and picocli)", "");
        Row time = new Row("class-load", "time to load a class", "us");
        List<String> arguments = List.of(Commands.benchmarksJar().toString(), "");
        String main = "dev.weft.bench.ClassLoading";
        List<Launch> launches = new ArrayList<>();
        Launch kept = Launch.of(weft, 0, List.of(), main, arguments).as("Weft, classes kept");
        // the run that keeps them
        Commands.output(kept.command(), kept.environment());
        launches.add(kept);
        launches.add(
                Launch.of(weft, 0, List.of("-Dweft.cache=off"), main, arguments).as("Weft, woven anew"));
        launches.add(Launch.of(plain, 0, List.of(), main, arguments));
        Launch.measure(rounds, launches, 1, count, time);
        return List.of(count, time);
    }
}
