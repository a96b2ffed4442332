package dev.weft.weaver.cli;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.WeftRuntime;
import dev.weft.weaver.weave.Weaver;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs a command line, and turns what goes wrong into one line and an exit code. */
@Command(name = "weft", description = "Lightweight threads for a stock JDK", mixinStandardHelpOptions = true)
public final class CommandLines implements Runnable {
    /** The exit code after an error that the user can do something about. */
    public static final int USER_ERROR = 2;

    /** The exit code after an error of Weft's own. */
    public static final int INTERNAL_ERROR = 3;

    private CommandLines() {}

    /** Runs it and returns the exit code. */
    public static int run(Weaver weaver, Map<String, String> environment, String... args) {
        CommandLine line = commandLine(new Context(weaver, WeftRuntime::ofThisJar, environment));
        int exit;
        try {
            exit = line.execute(args);
        } catch (OutOfMemoryError e) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            String message = "out of memory: the heap of " + megabytes + " MB, half of what the machine or container"
                    + " has, is too small; weave where there is more, for instance when the container's image is made";
            return report(new WeaveException(message), line.getErr());
        }
        // a PrintStream keeps to itself what went wrong
        if (exit == 0 && System.out.checkError()) {
            String message = "the output could not be written to the end: standard output is closed or full";
            return report(new WeaveException(message), line.getErr());
        }
        return exit;
    }

    /** All commands, working on that. */
    static CommandLine commandLine(Context context) {
        CommandLine line = new CommandLine(new CommandLines())
                .addSubcommand(new WeaveCommand(context))
                .addSubcommand(new FlagsCommand(context))
                .addSubcommand(new DoctorCommand(context))
                .addSubcommand(new ReportCommand(context))
                .addSubcommand(new LinkCommand(context))
                .addSubcommand(new DumpCommand())
                .addSubcommand(new TopCommand())
                .addSubcommand(new ProfileCommand())
                .addSubcommand(new CleanCommand())
                .addSubcommand(new PsCommand())
                .addSubcommand(new PropertiesCommand());
        String version = WeftRuntime.class.getPackage().getImplementationVersion();
        for (CommandLine each : line.getSubcommands().values()) {
            each.getCommandSpec().version("Weft " + (version == null ? "dev" : version));
        }
        ArgumentValues.register(line);
        line.setParameterExceptionHandler((e, arguments) -> {
            CommandLine failed = e.getCommandLine();
            String help = failed == line
                    ? "weft help has the commands"
                    : failed.getCommandSpec().qualifiedName() + " --help has the options";
            failed.getErr().println("weft: " + oneLine(e.getMessage()) + "; " + help);
            return USER_ERROR;
        });
        line.setExecutionExceptionHandler((e, failed, parsed) -> report(e, failed.getErr()));
        return line;
    }

    private static int report(Exception e, PrintWriter err) {
        if (e instanceof InvalidPathException) {
            String path = oneLine(((InvalidPathException) e).getInput());
            err.println("weft: " + path + " is no path in this locale; set LC_ALL to C.UTF-8");
            return USER_ERROR;
        }
        if (e instanceof WeaveException) {
            err.println("weft: " + oneLine(e.getMessage()));
            return USER_ERROR;
        }
        err.println("weft: internal error, please report it with these lines: " + oneLine(e.toString()));
        e.printStackTrace(err);
        return INTERNAL_ERROR;
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    @Override
    public void run() {
        throw new WeaveException("no command given; weft help has the commands");
    }
}
