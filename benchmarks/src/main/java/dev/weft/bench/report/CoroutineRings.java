package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rings of coroutines of one thread, by their size, by {@link dev.weft.bench.Coroutines}. */
final class CoroutineRings {
    static final String SET = "coroutines";
    static final String HEAP = "heap per coroutine, 1,000,000 of them";

    /** Stadler, Wimmer and Wuerthinger, "Efficient Coroutines for the Java Platform", PPPJ 2010, figure 11. */
    static final double OF_PAPER_AT_A_MILLION = 480;

    static final double BEST_OF_PAPER = 20;
    static final double BYTES_OF_PAPER = 2_000;

    private static final int LARGEST = 1_000_000;

    /** A multiple of all sizes. */
    private static final int OPERATIONS = 2_000_000;

    private static final String MAIN = "dev.weft.bench.Coroutines";
    private static final String JDK_EXPORTS = "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED";

    private final List<Runtime> runtimes;
    private final Effort effort;

    /** Takes Weft and the JDK 25. */
    CoroutineRings(List<Runtime> runtimes, Effort effort) {
        this.runtimes = runtimes;
        this.effort = effort;
    }

    static String title(int size) {
        return String.format(Locale.ROOT, "switch between coroutines, %,d of them", size);
    }

    List<Row> measure() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int size = 1; size <= LARGEST; size *= 10) {
            Row row = new Row(SET, title(size), "ns");
            String warmups = String.valueOf(5 * effort.warmups());
            String iterations = String.valueOf(3 * effort.iterations());
            measure(row, List.of("ring", String.valueOf(size), String.valueOf(OPERATIONS), warmups, iterations));
            rows.add(row);
        }
        Row heap = new Row(SET, HEAP, "bytes");
        measure(heap, List.of("bytes", String.valueOf(LARGEST)));
        rows.add(heap);
        return rows;
    }

    private void measure(Row row, List<String> arguments) throws InterruptedException {
        List<Launch> launches = new ArrayList<>();
        for (Runtime runtime : runtimes) {
            boolean weft = runtime.name().equals(Runtime.WEFT);
            List<String> options = new ArrayList<>(Heap.MILLION.options());
            options.add("-XX:+UseSerialGC");
            if (!weft) {
                options.add(JDK_EXPORTS);
            }
            String name = weft ? runtime.name() : Runtime.CONTINUATION;
            Runtime named = new Runtime(name, runtime.java(), List.of(), "");
            launches.add(Launch.of(named, 0, options, MAIN, arguments));
        }
        Launch.measure(effort.rounds(), launches, 1, row);
    }

    /** The figure: nanoseconds by size, with what the paper says of its own. */
    static SizeChart chart(List<Row> rows) {
        SizeChart chart = new SizeChart("coroutines", "ns per switch");
        for (Row row : rows) {
            for (int size = 1; size <= LARGEST; size *= 10) {
                if (row.title().equals(title(size))) {
                    int x = size;
                    row.samples().forEach((runtime, sample) -> chart.add(runtime, x, sample.median()));
                }
            }
        }
        chart.add("PPPJ 2010, best", 1, BEST_OF_PAPER);
        chart.add("PPPJ 2010, best", LARGEST, BEST_OF_PAPER);
        chart.add("PPPJ 2010, 1,000,000", LARGEST, OF_PAPER_AT_A_MILLION);
        return chart;
    }
}
