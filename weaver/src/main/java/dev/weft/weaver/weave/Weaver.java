package dev.weft.weaver.weave;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Weaves the classes of a JDK's image; {@link ImageWeave} is the one in use. */
@FunctionalInterface
public interface Weaver {
    /**
     * Weaves, as {@link ImageWeave#run} does.
     *
     * @param image module name to (file name to class file), of all modules
     * @param runtime Weft's own classes, to be added to java.base
     * @param onlyModules modules whose classes go to the sink, or null for all
     */
    void weave(
            Map<String, Map<String, byte[]>> image,
            Map<String, byte[]> runtime,
            ImageWeave.Sink sink,
            ImageWeave.Progress progress,
            Set<String> onlyModules)
            throws IOException;
}
