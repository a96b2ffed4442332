package dev.weft.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Elements of generators, by {@link dev.weft.bench.GeneratorShapes}. */
final class Generated {
    static final String SET = "generators";
    static final String BY_HAND = "written by hand, JDK 17";

    /** The peers' name for it. */
    static final String SHAPE = "elements";

    private static final String MAIN = "dev.weft.bench.GeneratorShapes";
    private static final int OPERATIONS = 2_000_000;

    private final Path weft;
    private final Path plain;
    private final List<Peer> peers;
    private final Effort effort;

    Generated(Path weft, Path plain, List<Peer> peers, Effort effort) {
        this.weft = weft;
        this.plain = plain;
        this.peers = peers;
        this.effort = effort;
    }

    static String title(int depth) {
        return "element of a generator, " + (depth == 0 ? "yielded in its body" : "yielded " + depth + " calls deep");
    }

    List<Row> measure() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int depth : new int[] {0, 3}) {
            Row row = new Row(SET, title(depth), "ns");
            List<Launch> launches = new ArrayList<>();
            launches.add(launch(Runtime.WEFT, weft, arguments(SHAPE, depth)));
            launches.add(launch(BY_HAND, plain, arguments("by-hand", depth)));
            for (Peer peer : peers) {
                if (peer.shapes().contains(SHAPE)) {
                    launches.add(peer.launch(plain, 1, Heap.SUBMISSIONS, arguments(SHAPE, depth)));
                }
            }
            Launch.measure(effort.rounds(), launches, 1, row);
            rows.add(row);
        }
        return rows;
    }

    private List<String> arguments(String shape, int depth) {
        return List.of(
                shape,
                String.valueOf(depth),
                String.valueOf(OPERATIONS),
                String.valueOf(5 * effort.warmups()),
                String.valueOf(3 * effort.iterations()));
    }

    private static Launch launch(String name, Path java, List<String> arguments) {
        Runtime runtime = new Runtime(name, java, List.of(), "");
        return Launch.of(runtime, 0, Heap.SUBMISSIONS.options(), MAIN, arguments);
    }
}
