package dev.weft.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Suspend and resume without a scheduler, by {@link dev.weft.bench.Suspensions}. */
final class Suspends {
    private static final List<String> JDK_EXPORTS = List.of("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED");

    private final List<Runtime> runtimes;
    private final List<Peer> peers;
    private final Path plain;
    private final Effort effort;

    /** Takes Weft, the JDK 25, and the peers that have the shape {@code suspend}, on the plain JDK. */
    Suspends(List<Runtime> runtimes, List<Peer> peers, Path plain, Effort effort) {
        this.runtimes = runtimes;
        this.peers = peers;
        this.plain = plain;
        this.effort = effort;
    }

    List<Row> measure() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int depth : new int[] {5, 100}) {
            rows.add(measure("touch-1", depth, lazyTitle(depth)));
        }
        for (int touched : new int[] {5, 20, 100}) {
            rows.add(measure("touch-" + touched, 100, touchedTitle(touched)));
        }
        for (int parameters = 1; parameters <= 3; parameters++) {
            for (int depth : new int[] {5, 20, 100}) {
                String title = "one-shot call of depth " + depth + ", " + parameters + " parameters";
                rows.add(measure("one-shot-" + parameters, depth, title));
            }
        }
        return rows;
    }

    static String lazyTitle(int depth) {
        return "suspend and resume, depth " + depth + ", 1 frame touched";
    }

    static String touchedTitle(int touched) {
        return "suspend and resume, depth 100, " + touched + " frames touched";
    }

    private Row measure(String shape, int depth, String title) throws InterruptedException {
        Row row = new Row("suspend", title, "ns");
        // so many that all is compiled long before the first one counts
        int operations = Math.max(500_000, 2_000_000 / depth);
        List<String> arguments = List.of(
                shape,
                String.valueOf(depth),
                String.valueOf(operations),
                String.valueOf(10 * effort.warmups()),
                String.valueOf(5 * effort.iterations()));
        List<Launch> launches = new ArrayList<>();
        for (Runtime runtime : runtimes) {
            boolean weft = runtime.name().equals(Runtime.WEFT);
            launches.add(Launch.of(
                    new Runtime(
                            weft ? runtime.name() : Runtime.CONTINUATION,
                            runtime.java(),
                            Heap.SUBMISSIONS.options(),
                            ""),
                    0,
                    weft ? List.of() : JDK_EXPORTS,
                    "dev.weft.bench.Suspensions",
                    arguments));
        }
        for (Peer peer : peers) {
            if (shape.startsWith("touch") && peer.shapes().contains("suspend")) {
                launches.add(peer.launch(plain, 1, Heap.SUBMISSIONS, arguments));
            }
        }
        Launch.measure(effort.rounds(), launches, 1, row);
        return row;
    }
}
