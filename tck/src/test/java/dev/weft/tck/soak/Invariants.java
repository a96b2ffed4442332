package dev.weft.tck.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.management.ObjectName;

/**
 * What must be so whenever nobody is left: the ledger balances, and there are no more threads, descriptors, kernel
 * threads, detached monitors, timers, fibers in the heap, loaders and bytes than after the first round.
 */
final class Invariants {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path ROLLUP = Path.of("/proc/self/smaps_rollup");

    /** A value that may not grow. */
    private static final class Gauge {
        final String name;
        final long slack;
        final LongSupplier value;
        long first = -1;

        Gauge(String name, long slack, LongSupplier value) {
            this.name = name;
            this.slack = slack;
            this.value = value;
        }

        boolean isTooHigh(long now) {
            return first >= 0 && now > first + slack;
        }
    }

    private final Ledger ledger;
    private final List<Gauge> gauges = new ArrayList<>();
    private final long patience;
    private Map<String, Long> histogram = Map.of();
    private long liveBytes;
    private Map<String, Long> firstHistogram = Map.of();
    private boolean isPatient = true;

    /** The gauges of this JVM; some are there on Weft only. Each has so much time to become as low as it was. */
    Invariants(Ledger ledger, LongSupplier loaders, long patienceNanos) {
        this.ledger = ledger;
        patience = patienceNanos;
        gauges.add(new Gauge("live threads", 0, Invariants::liveThreads));
        gauges.add(new Gauge("descriptors", 6, () -> entries(DESCRIPTORS)));
        gauges.add(new Gauge("kernel threads", 80, () -> entries(TASKS)));
        gauges.add(new Gauge("loaders", 20, loaders));
        gauges.add(new Gauge("heap", 12L << 20, () -> liveBytes));
        if (isWeft()) {
            gauges.add(new Gauge("monitors", 10, Invariants::monitors));
            gauges.add(new Gauge("timers", 3_000, () -> count("jdk.internal.weft.timer.Timer")));
            gauges.add(new Gauge("fibers", 150, () -> count("jdk.internal.weft.fiber.Fiber")));
        }
    }

    static boolean isWeft() {
        return Object.class.getModule().getDescriptor().packages().contains("jdk.internal.weft");
    }

    /** What is not as it must be; waits some time for it to become so. The first time tells what is normal. */
    List<String> broken() throws InterruptedException {
        long start = System.nanoTime();
        List<String> found;
        do {
            System.gc();
            Thread.sleep(50);
            histogram = histogram();
            found = new ArrayList<>();
            for (Gauge each : gauges) {
                long now = each.value.getAsLong();
                if (each.isTooHigh(now)) {
                    found.add(each.name + ": " + now + ", first " + each.first);
                }
            }
        } while (!found.isEmpty() && isPatient && System.nanoTime() - start < patience);
        firstHistogram = firstHistogram.isEmpty() ? histogram : firstHistogram;
        for (Gauge each : gauges) {
            each.first = each.first < 0 ? each.value.getAsLong() : each.first;
        }
        found.addAll(ledger.unbalanced());
        return found;
    }

    /** For controls, which are broken for ever. */
    void beImpatient() {
        isPatient = false;
    }

    /** All values, for charts; those that only a collection tells are of the last one. */
    String line() {
        StringBuilder line = new StringBuilder();
        for (Gauge each : gauges) {
            line.append(each.name).append(' ').append(each.value.getAsLong()).append(", ");
        }
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
        return line.append("used MB ")
                .append(used)
                .append(", resident MB ")
                .append(residentMegabytes())
                .toString();
    }

    /** The classes that have most instances more than after the first round. */
    List<String> grown() {
        return histogram.entrySet().stream()
                .sorted(Comparator.comparingLong(
                        each -> firstHistogram.getOrDefault(each.getKey(), 0L) - each.getValue()))
                .limit(40)
                .map(each -> each.getKey() + ": " + each.getValue() + ", first "
                        + firstHistogram.getOrDefault(each.getKey(), 0L))
                .collect(Collectors.toList());
    }

    /**
     * Memory that is this process's own: not its files. A page that is mapped more than once, as those of ZGC's heap
     * are, counts once, which {@code VmRSS} gets wrong.
     */
    private static long residentMegabytes() {
        long kilobytes = 0;
        try {
            for (String line : Files.readAllLines(ROLLUP)) {
                if (line.startsWith("Pss_Anon:") || line.startsWith("Pss_Shmem:")) {
                    kilobytes += Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException e) {
            return -1; // none to tell
        }
        return kilobytes / 1024;
    }

    /** Without those that wait for the ends of processes: the JDK keeps them for a minute, more or fewer of them. */
    private static long liveThreads() {
        return isWeft()
                ? call("dev.weft.Weft", "liveFibers")
                : Thread.getAllStackTraces().keySet().stream()
                        .filter(each -> !each.getName().equals("process reaper"))
                        .count();
    }

    private static long monitors() {
        return call("jdk.internal.weft.monitor.Monitors", "entries");
    }

    private static long call(String type, String name) {
        try {
            Method method = Class.forName(type).getMethod(name);
            return ((Number) method.invoke(null)).longValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long entries(Path folder) {
        long count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path each : all) {
                count += each.getNameCount() > 0 ? 1 : 0;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return count;
    }

    private long count(String type) {
        return histogram.getOrDefault(type, 0L);
    }

    /** Instances by class, after a collection. */
    private Map<String, Long> histogram() {
        String text;
        try {
            text = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {null},
                            new String[] {String[].class.getName()});
        } catch (javax.management.JMException e) {
            throw new IllegalStateException(e);
        }
        Map<String, Long> counts = new TreeMap<>();
        for (String line : text.split("\n")) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("Total")) {
                // exact, where a pool's usage counts whole pages of ZGC's
                liveBytes = Long.parseLong(words[2]);
            } else if (words.length >= 4 && words[0].endsWith(":")) {
                counts.merge(words[3], Long.parseLong(words[1]), Long::sum);
            }
        }
        return counts;
    }
}
