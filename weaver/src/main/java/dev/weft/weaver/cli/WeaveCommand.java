package dev.weft.weaver.cli;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.StartIndex;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weft weave}: weaves a JDK into the cache. */
@Command(
        name = "weave",
        description = "Weave a JDK into the cache, if it is not there.",
        mixinStandardHelpOptions = true)
final class WeaveCommand implements Callable<Integer> {
    private final Context context;

    @Mixin
    private WeaveOptions options;

    @Spec
    private CommandSpec spec;

    @Option(names = "--force", description = "Weave it again, even if it is there.")
    private boolean force;

    @Option(
            names = "--for-launch",
            hidden = true,
            paramLabel = "JAR",
            description =
                    "Print, for the launcher, mode and folder, and record them in the index under this jar's path.")
    private String launcherJar;

    WeaveCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        CacheEntry entry = options.entry(context, force, err);
        PrintWriter out = spec.commandLine().getOut();
        if (launcherJar == null) {
            out.println(entry.path());
        } else {
            String wanted = options.chaos ? "chaos" : options.patchOnly ? "patch" : "image";
            new StartIndex(context.cache()).record(wanted, entry, options.jdk.toString(), launcherJar);
            out.println(StartIndex.mode(wanted, entry) + "|" + entry.path());
        }
        return 0;
    }
}
