package dev.weft.coverage;

import java.io.IOException;
import java.nio.file.Path;

/** The two steps of {@code coverage/run} that are not JaCoCo's own. */
public final class Main {
    private Main() {}

    /** {@code instrument <weaver's jar> <target> <folder> <list>}, or {@code collect <folder> <list> <target>}. */
    public static void main(String[] arguments) throws IOException {
        Path[] paths = new Path[arguments.length];
        for (int i = 1; i < paths.length; i++) {
            paths[i] = Path.of(arguments[i]);
        }
        if (arguments.length == 5 && arguments[0].equals("instrument")) {
            InstrumentedWeaver.write(paths[1], paths[2], paths[3], paths[4]);
        } else if (arguments.length == 4 && arguments[0].equals("collect")) {
            System.out.println(ProbeFiles.write(paths[1], paths[2], paths[3]) + " JVMs have ended by themselves");
        } else {
            throw new IllegalArgumentException("instrument JAR TARGET FOLDER LIST, or collect FOLDER LIST TARGET");
        }
    }
}
