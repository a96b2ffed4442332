package dev.weft.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.internal.weft.agent.ModuleFiles;

/**
 * The woven classes of modules other than java.base, for a JDK that is started with a patch of java.base only: to name
 * all modules in flags would cost each start more than it takes. A jar for each module, opened when it is first needed.
 * Safe for use by several threads.
 */
final class WovenModules implements ModuleFiles {
    private final File folder;
    private final Map<String, ZipFile> open = new ConcurrentHashMap<>();

    /**
     * The jars of that folder. That of java.base, which has what the first weaving needs, is opened at once: later
     * there may be no descriptor left.
     */
    WovenModules(File folder) {
        this.folder = folder;
        try {
            jar("java.base");
        } catch (IOException unreadable) {
            // who needs it will say so
        }
    }

    /**
     * A file of a woven module, or null if there is none.
     *
     * @throws IllegalStateException if the jar cannot be read
     */
    @Override
    public byte[] find(String module, String resource) {
        try {
            ZipFile jar = jar(module);
            ZipEntry entry = jar == null ? null : jar.getEntry(resource);
            if (entry == null) {
                return null;
            }
            try (InputStream in = jar.getInputStream(entry)) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot read the woven classes of module " + module + " in " + folder + " (" + e.getMessage()
                            + "): weave again with 'weft weave --force'",
                    e);
        }
    }

    private ZipFile jar(String module) throws IOException {
        ZipFile known = open.get(module);
        if (known != null) {
            return known;
        }
        synchronized (open) {
            File file = new File(folder, module + ".jar");
            if (!open.containsKey(module) && file.exists()) {
                open.put(module, new ZipFile(file));
            }
            return open.get(module);
        }
    }
}
