package dev.weft.tck.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A way to run the cases.
 *
 * @param id short name, as in known-differences.txt and in the table
 * @param title what it is, as a sentence
 * @param launch which JVM is started how
 * @param options of java, the suite's own properties among them
 */
public record Configuration(String id, String title, Launch launch, List<String> options) {
    /** How the JVM is started. */
    public enum Launch {
        /** The JDK as it is. */
        PLAIN,
        /** Through the launcher, from the linked image. */
        IMAGE,
        /** Through the launcher, with {@code --patch-module}. */
        PATCH,
        /** Through the launcher, with code that suspends at every call. */
        CHAOS
    }

    /** The one that the others are compared with. */
    public static final Configuration ORACLE =
            new Configuration("plain", "the plain JDK", Launch.PLAIN, List.of("-Dtck.expect=platform"));

    /** In the order in which they are run: the slowest one first, beside which the others run. */
    private static final List<Configuration> ALL = List.of(
            ORACLE,
            fiber(
                    "fiber-chaos",
                    "fibers that are suspended at every call",
                    Launch.CHAOS,
                    "-Dweft.chaos=1,1",
                    "-Dtck.seconds=120",
                    "-Dtck.patience=60"),
            new Configuration(
                    "platform",
                    "platform threads under Weft",
                    Launch.IMAGE,
                    List.of("-Dweft.threads=none", "-Dtck.expect=platform")),
            new Configuration(
                    "main",
                    "the main thread, whose threads are fibers",
                    Launch.IMAGE,
                    List.of("-Dtck.mode=main", "-Dtck.expect=platform")),
            fiber("main-fiber", "the main thread as a fiber", Launch.IMAGE, "-Dtck.mode=main", "-Dweft.main=fiber"),
            new Configuration(
                    "virtual",
                    "virtual threads, beside platform threads",
                    Launch.IMAGE,
                    List.of("-Dweft.threads=virtual", "-Dtck.mode=virtual", "-Dtck.expect=fiber")),
            fiber("fiber-1", "fibers on one carrier", Launch.IMAGE, "-Dweft.parallelism=1"),
            fiber("fiber-2", "fibers on two carriers", Launch.IMAGE, "-Dweft.parallelism=2"),
            fiber(
                    "fiber-preempted",
                    "fibers that are made to leave behind a call after each mount",
                    Launch.IMAGE,
                    "-Dweft.preemption=always"),
            fiber(
                    "fiber-forkjoin",
                    "fibers, the workers of ForkJoin among them",
                    Launch.IMAGE,
                    "-Dweft.forkjoin=fibers",
                    "-Dweft.parallelism=2"),
            scheduled("fiber-pool", "fibers on a thread pool", "dev.weft.tck.schedulers.OnThreadPool"),
            fiber(
                    "fiber-stuck",
                    "fibers below a frame that cannot be left",
                    Launch.IMAGE,
                    "-Dtck.mode=pinned",
                    "-Dweft.pinned=off",
                    "-Dweft.parallelism=2"),
            fiber(
                    "fiber-plain",
                    "fibers half of whose methods are called plainly until one waits there",
                    Launch.IMAGE,
                    "-Dweft.experience=chance",
                    "-Dweft.pinned=off",
                    "-Dweft.parallelism=2"),
            fiber("fiber-patch", "fibers by --patch-module", Launch.PATCH));

    private static final List<Configuration> NIGHTLY = List.of(
            fiber("fiber-int", "fibers, interpreted", Launch.IMAGE, "-Xint", "-Dtck.seconds=90", "-Dtck.patience=40"),
            fiber("fiber-c1", "fibers, compiled by C1", Launch.IMAGE, "-XX:TieredStopAtLevel=1"),
            fiber(
                    "fiber-kept",
                    "fibers that keep their carriers while they wait, as under a debugger",
                    Launch.IMAGE,
                    "-Dweft.waits=pin",
                    "-Dweft.parallelism=2"),
            fiber("fiber-8", "fibers on eight carriers", Launch.IMAGE, "-Dweft.parallelism=8"),
            fiber("fiber-c2", "fibers, compiled by C2 alone", Launch.IMAGE, "-XX:-TieredCompilation"));

    private static final List<Configuration> COLLECTORS = List.of(
            fiber("fiber-serial", "fibers with the serial collector", Launch.IMAGE, "-XX:+UseSerialGC", "-Xmx64m"),
            fiber(
                    "fiber-parallel",
                    "fibers with the parallel collector",
                    Launch.IMAGE,
                    "-XX:+UseParallelGC",
                    "-Xmx64m"),
            fiber("fiber-z", "fibers with ZGC", Launch.IMAGE, "-XX:+UseZGC", "-Xmx256m"));

    /** What computes or blocks its thread for long keeps others out there: cases that do so run into their time. */
    private static final List<Configuration> FEW_THREADS = List.of(
            fiber("deterministic", "fibers in an order that a seed decides", Launch.IMAGE, "-Dtck.mode=deterministic"),
            scheduled("fiber-event", "fibers on an event thread", "dev.weft.tck.schedulers.OnEventThread"),
            scheduled("fiber-pinned", "fibers that stay on their carriers", "dev.weft.PinnedScheduler"));

    /** Whether stack traces have frames that no other configuration has: then a case need not say the same. */
    boolean addsFrames() {
        return options.contains("-Dtck.mode=pinned");
    }

    /** Options for C1 alone, which takes half of the time; none if the property {@code tck.c2} names this. */
    List<String> compilers() {
        boolean usesAll = matches(System.getProperty("tck.c2", "*"), id);
        return usesAll ? List.of() : List.of(Jvm.C1);
    }

    private static Configuration fiber(String id, String title, Launch launch, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-Dtck.expect=fiber");
        return new Configuration(id, title, launch, List.copyOf(all));
    }

    private static Configuration scheduled(String id, String title, String scheduler) {
        return fiber(id, title, Launch.IMAGE, "-Dweft.scheduler=" + scheduler);
    }

    /** All that are run always. */
    public static List<Configuration> all() {
        return ALL;
    }

    /** Those besides that are run if a property asks for them. */
    static List<Configuration> more() {
        List<Configuration> result = new ArrayList<>(NIGHTLY);
        result.addAll(COLLECTORS);
        result.addAll(FEW_THREADS);
        return result;
    }

    /**
     * Those to run now: the properties {@code tck.configurations}, {@code tck.nightly}, {@code tck.collectors} and
     * {@code tck.schedulers} say which.
     */
    public static List<Configuration> wanted() {
        List<Configuration> result = new ArrayList<>(ALL);
        if (Boolean.getBoolean("tck.nightly")) {
            result.addAll(NIGHTLY);
        }
        if (Boolean.getBoolean("tck.collectors")) {
            result.addAll(COLLECTORS);
        }
        if (Boolean.getBoolean("tck.schedulers")) {
            result.addAll(FEW_THREADS);
        }
        String globs = System.getProperty("tck.configurations", "*");
        result.removeIf(each -> each != ORACLE && !matches(globs, each.id()));
        return result;
    }

    /** Whether an id matches one of some globs with commas. */
    static boolean matches(String globs, String id) {
        for (String glob : globs.split(",")) {
            if (id.matches(Pattern.quote(glob.strip()).replace("*", "\\E.*\\Q"))) {
                return true;
            }
        }
        return false;
    }
}
