package dev.weft.weaver.link;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be linked.
 *
 * @param name of the program that starts it
 * @param jars its class path, in order: file names relative to the folder {@code app} of what is made
 * @param mainClass null if the first of the jars says it, and is started by {@code -jar}
 */
record Application(String name, List<Path> jars, String mainClass) {
    /** The options and arguments of java that start it, if its jars lie in that folder. */
    List<String> start(String folder) {
        if (mainClass == null) {
            return List.of("-jar", folder + "/" + jars.get(0));
        }
        return List.of("-cp", classPath(folder), mainClass);
    }

    /** Its class path as the JVM has it, if its jars lie in that folder. */
    String classPath(String folder) {
        if (mainClass == null) {
            return folder + "/" + jars.get(0);
        }
        return String.join(":", jars.stream().map(each -> folder + "/" + each).toList());
    }
}
