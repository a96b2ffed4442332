package dev.weft.weaver.cli;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.observe.CollapsedStacks;
import dev.weft.weaver.observe.FlameGraphs;
import dev.weft.weaver.observe.ForeignProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft clean}: gives another profiler's stacks the names of the author. */
@Command(
        name = "clean",
        description = "Give the stacks of async-profiler or JFR the names that the author gave.",
        mixinStandardHelpOptions = true)
final class CleanCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "Collapsed stacks, or a recording, if the name ends with .jfr.")
    private Path from;

    @Option(
            names = "-e",
            paramLabel = "EVENT",
            description = "Which events of a recording; default jdk.ExecutionSample.")
    private String event;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "A flame graph, if the name ends with .html; else collapsed stacks, as on standard output.")
    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (file != null && file.toString().endsWith(".jfr")) {
            throw new WeaveException("a recording can be read, not written: name a file that does not end with .jfr");
        }
        CollapsedStacks stacks = ForeignProfile.read(from, event);
        if (file == null) {
            PrintWriter out = spec.commandLine().getOut();
            stacks.write(out, 1);
            out.flush();
        } else {
            FlameGraphs.write(stacks, 1, from.getFileName().toString(), file);
        }
        if (stacks.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("weft: " + from + " has no stacks"
                            + (from.toString().endsWith(".jfr")
                                    ? " of " + (event == null ? ForeignProfile.USUAL_EVENT : event)
                                            + ": -e names another type of events"
                                    : ""));
        }
        return 0;
    }
}
