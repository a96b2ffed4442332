package dev.weft.bench.macro.report;

import dev.weft.bench.report.Runtimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The modes that this machine has, and why others are not among them. */
final class Modes {
    private final Map<String, Mode> present = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();

    /** Finds them; the folder of a JDK 25 may be null, for one beside the JDK that runs this. */
    static Modes find(Path weft, Path java17, Path home25) throws IOException {
        Modes modes = new Modes();
        String launcher = weft.toAbsolutePath().normalize().toString();
        modes.add(Mode.PLAIN, java17.toAbsolutePath().toString());
        modes.add(Mode.NONE, launcher, "-Dweft.threads=none");
        modes.add(Mode.WEFT, launcher);
        modes.add(Mode.COLD, launcher, "-Dweft.cache=off");
        modes.add(Mode.LINKED, launcher);
        Path java25 = Runtimes.java25(home25);
        if (java25 == null) {
            String why = "there is no JDK 25; --jdk25 or WEFT_JDK25_HOME names one";
            modes.missing.put(Mode.JDK25, why);
            modes.missing.put(Mode.VIRTUAL, why);
        } else {
            modes.add(Mode.JDK25, java25.toString());
            modes.add(Mode.VIRTUAL, java25.toString(), "-Dweft.bench.threads=virtual");
        }
        return modes;
    }

    void add(String name, String... java) {
        present.put(name, new Mode(name, List.of(java)));
    }

    /** By name, in the order of the report's columns. */
    Map<String, Mode> present() {
        return present;
    }

    Map<String, String> missing() {
        return missing;
    }
}
