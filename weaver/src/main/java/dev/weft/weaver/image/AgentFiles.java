package dev.weft.weaver.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The agent, in two parts: its generators become part of the woven java.base, where they are in the archive of shared
 * classes and cost the start little (docs/decisions). What the VM calls becomes part of java.instrument, likewise: the
 * VM asks the system loader for it, which asks the modules first. It lies in the agent's jar, too, where a JDK that is
 * not woven finds it, so that it can say so.
 */
final class AgentFiles {
    private static final String GENERATORS = "dev/weft/agent/";
    private static final String INSTRUMENT = "java.instrument";

    private final Map<String, byte[]> generators = new TreeMap<>();
    private final Map<String, byte[]> door = new TreeMap<>();

    private AgentFiles(Map<String, byte[]> files) {
        files.forEach((name, content) -> (name.startsWith(GENERATORS) ? generators : door).put(name, content));
    }

    /** The parts of the agent's jar. */
    static AgentFiles of(byte[] jar) throws IOException {
        return new AgentFiles(ModernClasses.of(jar));
    }

    /** The runtime's classes for java.base together with the generators. */
    Map<String, byte[]> with(Map<String, byte[]> runtime) {
        Map<String, byte[]> all = new TreeMap<>(runtime);
        all.putAll(generators);
        return all;
    }

    /** The image's classes with those that java.instrument gets, if there is such a module. */
    Map<String, Map<String, byte[]>> withDoor(Map<String, Map<String, byte[]>> image) {
        Map<String, Map<String, byte[]>> all = new TreeMap<>(image);
        all.computeIfPresent(INSTRUMENT, (module, classes) -> {
            Map<String, byte[]> more = new TreeMap<>(classes);
            door.forEach((name, content) -> {
                if (name.endsWith(".class")) {
                    more.put(name, content);
                }
            });
            return more;
        });
        return all;
    }

    /** Writes the jar that {@code -javaagent} names. */
    void writeJar(Path target) throws IOException {
        try (StoredZip out = StoredZip.jar(target)) {
            for (Map.Entry<String, byte[]> file : door.entrySet()) {
                out.put(file.getKey(), file.getValue());
            }
        }
    }
}
