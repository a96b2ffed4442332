package jdk.internal.weft.agent;

import java.util.Set;

/**
 * Makes the generators. The runtime finds its implementation by name, since it knows nothing of the agent's classes.
 */
public interface GeneratorsFactory {
    /**
     * Starts load-time weaving; ends the VM with one line if a property is wrong or the woven JDK is damaged.
     *
     * @param unwoven names of classes that were loaded before, with slashes
     * @param wovenModules folder with the woven classes of all modules; null where the image has them
     * @param image the files of the image that the VM has started from
     */
    Generators start(Set<String> unwoven, String wovenModules, ModuleFiles image);

    /** What other agents see while Weft's has not started: only classes of the JDK are woven then. */
    ForeignAgents early();
}
