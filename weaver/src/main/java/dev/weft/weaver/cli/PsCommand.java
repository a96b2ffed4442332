package dev.weft.weaver.cli;

import dev.weft.weaver.observe.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weft ps}: lists the programs that run on Weft. */
@Command(name = "ps", description = "List this user's programs that run on Weft.", mixinStandardHelpOptions = true)
final class PsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (long pid : Program.all()) {
            out.println(pid + " " + Program.name(pid));
        }
        out.flush();
        return 0;
    }
}
