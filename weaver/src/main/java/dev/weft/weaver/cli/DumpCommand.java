package dev.weft.weaver.cli;

import dev.weft.agent.dump.DumpJson;
import dev.weft.agent.dump.DumpListener;
import dev.weft.agent.dump.DumpReader;
import dev.weft.agent.dump.DumpText;
import dev.weft.agent.dump.ThreadEntry;
import dev.weft.agent.dump.UnreadableDumpException;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.observe.DumpFilter;
import dev.weft.weaver.observe.DumpGroups;
import dev.weft.weaver.observe.LocalsReader;
import dev.weft.weaver.observe.OutputFile;
import dev.weft.weaver.observe.Program;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft dump}: prints all threads of a running program, fibers and platform threads. */
@Command(
        name = "dump",
        description = "Print all threads of a running program, with their stacks, monitors and deadlocks.",
        mixinStandardHelpOptions = true)
final class DumpCommand implements Callable<Integer> {
    private static final int BUFFER = 1 << 16;

    /** A look at a large heap takes so long at most. */
    private static final long HEAP_MILLIS = 1_000_000;

    @Parameters(paramLabel = "PID", description = "The program's process id: weft ps lists them.")
    private long pid;

    @Option(names = "--json", description = "In the schema of JDK 25's Thread.dump_to_file -format=json, and more.")
    private boolean json;

    @Option(names = "--group", description = "Print each stack once, with the number of threads that have it.")
    private boolean group;

    @Option(names = "--name", paramLabel = "REGEX", description = "Only threads in whose names this is found.")
    private Pattern name;

    @Option(names = "--state", split = ",", paramLabel = "STATE", description = "Only threads in one of these states.")
    private Set<Thread.State> states = EnumSet.noneOf(Thread.State.class);

    @Option(names = "--package", paramLabel = "PREFIX", description = "Only threads with a frame of such a class.")
    private String inPackage;

    @Option(
            names = "--locks",
            description =
                    "All locks of java.util.concurrent that threads have: the program stops for a look at its heap.")
    private boolean locks;

    @Option(names = "--locals", description = "In place of threads: which thread locals have how many values.")
    private boolean locals;

    @Option(names = "-o", paramLabel = "FILE", description = "Write to this file, which is complete or is not there.")
    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (json && group) {
            throw new WeaveException("--group is text: leave --json out");
        }
        if (locals && (json || group || locks || name != null || !states.isEmpty() || inPackage != null)) {
            throw new WeaveException("--locals is no dump of threads: leave the options for those out");
        }
        Program program = Program.of(pid);
        if (file == null) {
            // that of the command line is flushed behind each line
            PrintWriter out =
                    new PrintWriter(new BufferedWriter(spec.commandLine().getOut(), BUFFER));
            ask(program, out);
            out.flush();
        } else {
            writeFile(program);
        }
        return 0;
    }

    private void ask(Program program, PrintWriter out) throws IOException {
        if (locals) {
            program.ask("locals", HEAP_MILLIS, in -> new LocalsReader(in).print(out));
        } else {
            try {
                program.ask(locks ? "dump:locks" : "dump", locks ? HEAP_MILLIS : 0, in -> new DumpReader(in, pid)
                        .read(filtered(out)));
            } catch (UnreadableDumpException e) {
                throw new WeaveException(e.getMessage());
            }
        }
    }

    private void writeFile(Program program) throws IOException {
        OutputFile.write(file, stream -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
            Throwing out = new Throwing(writer);
            ask(program, out);
            out.flush();
            out.check();
        });
    }

    /** A PrintWriter that tells what went wrong. */
    private static final class Throwing extends PrintWriter {
        private final Writer to;

        Throwing(Writer to) {
            super(to);
            this.to = to;
        }

        void check() throws IOException {
            if (checkError()) {
                // says again what PrintWriter has kept to itself
                to.write('\n');
                to.flush();
                throw new IOException("the disk may be full");
            }
        }
    }

    private DumpListener filtered(PrintWriter out) throws IOException {
        DumpListener all = json ? new DumpJson(out) : group ? new DumpGroups(out) : new DumpText(out);
        return new DumpFilter(all, this::isWanted);
    }

    private boolean isWanted(ThreadEntry thread) {
        return (name == null || name.matcher(thread.name()).find())
                && (states.isEmpty() || states.contains(Thread.State.valueOf(thread.state())))
                && (inPackage == null || thread.stack().stream().anyMatch(this::isInPackage));
    }

    private boolean isInPackage(String frame) {
        return frame.substring(frame.lastIndexOf('/', frame.indexOf('(')) + 1).startsWith(inPackage);
    }
}
