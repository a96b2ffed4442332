package dev.weft.weaver.cli;

import dev.weft.agent.AgentOptions;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weft properties}: lists what can be set. */
@Command(
        name = "properties",
        description = "List the system properties and the environment variables that Weft reads.",
        mixinStandardHelpOptions = true)
final class PropertiesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--markdown", description = "As the tables of docs/settings.md.")
    private boolean markdown;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        print(out, "property", AgentOptions.properties());
        out.println();
        print(out, "variable", AgentOptions.variables());
        out.flush();
    }

    private void print(PrintWriter out, String title, List<AgentOptions.Option> options) {
        if (markdown) {
            out.println("| " + title + " | meaning | values | default |");
            out.println("|---|---|---|---|");
        }
        for (AgentOptions.Option option : options) {
            out.println(markdown ? markdown(option) : plain(option));
        }
    }

    /** A line of the README's table. */
    static String markdown(AgentOptions.Option option) {
        return "| `" + option.name() + "` | " + option.meaning() + " | "
                + option.values().replace("|", "\\|") + " | " + option.byDefault() + " |";
    }

    private static String plain(AgentOptions.Option option) {
        return String.format(
                "%-20s %s%n%-20s values: %s; default: %s",
                option.name(), option.meaning(), "", option.values(), option.byDefault());
    }
}
