package dev.weft.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The shapes that every runtime has, in whatever language: threads by {@link dev.weft.bench.ThreadShapes}, and the
 * peers.
 */
final class Languages {
    private static final String SET = "peers";

    /**
     * One line of the report.
     *
     * @param size of what stands during all operations
     * @param operations per iteration
     * @param share of the effort's iterations that are made, as a divisor: shapes that take seconds make few
     * @param platform which threads of the kernel can do it
     */
    private record Line(
            String title,
            String unit,
            double scale,
            String shape,
            int size,
            int operations,
            int share,
            int carriers,
            Platform platform) {}

    private enum Platform {
        /** There would be too many. */
        NONE,
        FREE,
        /** They meet, so that it matters whether they have one processor: free, and bound to one. */
        BOUND_TOO;

        boolean has(Runtime runtime) {
            return switch (runtime.name()) {
                case Runtime.PLAIN -> this != NONE;
                case Runtime.PLAIN_BOUND -> this == BOUND_TOO;
                default -> true;
            };
        }
    }

    static final String RING_MILLION = "ring of 1,000,000, per hop, 1 carrier";
    static final String SLEEPERS = "100,000 sleep 10 times 5 ms, 2 carriers";
    static final String SKYNET = "skynet of 1,000,000, 2 carriers";

    private static final List<Line> LINES = List.of(
            new Line("hand-over, 1 carrier", "ns", 1, "hand-over", 1, 200_000, 1, 1, Platform.BOUND_TOO),
            new Line(
                    "channel ping-pong, per message, 1 carrier",
                    "ns",
                    1,
                    "ping-pong",
                    1,
                    100_000,
                    1,
                    1,
                    Platform.BOUND_TOO),
            new Line("ring of 1,000, per hop, 1 carrier", "ns", 1, "ring", 1_000, 200_000, 1, 1, Platform.BOUND_TOO),
            new Line(RING_MILLION, "ns", 1, "ring", 1_000_000, 2_000_000, 2, 1, Platform.NONE),
            new Line(
                    "start and join, 1,000 together, 1 carrier",
                    "ns",
                    1,
                    "start-join",
                    1_000,
                    50_000,
                    1,
                    1,
                    Platform.FREE),
            new Line(SKYNET, "ms", 1e-6, "skynet", 1_000_000, 1, 2, 2, Platform.NONE),
            new Line(SLEEPERS, "ms", 1e-6, "sleep-storm", 100_000, 1, 2, 2, Platform.NONE));

    private final Effort effort;
    private final Path plain;
    private final List<Runtime> runtimes;
    private final List<Peer> peers;

    Languages(Effort effort, Path plain, List<Runtime> runtimes, List<Peer> peers) {
        this.effort = effort;
        this.plain = plain;
        this.runtimes = runtimes;
        this.peers = peers;
    }

    List<Row> measure() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Line line : LINES) {
            Row row = new Row(SET, line.title(), line.unit());
            rows.add(row);
            Launch.measure(effort.rounds(), launches(line), line.scale(), row);
        }
        return rows;
    }

    private List<Launch> launches(Line line) {
        Heap heap = line.size() > 100_000 ? Heap.MILLION : Heap.SUBMISSIONS;
        List<String> arguments = List.of(
                line.shape(),
                String.valueOf(line.size()),
                String.valueOf(line.operations()),
                String.valueOf(Math.max(2, 4 * effort.warmups() / (line.share() * line.share()))),
                String.valueOf(Math.max(3, 4 * effort.iterations() / (line.share() * line.share()))));
        List<Launch> launches = new ArrayList<>();
        for (Runtime runtime : runtimes) {
            if (line.platform().has(runtime)) {
                String main = "dev.weft.bench.ThreadShapes";
                launches.add(Launch.of(runtime, line.carriers(), heap.options(), main, arguments));
            }
        }
        for (Peer peer : peers) {
            if (peer.shapes().contains(line.shape())) {
                launches.add(peer.launch(plain, line.carriers(), heap, arguments));
            }
        }
        return launches;
    }
}
