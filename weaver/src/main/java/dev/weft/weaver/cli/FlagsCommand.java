package dev.weft.weaver.cli;

import dev.weft.weaver.cache.CacheEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weft flags}: prints the options with which the plain java runs programs on fibers. */
@Command(
        name = "flags",
        description = "Print the options for the plain java, one on each line, as an argument file.",
        mixinStandardHelpOptions = true)
final class FlagsCommand implements Callable<Integer> {
    private final Context context;

    @Mixin
    private WeaveOptions options;

    @Spec
    private CommandSpec spec;

    FlagsCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        options.patchOnly = true;
        CacheEntry entry = options.entry(context, false, spec.commandLine().getErr());
        spec.commandLine().getOut().print(Files.readString(entry.patchFlags()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
