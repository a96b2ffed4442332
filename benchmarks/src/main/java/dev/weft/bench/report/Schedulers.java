package dev.weft.bench.report;

import java.util.List;

/** Schedulers that programs choose, by {@link dev.weft.bench.SchedulerChange}, and {@link dev.weft.bench.Deadlines}. */
final class Schedulers {
    static final String SET = "schedulers";
    static final String CHANGE = "a change of scheduler";
    static final String HAND_OVER = "a hand-over";

    private static final String MAIN = "dev.weft.bench.SchedulerChange";
    private static final String SPINNERS = "beside four that spin, two processors: ";
    private static final String SLEEPERS = "sleepers late, ";
    private static final String ECHOES = "echoes, ";
    private static final int SECONDS = 10;

    private Schedulers() {}

    static String title(int threads) {
        return "between event loops of " + (threads == 1 ? "one thread" : "two threads");
    }

    static String latestTitle(boolean sleepers) {
        return SPINNERS + (sleepers ? SLEEPERS : ECHOES) + "the latest";
    }

    /** Of a runtime that is Weft, and of others that only the deadlines are asked of. */
    static List<Row> measure(List<Runtime> runtimes, int rounds) throws InterruptedException {
        Runtime weft = runtimes.get(0);
        Row one = new Row(SET, title(1), "ns");
        Launch.measure(
                rounds,
                List.of(
                        launch(weft, 1, "change", "1").as(CHANGE),
                        launch(weft, 1, "hand-over", "1").as(HAND_OVER),
                        launch(weft, 1, "default").as("a hand-over under the default scheduler")),
                1,
                one);
        Row two = new Row(SET, title(2), "ns");
        Launch.measure(
                rounds,
                List.of(
                        launch(weft, 1, "change", "2").as(CHANGE),
                        launch(weft, 1, "hand-over", "2").as(HAND_OVER)),
                1,
                two);
        Row[] late = new Row[6];
        String[] columns = {"half", "99 of 100", "the latest"};
        for (int i = 0; i < late.length; i++) {
            String what = i < columns.length ? SLEEPERS : ECHOES;
            late[i] = new Row(SET, SPINNERS + what + columns[i % columns.length], "ms");
        }
        List<Launch> spinning = runtimes.stream()
                .map(each -> Launch.of(
                        each, 2, List.of(), "dev.weft.bench.Deadlines", List.of("4", String.valueOf(SECONDS))))
                .toList();
        Launch.measure(rounds, spinning, 1, late);
        return List.of(one, two, late[0], late[1], late[2], late[3], late[4], late[5]);
    }

    private static Launch launch(Runtime runtime, int carriers, String... arguments) {
        return Launch.of(runtime, carriers, List.of(), MAIN, List.of(arguments));
    }
}
