package dev.weft.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures what a parked thread costs, by {@link dev.weft.bench.Footprint}. */
final class Footprints {
    private static final int LIGHT = 200_000;
    private static final int PLATFORM = 2_000;

    private Footprints() {}

    static List<Row> measure(List<Runtime> runtimes, int rounds) throws InterruptedException {
        Row heap = new Row("footprint", "heap per parked thread, depth 3", "bytes");
        Row resident = new Row("footprint", "resident memory per parked thread, depth 3", "bytes");
        for (int i = 0; i < rounds; i++) {
            for (Runtime runtime : runtimes) {
                try {
                    String[] numbers =
                            Commands.output(command(runtime), Map.of()).strip().split(" ");
                    heap.add(runtime.name(), Double.parseDouble(numbers[0]));
                    resident.add(runtime.name(), Double.parseDouble(numbers[1]));
                } catch (IOException e) {
                    heap.fail(runtime.name(), e.getMessage());
                }
            }
        }
        return List.of(heap, resident);
    }

    /** Without thread-local allocation buffers, whose unused rest would count as used. */
    private static List<String> command(Runtime runtime) {
        boolean platform = runtime.carriersProperty().isEmpty();
        List<String> command = new ArrayList<>();
        command.add(runtime.java().toString());
        command.addAll(runtime.arguments());
        command.addAll(List.of("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-XX:-UseTLAB", "-cp"));
        command.add(Commands.benchmarksJar().toString());
        command.addAll(List.of("dev.weft.bench.Footprint", String.valueOf(platform ? PLATFORM : LIGHT)));
        return command;
    }
}
