package dev.weft.openjdktests;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * What the command line says.
 *
 * @param tests the checkout
 * @param only globs of folders and files below it
 * @param modes plain, fiber, or both, in the order in which they run
 * @param isPlainAskedLater whether plain runs only what has not passed as a fiber
 * @param jobs how many tests run at a time
 * @param seconds how long an action may take, unless it asks for more
 * @param factor multiplies all such times
 * @param work the folder for the journal, logs and tables
 * @param weft the launcher
 * @param weftOptions its options
 * @param jdk the plain JDK
 * @param known the file of known differences; null for the one that comes with the driver
 * @param assembler the jar of AsmTools; null if there is none
 * @param areChildrenWoven whether the JVMs that tests start in fiber mode run on Weft, with {@code main} in a fiber
 * @param redo which of the tests in the journal run again
 */
record Options(
        Path tests,
        List<String> only,
        List<Mode> modes,
        boolean isPlainAskedLater,
        int jobs,
        int seconds,
        double factor,
        Path work,
        Path weft,
        List<String> weftOptions,
        Path jdk,
        Path known,
        Path assembler,
        boolean areChildrenWoven,
        Redo redo) {
    /** The folders of the JDK's tests that have to do with threads, or that run much code of the library. */
    static final List<String> DEFAULT = List.of(
            "java/util/concurrent",
            "java/lang/Thread*",
            "java/lang/invoke",
            "java/lang/reflect",
            "java/lang/StackWalker",
            "java/lang/instrument",
            "java/lang/ProcessBuilder",
            "java/io",
            "java/net",
            "java/nio",
            "java/util",
            "java/security",
            "javax/net/ssl",
            "java/rmi",
            "javax/management");

    /** Which tests that were run before run again. */
    enum Redo {
        NONE,
        DIFFERING,
        FAILED,
        ALL
    }

    /** Which of the two commands. */
    static final String USAGE =
            """
            usage: openjdk-tests/run run --tests FOLDER [options]      run tests, write the tables
                   openjdk-tests/run report --work FOLDER              write the tables anew

            --tests=FOLDER     test/jdk or test/hotspot/jtreg of a checkout of JDK 17
            --only=GLOB,..     folders or files below it (default: those that the README lists)
            --mode=both|plain|fiber|fiber-first  fiber-first runs on the plain JDK only what has not passed as a fiber
            --jobs=2           tests at a time
            --timeout=120      seconds for an action, unless it asks for more
            --timeout-factor=1 multiplies all such times
            --work=FOLDER      journal, logs and tables (default: openjdk-tests/target/work); a run that was interrupted goes on
            --redo=none|differing|failed|all  which tests of the journal run again
            --known=FILE       known differences (default: the driver's own list)
            --assembler=JAR    AsmTools, for sources in jasm and jcod
            --children=plain|weft  what the JVMs run on that tests start (default: plain)
            --weft-option=OPTION  for bin/weft, may be repeated (default: -Dweft.parallelism=2 and -Dweft.cache=off)
            """;

    /** Parses {@code --key value} and {@code --key=value}. */
    static Options parse(List<String> arguments, Path home) {
        Deque<String> rest = new ArrayDeque<>(arguments);
        Path tests = null;
        List<String> only = DEFAULT;
        List<Mode> modes = List.of(Mode.values());
        boolean isPlainAskedLater = false;
        int jobs = 2;
        int seconds = 120;
        double factor = 1;
        Path work = home.resolve("openjdk-tests/target/work");
        Path known = null;
        Path assembler = null;
        boolean areChildrenWoven = false;
        Redo redo = Redo.NONE;
        List<String> weftOptions = new ArrayList<>();
        while (!rest.isEmpty()) {
            String[] pair = rest.pop().split("=", 2);
            String value = pair.length == 2 ? pair[1] : rest.poll();
            if (value == null) {
                throw new IllegalArgumentException("option " + pair[0] + " needs a value");
            }
            switch (pair[0]) {
                case "--tests" -> tests = Path.of(value);
                case "--only" -> only = List.of(value.split(","));
                case "--mode" -> {
                    isPlainAskedLater = value.equals("fiber-first");
                    modes = switch (value) {
                        case "both" -> List.of(Mode.PLAIN, Mode.FIBER);
                        case "fiber-first" -> List.of(Mode.FIBER, Mode.PLAIN);
                        default -> List.of(Mode.valueOf(value.toUpperCase(Locale.ROOT)));
                    };
                }
                case "--jobs" -> jobs = Integer.parseInt(value);
                case "--timeout" -> seconds = Integer.parseInt(value);
                case "--timeout-factor" -> factor = Double.parseDouble(value);
                case "--work" -> work = Path.of(value);
                case "--known" -> known = Path.of(value);
                case "--children" -> areChildrenWoven = value.equals("weft");
                case "--assembler" -> assembler = Path.of(value).toAbsolutePath();
                case "--redo" -> redo = Redo.valueOf(value.toUpperCase(Locale.ROOT));
                case "--weft-option" -> weftOptions.add(value);
                default -> throw new IllegalArgumentException("unknown option " + pair[0]);
            }
        }
        return new Options(
                tests,
                only,
                modes,
                isPlainAskedLater,
                jobs,
                seconds,
                factor,
                work.toAbsolutePath().normalize(),
                home.resolve("bin/weft"),
                weftOptions.isEmpty() ? List.of("-Dweft.parallelism=2", "-Dweft.cache=off") : weftOptions,
                Path.of(System.getProperty("java.home")),
                known,
                assembler,
                areChildrenWoven,
                redo);
    }
}
