package dev.weft.weaver.cli;

import dev.weft.weaver.cache.Cache;
import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.WeaveErrors;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.WeftRuntime;
import dev.weft.weaver.weave.ImageWeave;
import dev.weft.weaver.weave.Weaver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What all commands work on. */
final class Context {
    private final Weaver weaver;
    private final Supplier<WeftRuntime> weft;
    private final Map<String, String> environment;

    Context(Weaver weaver, Supplier<WeftRuntime> weft, Map<String, String> environment) {
        this.weaver = weaver;
        this.weft = weft;
        this.environment = Map.copyOf(environment);
    }

    /** The weaver in use; for chaos mode always the real one. */
    Weaver weaver(boolean chaos) {
        return chaos ? Context::weaveForChaos : weaver;
    }

    private static void weaveForChaos(
            Map<String, Map<String, byte[]>> image,
            Map<String, byte[]> runtime,
            ImageWeave.Sink sink,
            ImageWeave.Progress progress,
            Set<String> onlyModules)
            throws IOException {
        new ImageWeave(image, runtime, true).run(sink, progress, onlyModules);
    }

    WeftRuntime weft() {
        return weft.get();
    }

    Cache cache() {
        return Cache.of(environment);
    }

    /** That JDK; the running one if null. If it is a woven one, that which it was woven from. */
    JdkHome jdk(Path home) {
        Path given = home == null ? Path.of(System.getProperty("java.home")) : home;
        try {
            return JdkHome.of(CacheEntry.unwoven(given));
        } catch (IOException e) {
            throw new WeaveException("cannot read the JDK at " + given + ": " + WeaveErrors.reason(e));
        }
    }
}
