package dev.weft.bench.report;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What hello world takes outside of the heap for classes and code, as the JVM itself counts it as it ends. */
final class HelloMemory {
    private static final String MAIN = "dev.weft.bench.Hello";
    private static final List<String> OPTIONS = List.of(
            "-XX:NativeMemoryTracking=summary",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+PrintNMTStatistics",
            "-XX:+PrintCodeCache");

    /** What was committed for classes and metaspace, and for the archive of shared classes. */
    private static final Pattern CLASSES =
            Pattern.compile("- +(?:Class|Metaspace|Shared class space) \\(reserved=\\d+(?:KB)?, committed=(\\d+)(KB)?");

    /** What is used of each part of the code cache; the first parts of each are committed anyway. */
    private static final Pattern CODE = Pattern.compile("(?:CodeHeap '.*'|CodeCache): size=\\d+Kb used=(\\d+)(Kb)");

    private HelloMemory() {}

    static List<Row> measure(List<Runtime> runtimes, int rounds) throws InterruptedException {
        Row classes = new Row("footprint", "hello world, metaspace and archive of classes", "KB");
        Row code = new Row("footprint", "hello world, code cache", "KB");
        for (int round = 0; round < rounds; round++) {
            for (Runtime runtime : runtimes) {
                Launch launch = Launch.of(runtime, 0, OPTIONS, MAIN, List.of());
                try {
                    String output = Commands.output(launch.command(), launch.environment());
                    classes.add(runtime.name(), classKilobytes(output));
                    code.add(runtime.name(), codeKilobytes(output));
                } catch (IOException e) {
                    classes.fail(runtime.name(), e.getMessage());
                    System.err.println(classes.title() + ", " + runtime.name() + ": " + e.getMessage());
                }
            }
        }
        return List.of(classes, code);
    }

    static double classKilobytes(String output) throws IOException {
        return sum(CLASSES, output);
    }

    static double codeKilobytes(String output) throws IOException {
        return sum(CODE, output);
    }

    /** The kilobytes of all matches, which are of bytes, or of kilobytes if a unit follows. */
    private static double sum(Pattern pattern, String output) throws IOException {
        double kilobytes = 0;
        Matcher matcher = pattern.matcher(output);
        while (matcher.find()) {
            kilobytes += Double.parseDouble(matcher.group(1)) / (matcher.group(2) == null ? 1024 : 1);
        }
        if (kilobytes == 0) {
            throw new IOException("no sizes in: " + output.strip());
        }
        return kilobytes;
    }
}
