package dev.weft.frameworks;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A program of the test class path, run in a JVM of its own: on Weft, or on the plain JDK. */
public final class Program {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Program() {}

    /** Runs it on the plain JDK; returns what it has said, each line once, sorted. */
    public static List<String> onThePlainJdk(Class<?> main) throws IOException, InterruptedException {
        return run(ChildJvm.On.PLAIN, main, List.of());
    }

    /** Runs it on Weft with these options; returns what it has said, each line once, sorted. */
    public static List<String> onWeft(Class<?> main, String... options) throws IOException, InterruptedException {
        return run(ChildJvm.On.WEFT, main, List.of(options));
    }

    private static List<String> run(ChildJvm.On on, Class<?> main, List<String> options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        ProcessBuilder builder = ChildJvm.builder(on, arguments).redirectErrorStream(true);
        ChildJvm.Result result = ChildJvm.run(builder, PATIENCE);
        if (!result.hasEnded()) {
            throw new AssertionError(main.getName() + " does not end: " + result.out());
        }
        if (result.exit() != 0) {
            throw new AssertionError(main.getName() + " ended with " + result.exit() + ": " + result.out());
        }
        TreeSet<String> seen = new TreeSet<>();
        result.out().lines().filter(line -> line.startsWith("seen: ")).forEach(line -> seen.add(line.substring(6)));
        return List.copyOf(seen);
    }
}
