package dev.weft.weaver.cli;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.observe.Busiest;
import dev.weft.weaver.observe.Program;
import dev.weft.weaver.observe.Sample;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft top}: shows what a program's fibers do, again and again. */
@Command(
        name = "top",
        description = "Show what a running program's fibers do, until it ends or you interrupt.",
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    /** To the upper left corner; what was below is erased behind the table. */
    private static final String HOME = "\u001b[H";

    private static final String ERASE_BELOW = "\u001b[J";

    /** What is left of a longer line. */
    private static final String ERASE_LINE = "\u001b[K";

    /** Longer than anybody looks. */
    private static final long MONTHS_MILLIS = 10_000_000_000L;

    @Parameters(paramLabel = "PID", description = "The program's process id: weft ps lists them.")
    private long pid;

    @Option(names = "--once", description = "Print one table, with the rates of one interval, and end.")
    private boolean once;

    @Option(names = "--json", description = "Print a line of JSON for each interval.")
    private boolean json;

    @Option(names = "-d", paramLabel = "SECONDS", defaultValue = "1", description = "Interval, 0.1 to 3600; default 1.")
    private double seconds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        // not so for what is no number either
        if (!(seconds >= 0.1 && seconds <= 3600)) {
            throw new WeaveException("the interval is 0.1 to 3600 seconds, not " + seconds);
        }
        Program program = Program.of(pid);
        long millis = Math.round(seconds * 1000);
        Busiest busiest = new Busiest(program, once ? millis : MONTHS_MILLIS);
        program.ask("top:" + millis, millis, in -> show(in, busiest));
        return 0;
    }

    private void show(DataInputStream in, Busiest busiest) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        String terminal = System.getenv("TERM");
        boolean isDumb = terminal == null || terminal.equals("dumb");
        boolean isScreen = !once && !json && !isDumb && Ansi.AUTO.enabled();
        if (isScreen) {
            out.print(HOME + ERASE_BELOW);
        }
        Sample before = Sample.read(in);
        for (Sample now = Sample.read(in); now != null; now = Sample.read(in)) {
            if (once) {
                busiest.await();
            }
            if (json) {
                out.println(now.json(before, busiest.millis()));
            } else {
                String table = now.table(before) + Busiest.table(busiest.millis());
                out.print(isScreen ? HOME + table.replace("\n", ERASE_LINE + "\n") + ERASE_BELOW : table);
                if (!isScreen && !once) {
                    out.println();
                }
            }
            out.flush();
            // what stands before standard output does not tell of it
            if (once || out.checkError() || System.out.checkError()) {
                return;
            }
            before = now;
        }
        if (once) {
            throw new WeaveException("process " + pid + " has ended before the interval was over");
        }
        out.println("process " + pid + " has ended");
        out.flush();
    }
}
