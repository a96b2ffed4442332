package dev.weft.bench.report;

import dev.weft.bench.net.FileServer.Work;
import java.util.ArrayList;
import java.util.List;

/** The list of what is to be shown. */
final class Goals {
    private Goals() {}

    static List<Goal> all() {
        List<Goal> all = new ArrayList<>();
        suspensions(all);
        onOneThread(all);
        threads(all);
        memory(all);
        programs(all);
        neverSuspending(all, GeometricMean.OF_MEDIANS);
        neverSuspending(all, GeometricMean.OF_LEAST);
        Figures.all().stream()
                .filter(figure -> figure.set().equals(Figures.NEVER_SUSPENDING))
                .forEach(figure -> neverSuspending(all, figure.title()));
        return all;
    }

    private static void neverSuspending(List<Goal> all, String title) {
        all.add(weft(Figures.NEVER_SUSPENDING, title, Runtime.PLAIN, 1.05));
        all.add(new Goal(Figures.NEVER_SUSPENDING, title, Runtime.WEFT_PLATFORM, Runtime.PLAIN, 1.02));
    }

    private static void suspensions(List<Goal> all) {
        all.add(weft("suspend", Suspends.lazyTitle(100), Runtime.CONTINUATION, 0.06));
        all.add(weft("suspend", Suspends.touchedTitle(5), Runtime.CONTINUATION, 0.6));
        all.add(weft("suspend", Suspends.touchedTitle(20), Runtime.CONTINUATION, 1));
        all.add(weft("suspend", Suspends.touchedTitle(100), Runtime.CONTINUATION, 1));
    }

    private static void onOneThread(List<Goal> all) {
        all.add(weft(CoroutineRings.SET, CoroutineRings.title(1_000_000), null, CoroutineRings.OF_PAPER_AT_A_MILLION));
        all.add(weft(CoroutineRings.SET, CoroutineRings.HEAP, null, CoroutineRings.BYTES_OF_PAPER));
        all.add(weft(Generated.SET, Generated.title(0), Generated.BY_HAND, 5));
        all.add(weft(Generated.SET, Generated.title(3), Peer.KOTLIN, 0.2));
    }

    private static void threads(List<Goal> all) {
        all.add(weft("hand-over", Figures.HAND_OVER, Runtime.VIRTUAL, 0.35));
        all.add(weft("hand-over", Figures.HAND_OVER, Runtime.PLAIN, 0.03));
        all.add(weft("hand-over", Figures.HAND_OVER, Runtime.PLAIN_BOUND, 0.03));
        all.add(weft("peers", Languages.RING_MILLION, Runtime.VIRTUAL, 0.1));
        all.add(weft("peers", Languages.SKYNET, Runtime.VIRTUAL, 0.5));
        all.add(weft("start-join", "start and join, one by one", Runtime.VIRTUAL, 1));
        all.add(weft("start-join", "start and join, 1,000 together", Runtime.VIRTUAL, 1));
    }

    private static void memory(List<Goal> all) {
        String parked = Footprints.heapTitle(3, false);
        all.add(weft("footprint", parked, null, 400));
        all.add(weft("footprint", parked, Runtime.VIRTUAL, 0.5));
        all.add(weft("footprint", parked, Runtime.VIRTUAL_UNTRACKED, 0.5));
        all.add(weft("millions", Footprints.TEN_MILLION, null, 500));
        all.add(new Goal(Locals.SET, Locals.DIFFERENCE, Locals.CONTEXT, null, 40));
        all.add(new Goal(Locals.SET, Locals.READ, Locals.CONTEXT, Locals.SCOPED, 1));
        all.add(new Goal(Locals.SET, Locals.READ_HERE, Locals.CONTEXT, Locals.SCOPED, 1));
        all.add(weft(Locals.SET, Locals.ADDERS, Runtime.PLAIN, 1));
        all.add(weft(Schedulers.SET, Schedulers.latestTitle(true), null, 50));
        all.add(weft(Schedulers.SET, Schedulers.latestTitle(false), null, 50));
        for (int threads = 1; threads <= 2; threads++) {
            String title = Schedulers.title(threads);
            all.add(new Goal(Schedulers.SET, title, Schedulers.CHANGE, Schedulers.HAND_OVER, 1.2));
        }
    }

    private static void programs(List<Goal> all) {
        all.add(weft("http", Http.title(1_000), Runtime.VIRTUAL, 1));
        all.add(weft("http", Http.title(10_000), Runtime.VIRTUAL, 1 / 1.2));
        for (Work work : List.of(Work.CACHED, Work.FORCED)) {
            all.add(weft(FilesBesideSockets.SET, FilesBesideSockets.ratioTitle(work), null, 1.3));
        }
        for (int number : BesideHogs.NUMBERS) {
            for (String column : BesideHogs.COLUMNS) {
                double most = column.endsWith("half") ? 1.5 : 2;
                all.add(weft(BesideHogs.SET, BesideHogs.title(number, column), Runtime.PLAIN, most));
            }
        }
        for (int fibers : new int[] {5, 5_000}) {
            all.add(weft("jruby", Rubies.title(fibers, false), Runtime.PLAIN, 1 / 7.0));
            all.add(weft("jruby", Rubies.title(fibers, false), Runtime.PLAIN_BOUND, 1 / 7.0));
        }
        all.add(new Goal("start-up", "hello world, linked image", "Weft, image", "JDK 17, with CDS", 1.2));
        all.add(new Goal("start-up", "hello world, --patch-module", "Weft, patch", "JDK 17, unchanged java.base", 1.4));
    }

    private static Goal weft(String set, String title, String theirs, double most) {
        return new Goal(set, title, Runtime.WEFT, theirs, most);
    }
}
