package jdk.internal.weft.agent;

/** Files of the modules of a JDK. Thread-safe. */
public interface ModuleFiles {
    /**
     * A file of a module, or null if there is none.
     *
     * @param resource path within the module
     */
    byte[] find(String module, String resource);
}
