package dev.weft.weaver.cli;

import dev.weft.weaver.cache.Cache;
import dev.weft.weaver.cache.CacheBuild;
import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.CacheKey;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.image.WeaveJdk;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** The options of the commands that need a woven JDK. */
final class WeaveOptions {
    @Option(names = "--jdk", paramLabel = "HOME", description = "The JDK; by default the one that runs this.")
    Path jdk;

    @Option(names = "--patch-only", description = "Make the patch, but link no image.")
    boolean patchOnly;

    @Option(names = "--chaos", description = "Weave for chaos mode: see weft.chaos. Implies --patch-only.")
    boolean chaos;

    @Option(
            names = "--modules",
            split = ",",
            paramLabel = "NAME",
            description = "Patch these modules only, to look at them: programs need all. Implies --patch-only.")
    Set<String> modules = new TreeSet<>();

    @Option(names = "--progress", hidden = true, paramLabel = "bar|lines", description = "How to show progress.")
    String progress = "lines";

    /** The JDK's entry in the cache, woven now if it is not there or if forced. */
    CacheEntry entry(Context context, boolean force, PrintWriter err) throws IOException {
        if (!progress.equals("bar") && !progress.equals("lines")) {
            throw new WeaveException("bad --progress=" + progress + ": it is bar or lines");
        }
        JdkHome home = context.jdk(jdk);
        WeftRuntime weft = context.weft();
        Cache cache = context.cache();
        CacheKey key = CacheKey.of(home, weft, modules, chaos);
        boolean image = !patchOnly && !chaos && modules.isEmpty() && home.canLink();
        try (ProgressReport report = progress.equals("bar") ? new ProgressBarReport() : new ProgressLines(err)) {
            CacheBuild build = new CacheBuild(cache, key, report::message);
            return build.run(force, new WeaveJdk(home, weft, context.weaver(chaos), modules, image, report));
        }
    }
}
