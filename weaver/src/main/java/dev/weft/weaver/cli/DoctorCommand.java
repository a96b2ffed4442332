package dev.weft.weaver.cli;

import dev.weft.weaver.cache.Cache;
import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weft doctor}: says what is found, and what is wrong with it. */
@Command(
        name = "doctor",
        description = "Check the JDK, the cache (all checksums) and the system's limits.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private final Context context;
    private PrintWriter out;
    private boolean healthy = true;

    @Option(names = "--jdk", paramLabel = "HOME", description = "The JDK; by default the one that runs this.")
    private Path jdk;

    @Spec
    private CommandSpec spec;

    DoctorCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        out = spec.commandLine().getOut();
        WeftRuntime weft = context.weft();
        tell("Weft", weft.version() + ", build " + weft.hash().substring(0, 12));
        checkJdk(weft);
        SystemLimits.read().forEach(limit -> {
            tell(limit.name(), limit.value());
            if (limit.advice() != null) {
                tell("", "advice: " + limit.advice());
            }
        });
        out.flush();
        return healthy ? 0 : 1;
    }

    private void checkJdk(WeftRuntime weft) throws IOException {
        JdkHome home;
        try {
            home = context.jdk(jdk);
        } catch (WeaveException e) {
            bad("JDK", e.getMessage());
            return;
        }
        tell("JDK", home.toString().substring("JDK ".length()));
        tell("", home.canLink() ? "can link an image" : "has no jmods or jlink: starts with --patch-module");
        checkCache(home, weft);
    }

    private void checkCache(JdkHome home, WeftRuntime weft) throws IOException {
        Cache cache = context.cache();
        tell("cache", cache.root() + (isWritable(cache.root()) ? "" : " (not writable)"));
        CacheEntry entry = cache.entry(home, weft);
        try {
            cache.checkRights(entry);
        } catch (WeaveException e) {
            bad("", e.getMessage());
        }
        String defect = entry.defect(true);
        if (defect != null) {
            try {
                cache.checkWritable();
            } catch (WeaveException e) {
                bad("woven JDK", "not there, or damaged, and it cannot be made: " + e.getMessage());
                return;
            }
        }
        if (defect != null && entry.exists()) {
            bad("woven JDK", entry.name() + " " + defect + "; the next start weaves it again");
        } else if (defect != null) {
            tell("woven JDK", "not there; the next start makes it");
        } else {
            tell("woven JDK", entry.name() + ": all checksums match");
            tell("image", entry.hasImage() ? entry.image().toString() : "none; starts with --patch-module");
        }
    }

    private static boolean isWritable(Path folder) {
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing != null && Files.isWritable(existing);
    }

    private void tell(String what, String value) {
        out.printf("%-16s %s%n", what, value);
    }

    private void bad(String what, String value) {
        healthy = false;
        tell(what, "BAD: " + value);
    }
}
