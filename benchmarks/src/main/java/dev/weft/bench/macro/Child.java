package dev.weft.bench.macro;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs one program for a while, and prints one line of JSON, {@link Measured}; with exit code 3 if the program fails.
 */
public final class Child {
    /** What the line begins with: the programs may print, too. */
    public static final String MARK = "macro: ";

    private static final int FAILED = 3;
    /** The harness has a bound of its own, which is shorter. */
    private static final long PATIENCE_MILLIS = 900_000;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Map<String, Double> numbers = new LinkedHashMap<>();
    private final Garbage garbage = new Garbage();
    private final Curve curve;

    private Child(Curve curve) {
        this.curve = curve;
    }

    /**
     * Takes the class of the program, the number of windows, the length of each in milliseconds, and an empty folder.
     */
    public static void main(String[] args) {
        // some programs put something else in its place
        PrintStream out = System.out;
        int windowMillis = Integer.parseInt(args[2]);
        try {
            MacroProgram program = (MacroProgram)
                    Class.forName(args[0]).getDeclaredConstructor().newInstance();
            Child child = new Child(new Curve(Integer.parseInt(args[1]), windowMillis * 1_000_000L));
            child.numbers.put("windowMillis", (double) windowMillis);
            String line = child.run(program, Path.of(args[3])).json();
            out.println("\n" + MARK + line);
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(FAILED);
        }
        // programs leave threads behind
        System.exit(0);
    }

    private Measured run(MacroProgram program, Path folder) throws Exception {
        Measured measured;
        try {
            measured = measure(program, folder);
        } catch (Throwable e) {
            try {
                program.close();
            } catch (Exception more) {
                e.addSuppressed(more);
            }
            throw e;
        }
        program.close();
        return measured;
    }

    private Measured measure(MacroProgram program, Path folder) throws Exception {
        Team team = new Team(program, curve);
        program.open(new Place(folder, curve));
        double now = System.currentTimeMillis();
        numbers.put("startMillis", now - ManagementFactory.getRuntimeMXBean().getStartTime());
        cpu("cpuStartMillis");
        numbers.put("residentStartBytes", status("VmRSS:"));
        load(program, team);
        long sum = team.sum() * 31 + program.check(team.calls());
        if (curve.total() == 0) {
            throw new IllegalStateException("nothing was done");
        }
        return new Measured(Long.toHexString(sum), numbers, curve.units());
    }

    private void load(MacroProgram program, Team team) throws Exception {
        program.prepare();
        long freed = garbage.freedBytes();
        curve.begin();
        long start = System.nanoTime();
        program.begin();
        team.start();
        team.await(start, curve.nanos() / 2);
        cpu("cpuHalfMillis");
        team.await(start, curve.nanos());
        cpu("cpuEndMillis");
        memory();
        numbers.put("garbageBytes", (double) garbage.freedBytes() - freed);
        numbers.put("pauseMillis", (double) Garbage.pausedMillis());
        team.end(PATIENCE_MILLIS);
        numbers.put("pinned", pinned());
    }

    private void cpu(String name) {
        numbers.put(name, PROCESS.getProcessCpuTime() / 1e6);
    }

    private void memory() throws IOException {
        numbers.put("residentPeakBytes", status("VmHWM:"));
        numbers.put("codeBytes", pools("Code"));
        numbers.put("metaspaceBytes", pools("Metaspace"));
        numbers.put(
                "classes", (double) ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    private static double pools(String name) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().contains(name))
                .map(MemoryPoolMXBean::getUsage)
                .mapToDouble(usage -> usage.getUsed())
                .sum();
    }

    private static double status(String field) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String line =
                    lines.filter(each -> each.startsWith(field)).findFirst().orElseThrow();
            return 1024 * Double.parseDouble(line.replaceAll("\\D", ""));
        }
    }

    /** How often a fiber has blocked its carrier; -1 on a JDK that is not woven. */
    private static double pinned() {
        try {
            return ((Number) Class.forName("dev.weft.Weft").getMethod("pinned").invoke(null)).doubleValue();
        } catch (ReflectiveOperationException e) {
            return -1;
        }
    }
}
