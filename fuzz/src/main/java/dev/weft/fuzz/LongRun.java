package dev.weft.fuzz;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.gen.ProgramGenerator;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.zip.CRC32;

/**
 * Runs programs until so many classes were compared; may be interrupted at any time, and goes on where it was: {@code
 * LongRun folder [classes [first seed]]}. Some stretches of seeds run in one way, then in another; the ways take turns.
 * What is done is in the folder's {@code state.properties}, the seeds that disagreed are in {@code disagreements.txt}.
 * Exit code 1 if there are any.
 */
public final class LongRun {
    private static final int STRETCH = 1_000;
    /** Stretches in one way, before it is another one's turn: as long a JVM lives. */
    private static final int STRETCHES_PER_TURN = 20;

    private static final int FINGERPRINT_PROGRAMS = 40;

    /** The way of each turn: those that suspend seldom run many programs in the same time. */
    private static final List<Way> TURNS = List.of(
            Way.RARE_CHAOS,
            Way.YIELDS,
            Way.RARE_CHAOS,
            Way.SOME_YIELDS,
            Way.RARE_CHAOS,
            Way.SOME_CHAOS,
            Way.RARE_CHAOS,
            Way.SOME_YIELDS,
            Way.RARE_CHAOS,
            Way.CHAOS);

    private static final String[] COUNTED = {
        "programs", "classes", "refused", "events", "disagreements", "seconds", "cpuSeconds"
    };

    private final Path folder;
    private final Properties state = new Properties();

    private LongRun(Path folder) {
        this.folder = folder;
    }

    /** As above. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        long classes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1_000_000;
        LongRun run = new LongRun(Files.createDirectories(Path.of(arguments[0])));
        run.read(arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000_000);
        try (Children children = new Children()) {
            while (run.count("classes") < classes) {
                run.stretch(children);
            }
        }
        System.out.println(run.summary());
        System.exit(run.count("disagreements") == 0 ? 0 : 1);
    }

    private void read(long firstSeed) throws IOException {
        Path file = folder.resolve("state.properties");
        if (Files.exists(file)) {
            try (Reader in = Files.newBufferedReader(file)) {
                state.load(in);
            }
            if (!fingerprint().equals(state.getProperty("generator"))) {
                throw new IOException(
                        folder + " is of another version of the generator, whose seeds made other programs:"
                                + " begin in another folder");
            }
            return;
        }
        state.setProperty("generator", fingerprint());
        state.setProperty("nextSeed", "" + firstSeed);
        for (String each : COUNTED) {
            state.setProperty(each, "0");
        }
    }

    /** Of the programs of the first seeds: the same generator, the same programs. */
    private static String fingerprint() {
        CRC32 sum = new CRC32();
        for (long seed = 1; seed <= FINGERPRINT_PROGRAMS; seed++) {
            Program program = ProgramGenerator.generate(Choices.record(seed, new Choices.Node()));
            if (program != null) {
                program.classes().values().forEach(sum::update);
            }
        }
        return Long.toHexString(sum.getValue());
    }

    private long count(String key) {
        return Math.round(Double.parseDouble(state.getProperty(key)));
    }

    private void add(String key, double more) {
        double sum = Double.parseDouble(state.getProperty(key, "0")) + more;
        state.setProperty(key, sum == Math.rint(sum) ? "" + (long) sum : "" + sum);
    }

    private void stretch(Children children) throws IOException, InterruptedException {
        long seed = count("nextSeed");
        Way way = TURNS.get((int) (seed / STRETCH / STRETCHES_PER_TURN % TURNS.size()));
        long before = processorNanos();
        Fuzz.Result result = Fuzz.run(children, way, seed, STRETCH, STRETCH);
        double cpu = result.cpuSeconds() + (processorNanos() - before) / 1e9;
        for (Fuzz.Disagreement each : result.disagreements()) {
            String line = each.seed() + " " + each.way() + " plain " + each.plain() + " here " + each.answer() + "\n";
            Files.writeString(
                    folder.resolve("disagreements.txt"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            System.out.print("seed " + line);
        }
        add("programs", result.programs());
        add("classes", result.classes());
        add("refused", result.invalid());
        add("events", result.events());
        add("disagreements", result.disagreements().size());
        add("seconds", result.seconds());
        add("cpuSeconds", cpu);
        add(way + ".classes", result.classes());
        add(way + ".cpuSeconds", cpu);
        state.setProperty("nextSeed", "" + (seed + STRETCH));
        Path fresh = folder.resolve("state.new");
        try (Writer out = Files.newBufferedWriter(fresh)) {
            state.store(out, null);
        }
        Files.move(
                fresh,
                folder.resolve("state.properties"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        System.out.printf("%s: %.0f classes/s of processor time; %s%n", way, result.classes() / cpu, summary());
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private String summary() {
        return String.format(
                "%d classes in %d programs (%d refused by the plain JVM), %d events, %d disagree, %d s of processor time",
                count("classes"),
                count("programs"),
                count("refused"),
                count("events"),
                count("disagreements"),
                count("cpuSeconds"));
    }
}
