package dev.weft.tck.harness;

import dev.weft.support.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts child JVMs, plain and woven. As an extension of a test class it sees to it that the woven JDK exists before
 * the first test, so that no test's time is spent on weaving.
 */
public final class Jvm implements BeforeAllCallback {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String JDK = System.getProperty("java.home");
    private static final List<String> FOR_THE_PROBE = List.of(
            "--add-exports", "java.base/jdk.internal.weft=ALL-UNNAMED",
            "--add-exports", "java.base/jdk.internal.weft.fiber=ALL-UNNAMED");

    private static final Pattern RELEASE = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** What is compiled once, by C1. */
    static final String C1 = "-XX:TieredStopAtLevel=1";

    private static boolean isWoven;

    /** What became of a child. */
    public record Result(int exit, String out, String err) {}

    @Override
    public void beforeAll(ExtensionContext context) {
        weave();
    }

    /** Weaves the JDK if need be, for all ways to start. */
    static synchronized void weave() {
        if (isWoven) {
            return;
        }
        for (Configuration.Launch each : Configuration.Launch.values()) {
            Result result = run(builder(each, List.of("-version")), 600);
            if (result.exit() != 0) {
                throw new IllegalStateException("the JDK cannot be woven: " + result);
            }
        }
        isWoven = true;
    }

    /**
     * The ways to start Weft in which a build compares whole programs: those of {@link EachLaunch} that it tries.
     */
    static List<Configuration.Launch> launches() {
        return EachLaunch.Launches.of(
                List.of(Configuration.Launch.IMAGE, Configuration.Launch.PATCH, Configuration.Launch.CHAOS));
    }

    /**
     * The command for a JVM with the suite on its class path, and what the option {@code -Dtck.classes=} names; a plain
     * JVM may be that of another JDK, with {@code -Dtck.jdk=}.
     */
    static ProcessBuilder command(Configuration.Launch launch, List<String> options, String main, String... arguments) {
        List<String> all = new ArrayList<>();
        if (launch != Configuration.Launch.PLAIN) {
            all.addAll(FOR_THE_PROBE);
        }
        if (launch != Configuration.Launch.PLAIN && option(options, "-Dweft.experience=", null) == null) {
            // what is pinned would depend on the runs before
            all.add("-Dweft.experience=off");
        }
        if (launch == Configuration.Launch.CHAOS && !Boolean.getBoolean("tck.nightly")) {
            // C2 would take half of the time, for code that goes on in resumers
            all.add(C1);
        }
        all.addAll(options);
        if (launch == Configuration.Launch.CHAOS && option(options, "-Dweft.chaos=", null) == null) {
            // without a seed nothing would be suspended
            all.add("-Dweft.chaos=1,3");
        }
        String classes = TARGET.resolve("test-classes").toString();
        String more = option(options, "-Dtck.classes=", null);
        all.addAll(List.of("-cp", more == null ? classes : classes + File.pathSeparator + more, main));
        all.addAll(List.of(arguments));
        return builder(launch, all);
    }

    /**
     * A JDK 21 or newer in the folder that the running JDK is in, if there is one: it has the API of JEP 444 itself.
     */
    static Optional<Path> newer() {
        return newer(21);
    }

    /** A JDK of that release or a newer one in the folder that the running JDK is in, if there is one. */
    static Optional<Path> newer(int release) {
        try (Stream<Path> beside = Files.list(Path.of(JDK).toRealPath().getParent())) {
            return beside.filter(jdk -> isOf(release, jdk)).sorted().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isOf(int release, Path jdk) {
        Path told = jdk.resolve("release");
        if (!Files.isExecutable(jdk.resolve("bin/java")) || !Files.isReadable(told)) {
            return false;
        }
        try {
            Matcher version = RELEASE.matcher(Files.readString(told));
            return version.find() && Integer.parseInt(version.group(1)) >= release;
        } catch (IOException e) {
            return false;
        }
    }

    private static String option(List<String> options, String prefix, String byDefault) {
        for (String option : options) {
            if (option.startsWith(prefix)) {
                return option.substring(prefix.length());
            }
        }
        return byDefault;
    }

    static ProcessBuilder builder(Configuration.Launch launch, List<String> arguments) {
        ProcessBuilder builder = ChildJvm.builder(on(launch), arguments);
        if (launch == Configuration.Launch.PLAIN) {
            builder.command().set(0, option(arguments, "-Dtck.jdk=", JDK) + "/bin/java");
        }
        return builder;
    }

    private static ChildJvm.On on(Configuration.Launch launch) {
        return switch (launch) {
            case PLAIN -> ChildJvm.On.PLAIN;
            case IMAGE -> ChildJvm.On.WEFT;
            case PATCH -> ChildJvm.On.PATCH;
            case CHAOS -> ChildJvm.On.CHAOS;
        };
    }

    /** Runs a program of the suite to its end, in a heap of 200 MB, or kills it after five minutes. */
    static Result run(Configuration.Launch launch, Class<?> main, String... arguments) {
        return run(command(launch, List.of("-Xmx200m"), main.getName(), arguments), 300);
    }

    /** Runs a child to its end, or kills it when the time is over; then its exit code is -1. */
    static Result run(ProcessBuilder builder, long seconds) {
        try {
            ChildJvm.Result result = ChildJvm.run(builder, Duration.ofSeconds(seconds));
            return new Result(result.exit(), result.out(), result.err());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a child runs", e);
        }
    }
}
