package dev.weft.programs;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts JVMs, plain and woven, with all libraries on their class path. */
final class Child {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String JDK = System.getProperty("java.home");

    /** After so long a child is taken for hung. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private Child() {}

    /** The class path of the tests, which is that of the programs and more. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Where compilers leave classes for the programs that run them. */
    static Path classes() {
        return TARGET.resolve("compiled");
    }

    /** Runs {@link Run} with the arguments; the option may be empty. */
    static ChildJvm.Result run(Mode mode, String option, String... arguments) throws IOException, InterruptedException {
        return run(mode, option.isEmpty() ? List.of() : List.of(option), arguments);
    }

    /** Runs {@link Run} with the arguments. */
    static ChildJvm.Result run(Mode mode, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-Dprograms.jdk=" + JDK, "-Xmx1g"));
        all.addAll(options);
        all.addAll(List.of("-cp", classPath(), Run.class.getName()));
        all.addAll(List.of(arguments));
        return java(mode, all);
    }

    /** Runs a JVM to its end, or kills it when it seems to hang. */
    static ChildJvm.Result java(Mode mode, List<String> arguments) throws IOException, InterruptedException {
        return java(mode, Map.of(), arguments);
    }

    /** The same with more in its environment. */
    static ChildJvm.Result java(Mode mode, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        return ChildJvm.run(builder(mode, environment, arguments), PATIENCE);
    }

    private static ProcessBuilder builder(Mode mode, Map<String, String> more, List<String> arguments) {
        List<String> all = new ArrayList<>();
        if (mode != Mode.PLAIN) {
            all.add("-Dweft.parallelism=2");
        }
        if (mode == Mode.CHAOS) {
            all.add("-Dweft.chaos=42,1");
            if (!Boolean.getBoolean("programs.long")) {
                // C2 would take a third of the time, for code that goes on in resumers
                all.add("-XX:TieredStopAtLevel=1");
            }
        }
        all.addAll(arguments);
        ChildJvm.On on =
                switch (mode) {
                    case PLAIN -> ChildJvm.On.PLAIN;
                    case FIBER -> ChildJvm.On.WEFT;
                    case CHAOS -> ChildJvm.On.CHAOS;
                };
        ProcessBuilder builder = ChildJvm.builder(on, all);
        builder.environment().putAll(Map.of("TZ", "UTC", "LC_ALL", "C.UTF-8"));
        builder.environment().putAll(more);
        return builder;
    }
}
