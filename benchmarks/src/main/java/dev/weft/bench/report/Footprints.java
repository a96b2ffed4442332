package dev.weft.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures what parked threads cost, by {@link dev.weft.bench.Footprint} and {@link dev.weft.bench.Millions}. */
final class Footprints {
    static final String TEN_MILLION = "10,000,000 parked in 5 GB, heap per thread";

    private static final int LIGHT = 200_000;
    private static final int DEEP = 50_000;
    private static final int PLATFORM = 2_000;

    /**
     * No thread-local allocation buffers, whose unused rest would count as used; all of the heap touched before, so
     * that resident memory grows by what is outside of it; what is hot is compiled at once, so that all threads park in
     * compiled frames after the warm-up.
     */
    private static final List<String> OPTIONS =
            List.of("-XX:+UseSerialGC", "-XX:-UseTLAB", "-XX:+AlwaysPreTouch", "-Xbatch");

    private Footprints() {}

    static List<Row> measure(List<Runtime> runtimes, int rounds) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        rows.addAll(measure(runtimes, rounds, 3, false));
        rows.addAll(measure(runtimes, rounds, 3, true));
        rows.addAll(measure(runtimes, rounds, 20, false));
        rows.addAll(measure(runtimes, rounds, 100, false));
        rows.addAll(HelloMemory.measure(runtimes, rounds));
        return rows;
    }

    static String heapTitle(int depth, boolean locals) {
        return "heap " + what(depth, locals);
    }

    static String bothTitle(int depth, boolean locals) {
        return "heap and other memory " + what(depth, locals);
    }

    private static String what(int depth, boolean locals) {
        return "per parked thread, depth " + depth + (locals ? ", with 3 thread locals" : "");
    }

    private static List<Row> measure(List<Runtime> runtimes, int rounds, int depth, boolean locals)
            throws InterruptedException {
        Row heap = new Row("footprint", heapTitle(depth, locals), "bytes");
        Row memory = new Row("footprint", bothTitle(depth, locals), "bytes");
        List<Launch> launches = new ArrayList<>();
        for (Runtime runtime : runtimes) {
            launches.add(launch(runtime, depth, locals, List.of()));
            if (runtime.name().equals(Runtime.VIRTUAL) && depth == 3 && !locals) {
                List<String> untracked = List.of("-Djdk.trackAllThreads=false");
                launches.add(launch(runtime, depth, false, untracked).as(Runtime.VIRTUAL_UNTRACKED));
            }
        }
        Launch.measure(rounds, launches, 1, heap, memory);
        return List.of(heap, memory);
    }

    private static Launch launch(Runtime runtime, int depth, boolean locals, List<String> more) {
        int count = runtime.carriersProperty().isEmpty() ? PLATFORM : depth > 10 ? DEEP : LIGHT;
        List<String> options = new ArrayList<>(Heap.FOOTPRINT.options());
        options.addAll(OPTIONS);
        options.addAll(more);
        List<String> arguments = List.of(String.valueOf(count), String.valueOf(depth), String.valueOf(locals));
        return Launch.of(runtime, 0, options, "dev.weft.bench.Footprint", arguments);
    }

    /** Ten million in a heap of 5 GB; one round, on Weft only: those of JDK 25 do not fit. */
    static List<Row> millions(List<Runtime> runtimes) throws InterruptedException {
        Row heap = new Row("millions", TEN_MILLION, "bytes");
        Row park = new Row("millions", "10,000,000 started and parked", "s");
        Row end = new Row("millions", "10,000,000 woken and ended", "s");
        List<String> options = Heap.TEN_MILLION.options();
        List<Launch> launches = runtimes.stream()
                .filter(runtime -> runtime.name().equals(Runtime.WEFT))
                .map(runtime -> Launch.of(runtime, 0, options, "dev.weft.bench.Millions", List.of("10000000")))
                .toList();
        Launch.measure(1, launches, 1, heap, park, end);
        return List.of(heap, park, end);
    }
}
