package dev.weft.agent;

import dev.weft.agent.locals.ChosenFields;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Properties;

/**
 * The one table of what can be set: system properties that begin with {@code weft.}, and environment variables. The
 * agent checks the properties against it when a program starts; {@code weft properties} prints it; tests hold it
 * against the README and against the sources that read the properties.
 */
public final class AgentOptions {
    private static final String PREFIX = "weft.";

    /** What a value must look like. */
    enum Kind {
        /** A whole number between two bounds. */
        NUMBER,
        /** One of some words. */
        CHOICE,
        /** Patterns of threads. */
        PATTERNS,
        /** Classes and fields. */
        FIELDS,
        /** A whole number and, behind a comma, another one between two bounds, which may be missing. */
        SEED,
        /** Any text. */
        TEXT
    }

    /**
     * One line of the table.
     *
     * @param values what it can be set to, in words; the words themselves, separated by {@code |}, if it is a choice
     */
    public record Option(String name, String meaning, Kind kind, long min, long max, String values, String byDefault) {
        /** Whether it can be set to that. */
        boolean allows(String value) {
            switch (kind) {
                case NUMBER:
                    return isBetween(value, min, max);
                case CHOICE:
                    return !value.isEmpty()
                            && value.indexOf('|') < 0
                            && ("|" + values + "|").contains("|" + value + "|");
                case PATTERNS:
                    return arePatterns(value);
                case FIELDS:
                    return ChosenFields.areValid(value);
                case SEED:
                    int comma = value.indexOf(',');
                    return isBetween(comma < 0 ? value : value.substring(0, comma), Long.MIN_VALUE, Long.MAX_VALUE)
                            && (comma < 0 || isBetween(value.substring(comma + 1), min, max));
                default:
                    return true;
            }
        }

        /** Whether it is one or more of {@code class:x}, {@code package:x}, {@code name:x}, with semicolons between. */
        private static boolean arePatterns(String value) {
            for (int begin = 0; begin <= value.length(); ) {
                int end = value.indexOf(';', begin);
                end = end < 0 ? value.length() : end;
                String pattern = value.substring(begin, end);
                int colon = pattern.indexOf(':');
                if (colon < 0
                        || colon == pattern.length() - 1
                        || !"|class|package|name|".contains("|" + pattern.substring(0, colon) + "|")) {
                    return false;
                }
                begin = end + 1;
            }
            return true;
        }

        private static boolean isBetween(String value, long min, long max) {
            try {
                long number = Long.parseLong(value);
                return min <= number && number <= max;
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    private AgentOptions() {}

    /** The system properties. */
    public static List<Option> properties() {
        return List.of(
                choice(
                        "weft.threads",
                        "which threads become fibers: all, those that ask, or none",
                        "all|virtual|none",
                        "`all`; `none` with `-agentlib:jdwp`; always `none` with `-Djava.security.manager=CLASS`"),
                patterns("weft.platform", "which threads stay platform threads nevertheless"),
                patterns(
                        "weft.lightweight", "which threads become fibers nevertheless; `weft.platform` goes before it"),
                choice("weft.main", "what runs `main`: the VM's first thread, or a fiber", "thread|fiber", "`thread`"),
                choice(
                        "weft.forkjoin",
                        "what the workers of `ForkJoinPool` are, hence those of parallel streams and of"
                                + " `CompletableFuture`'s methods without an executor",
                        "threads|fibers",
                        "`threads`"),
                number(
                        "weft.parallelism",
                        "how many carrier threads run fibers; under load, fewer while the VM compiles",
                        1,
                        32_767,
                        "the number of processors"),
                number(
                        "weft.blocking.max",
                        "how many threads wait, for parked fibers, in calls that the kernel cannot poll",
                        1,
                        32_767,
                        "64"),
                new Option(
                        "weft.processorLocal",
                        "which thread locals of the program's libraries are caches that fibers leave to their carriers",
                        Kind.FIELDS,
                        0,
                        0,
                        "class:CLASS or field:CLASS.FIELD, or several with ; between them",
                        "none"),
                choice(
                        "weft.preemption",
                        "whether fibers that compute make way for others behind a call: where more of them compute than there are"
                                + " processors, never, or (for tests) behind the first call of each mount",
                        "on|off|always",
                        "`on`"),
                text(
                        "weft.scheduler",
                        "which scheduler fibers have for which none was chosen: a `dev.weft.FiberScheduler` with a"
                                + " public constructor without arguments",
                        "the name of a class",
                        "Weft's own"),
                choice(
                        "weft.frameworks",
                        "whether Tomcat, Spring and Spring Boot, which ask for Java 21, are shown the virtual threads that"
                                + " they are configured to use",
                        "all|none",
                        "`all`"),
                choice(
                        "weft.cache",
                        "whether woven classes of the program are kept in the cache for its next run",
                        "on|off",
                        "`on`"),
                choice(
                        "weft.experience",
                        "whether methods that were called often in earlier runs, and in which hardly any fiber has waited,"
                                + " run as without Weft until one does; by chance, whatever was seen, for tests",
                        "on|off|chance",
                        "`on`"),
                choice(
                        "weft.waits",
                        "what a fiber that waits does: it leaves its carrier, or it keeps it and runs all code as its"
                                + " author has compiled it, which debuggers need",
                        "suspend|pin",
                        "`suspend`; `pin` with `-agentlib:jdwp`"),
                choice(
                        "weft.pinned",
                        "for which threads that block their carriers for a second standard error has a line: the first at"
                                + " each place, or all",
                        "off|first|all",
                        "`first`"),
                choice(
                        "weft.accounting",
                        "whether `ThreadMXBean` knows of all fibers what they use and how long they wait, from their"
                                + " beginning; costs each wait about as much as several others",
                        "on|off",
                        "`off`"),
                choice(
                        "weft.carrierNames",
                        "whether a carrier's name tells which thread it runs, for `jstack` and debuggers",
                        "on|off",
                        "`off`; `on` with `-agentlib:jdwp`"),
                new Option(
                        "weft.chaos",
                        "suspend fibers at random wherever they may, for tests; needs `WEFT_MODE=chaos`",
                        Kind.SEED,
                        1,
                        1_000_000,
                        "seed[,rate], whole numbers; the rate is 1 to 1,000,000",
                        "off"));
    }

    /** The environment variables. */
    public static List<Option> variables() {
        return List.of(
                text(
                        "WEFT_JAVA_HOME",
                        "the JDK to run on",
                        "the folder of a JDK 17",
                        "`JAVA_HOME`, else `java` on the `PATH`"),
                text(
                        "WEFT_CACHE",
                        "where woven JDKs are kept",
                        "a folder",
                        "`$XDG_CACHE_HOME/weft`, else `~/.cache/weft`"),
                choice(
                        "WEFT_MODE",
                        "start from the linked image, with `--patch-module`, or on a JDK woven for `weft.chaos`",
                        "image|patch|chaos",
                        "`image`, where the JDK can link one"));
    }

    private static Option number(String name, String meaning, long min, long max, String byDefault) {
        return new Option(name, meaning, Kind.NUMBER, min, max, min + " to " + max, byDefault);
    }

    private static Option choice(String name, String meaning, String words, String byDefault) {
        return new Option(name, meaning, Kind.CHOICE, 0, 0, words, byDefault);
    }

    private static Option patterns(String name, String meaning) {
        return new Option(
                name,
                meaning,
                Kind.PATTERNS,
                0,
                0,
                "class:NAME, package:NAME or name:NAME, or several with ; between them",
                "none");
    }

    private static Option text(String name, String meaning, String values, String byDefault) {
        return new Option(name, meaning, Kind.TEXT, 0, 0, values, byDefault);
    }

    /**
     * What is wrong with the {@code weft.} properties among those, in one line; null if nothing is. It is called in
     * each start of a program and does next to nothing if there are none: it copies no names, as propertyNames does for
     * the sake of defaults, which properties of the system do not have.
     */
    public static String check(Properties given) {
        List<String> names = null;
        for (Enumeration<?> all = given.keys(); all.hasMoreElements(); ) {
            Object name = all.nextElement();
            if (name instanceof String && ((String) name).startsWith(PREFIX)) {
                names = names == null ? new ArrayList<>() : names;
                names.add((String) name);
            }
        }
        return names == null ? null : check(names, given);
    }

    private static String check(List<String> names, Properties given) {
        for (String name : names) {
            Option option = find(name);
            if (option == null) {
                return "unknown property " + name + "; weft properties lists all";
            }
            if (!option.allows(given.getProperty(name))) {
                return "bad value of property " + name + ": " + given.getProperty(name) + "; it is " + option.values();
            }
        }
        return null;
    }

    private static Option find(String name) {
        for (Option option : properties()) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        return null;
    }
}
