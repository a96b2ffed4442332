package dev.weft.weaver.cli;

import dev.weft.weaver.cache.Cache;
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

    /** That JDK; the running one if null. */
    JdkHome jdk(Path home) {
        return JdkHome.of(home == null ? Path.of(System.getProperty("java.home")) : home);
    }
}
