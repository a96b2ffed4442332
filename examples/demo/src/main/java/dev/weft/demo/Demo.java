package dev.weft.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs the legacy server under load on plain threads and on fibers, and prints how they compare. Exit code: 0 if both
 * runs were complete and every answer was right, 1 if not, 2 for a wrong command line.
 */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        subcommands = Ratios.class,
        description =
                "Runs an unchanged thread-per-connection server twice under load, on plain threads and on fibers.")
public final class Demo implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "10000",
            description =
                    "connections to hold; lowered where the system's limits ask for it (default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--active",
            paramLabel = "N",
            defaultValue = "1000",
            description = "how many of them ask all the time (default: ${DEFAULT-VALUE})")
    private int active;

    /** Runs, and exits with the code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** As {@link #main}, but returns the exit code. */
    static int run(String... args) {
        CommandLine commandLine = new CommandLine(new Demo());
        commandLine.setExecutionExceptionHandler((e, command, parsed) -> {
            if (!(e instanceof DemoException)) {
                throw e;
            }
            System.err.println("demo: " + e.getMessage());
            return 2;
        });
        commandLine.setParameterExceptionHandler((e, given) -> {
            System.err.println("demo: " + e.getMessage() + "; weft demo --help has the options");
            return 2;
        });
        return commandLine.execute(args);
    }

    @Override
    public Integer call() throws DemoException, InterruptedException {
        settings.check();
        if (connections < 1 || active < 1) {
            throw new DemoException("--connections and --active must be at least 1");
        }
        List<Mode> modes = settings.modes();
        boolean threadEach = modes.stream().anyMatch(Mode::threadEach);
        Limits.Allowed allowed = Limits.read().connections(connections, threadEach);
        if (!allowed.reason().isEmpty()) {
            System.out.println(allowed.reason());
        }
        Bench bench = new Bench(settings, System.err);
        List<Measurement> measurements = new ArrayList<>();
        for (Mode mode : modes) {
            measurements.add(bench.run(mode, allowed.connections(), active));
        }
        Comparison comparison = new Comparison(measurements);
        System.out.print(comparison.text());
        return comparison.clean() ? 0 : 1;
    }
}
