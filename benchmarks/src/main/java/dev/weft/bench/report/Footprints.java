package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Measures what parked threads cost, by {@link dev.weft.bench.Footprint} and {@link dev.weft.bench.Millions}. */
final class Footprints {
    private static final int LIGHT = 200_000;
    private static final int DEEP = 50_000;
    private static final int PLATFORM = 2_000;

    private Footprints() {}

    static List<Row> measure(List<Runtime> runtimes, int rounds) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        rows.addAll(measure(runtimes, rounds, 3, false));
        rows.addAll(measure(runtimes, rounds, 3, true));
        rows.addAll(measure(runtimes, rounds, 20, false));
        rows.addAll(measure(runtimes, rounds, 100, false));
        return rows;
    }

    private static List<Row> measure(List<Runtime> runtimes, int rounds, int depth, boolean locals)
            throws InterruptedException {
        String what = "per parked thread, depth " + depth + (locals ? ", with 3 thread locals" : "");
        Row heap = new Row("footprint", "heap " + what, "bytes");
        Row resident = new Row("footprint", "resident memory " + what, "bytes");
        List<Launch> launches =
                runtimes.stream().map(runtime -> launch(runtime, depth, locals)).toList();
        Launch.measure(rounds, launches, 1, heap, resident);
        return List.of(heap, resident);
    }

    /** Without thread-local allocation buffers, whose unused rest would count as used. */
    private static Launch launch(Runtime runtime, int depth, boolean locals) {
        int count = runtime.carriersProperty().isEmpty() ? PLATFORM : depth > 10 ? DEEP : LIGHT;
        return Launch.of(
                runtime,
                0,
                List.of("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-XX:-UseTLAB"),
                "dev.weft.bench.Footprint",
                List.of(String.valueOf(count), String.valueOf(depth), String.valueOf(locals)));
    }

    /** Ten million in a heap of 5 GB; one round, on Weft only: those of JDK 25 do not fit. */
    static List<Row> millions(List<Runtime> runtimes) throws InterruptedException {
        Row heap = new Row("millions", "10,000,000 parked in 5 GB, heap per thread", "bytes");
        Row park = new Row("millions", "10,000,000 started and parked", "s");
        Row end = new Row("millions", "10,000,000 woken and ended", "s");
        List<Launch> launches = runtimes.stream()
                .filter(runtime -> runtime.name().equals(Runtime.WEFT))
                .map(runtime ->
                        Launch.of(runtime, 0, List.of("-Xmx5g"), "dev.weft.bench.Millions", List.of("10000000")))
                .toList();
        Launch.measure(1, launches, 1, heap, park, end);
        return List.of(heap, park, end);
    }
}
