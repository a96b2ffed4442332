package dev.weft.weaver.cli;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.observe.CollapsedStacks;
import dev.weft.weaver.observe.FlameGraphs;
import dev.weft.weaver.observe.OutputFile;
import dev.weft.weaver.observe.ProfileReader;
import dev.weft.weaver.observe.Program;
import dev.weft.weaver.observe.RecordedProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft profile}: samples the fibers and platform threads of a running program. */
@Command(
        name = "profile",
        description = "Show where a running program's threads spend their time, fibers and platform threads.",
        mixinStandardHelpOptions = true)
final class ProfileCommand implements Callable<Integer> {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Fewer looks at the program tell little. */
    private static final int FEW = 50;

    @Parameters(paramLabel = "PID", description = "The program's process id: weft ps lists them.")
    private long pid;

    @Option(names = "--cpu", description = "Threads that are on a processor: the default.")
    private boolean cpu;

    @Option(names = "--wall", description = "All threads, those that wait too, by state.")
    private boolean wall;

    @Option(names = "-d", paramLabel = "SECONDS", defaultValue = "10", description = "0.1 to 3600; default 10.")
    private double seconds;

    @Option(
            names = "-i",
            paramLabel = "MILLIS",
            defaultValue = "10",
            description = "Between two samples, 1 to 1000; default 10; more if a look takes long.")
    private double millis;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description =
                    "A flame graph, if the name ends with .html; a recording, if with .jfr; else collapsed stacks,"
                            + " as on standard output.")
    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        check();
        Program program = Program.of(pid);
        String kind = isRecording() ? "recording" : wall ? "wall" : "cpu";
        CollapsedStacks stacks = new CollapsedStacks();
        RecordedProfile recorded = new RecordedProfile();
        int[] looks = new int[1];
        program.ask(
                "profile:" + kind + ':' + Math.round(millis * 1000) + ':' + Math.round(seconds * 1000),
                Math.round(seconds * 1000),
                in -> looks[0] = new ProfileReader(in, stacks::add, recorded).read());
        if (looks[0] < 0 && stacks.isEmpty()) {
            throw new WeaveException("process " + pid + " has ended before there was a profile");
        }
        PrintWriter err = spec.commandLine().getErr();
        if (looks[0] < 0) {
            err.println("weft: process " + pid + " has ended before the " + seconds + " seconds were over");
        }
        if (file == null) {
            PrintWriter out = spec.commandLine().getOut();
            stacks.write(out, NANOS_PER_MILLI);
            out.flush();
        } else if (isRecording()) {
            recorded.write(file);
        } else {
            String title = (wall ? "Wall-clock" : "Processor") + " time of process " + pid + ", milliseconds";
            FlameGraphs.write(stacks, NANOS_PER_MILLI, title, file);
        }
        if (looks[0] >= 0 && looks[0] < FEW) {
            err.println("weft: only " + looks[0] + " looks: the profile is coarse; -d makes it longer");
        }
        if (stacks.isEmpty()) {
            err.println("weft: no thread was on a processor; --wall shows those that wait");
        }
        return 0;
    }

    private boolean isRecording() {
        return file != null && file.toString().endsWith(".jfr");
    }

    private void check() {
        if (isRecording() && wall) {
            throw new WeaveException("a recording has threads that are on a processor: leave out --wall, or name a file"
                    + " that does not end with .jfr");
        }
        if (cpu && wall) {
            throw new WeaveException("--cpu or --wall, not both");
        }
        // not so for what is no number either
        if (!(seconds >= 0.1 && seconds <= 3600)) {
            throw new WeaveException("the duration is 0.1 to 3600 seconds, not " + seconds);
        }
        if (!(millis >= 1 && millis <= 1000)) {
            throw new WeaveException("the interval is 1 to 1000 milliseconds, not " + millis);
        }
        if (file != null) {
            OutputFile.check(file);
        }
    }
}
