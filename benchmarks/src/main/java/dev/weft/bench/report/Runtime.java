package dev.weft.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to run the benchmarks: a java command with its arguments, under a name.
 *
 * @param name the column's title
 * @param java the java command, or something that takes its arguments
 * @param arguments what makes the runtime what it is
 * @param carriersProperty the system property for the number of carriers, or empty if there are none
 */
record Runtime(String name, Path java, List<String> arguments, String carriersProperty) {
    static final String WEFT = "Weft, JDK 17";
    static final String WEFT_PLATFORM = "Weft, weft.threads=none";
    static final String PLAIN = "threads, JDK 17";
    static final String PLAIN_BOUND = "threads, JDK 17, one processor";
    static final String VIRTUAL = "virtual threads, JDK 25";
    static final String VIRTUAL_UNTRACKED = "virtual threads, JDK 25, not tracked";
    static final String CONTINUATION = "Continuation, JDK 25";

    static Runtime weft(Path weft) {
        return new Runtime(WEFT, weft, List.of(), "weft.parallelism");
    }

    static Runtime weftPlatform(Path weft) {
        return new Runtime(WEFT_PLATFORM, weft, List.of("-Dweft.threads=none"), "");
    }

    static Runtime plain(Path java) {
        return new Runtime(PLAIN, java, List.of(), "");
    }

    static Runtime virtual(Path java) {
        return new Runtime(
                VIRTUAL, java, List.of("-Dweft.bench.threads=virtual"), "jdk.virtualThreadScheduler.parallelism");
    }

    /** All arguments, for so many carriers; 0 for the runtime's own choice. */
    List<String> argumentsFor(int carriers) {
        List<String> all = new ArrayList<>(arguments);
        if (carriers > 0 && !carriersProperty.isEmpty()) {
            all.add("-D" + carriersProperty + "=" + carriers);
        }
        return all;
    }
}
