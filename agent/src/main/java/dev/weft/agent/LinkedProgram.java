package dev.weft.agent;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import java.io.File;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import jdk.internal.weft.SystemFiles;
import jdk.internal.weft.agent.Debugger;
import jdk.internal.weft.agent.StartOptions;

/**
 * What {@code weft link} has left in the woven JDK's folder for its one program: woven forms of its classes, in a file
 * of the class cache, and an archive of shared classes in which they are woven already.
 *
 * <p>The VM shows agents the class file in the jar when it takes a class from an archive, and takes the archived one
 * unless an agent gives it another. So the agent is silent about such a class, if what it was shown is what the
 * archived form was woven from. Safe for use by several threads.
 */
final class LinkedProgram {
    /** A file in the folder that says how long the class cache's file was when the archive was made. */
    static final String MARKER = "linked";

    /** A file in the folder that says which methods are quiet in the classes of the archive. */
    static final String QUIET = MARKER + ExperienceFile.SUFFIX;

    /** The archive's file, which {@code dev.weft.weaver.link.Linker} makes. */
    private static final String ARCHIVE = "app.jsa";

    /** Apart, as a name that begins with the product's and a dot is one of a property. */
    private static final String ARCHIVES = ".jsa";

    /** The archives of the woven JDK, large and small, which {@code dev.weft.weaver.cache.CacheEntry} names. */
    private static final String OF_JDK = "weft" + ARCHIVES;

    private static final String OF_JDK_SMALL = "small" + ARCHIVES;

    /** Behind the name of the file that has the classes which keep all variables. */
    private static final String DEBUGGED = "-debugged";

    private static final String JAR = ".jar";
    private static final String INSTRUMENT = "sun.instrument.InstrumentationImpl";
    private static final String TAKES_FROM_ARCHIVE = "findLoadedClass0";

    /** The name of the method that had the VM ask the agents; no lambda, which would cost a start. */
    private static final Function<Stream<StackFrame>, String> CALLER_OF_AGENTS = new Function<>() {
        @Override
        public String apply(Stream<StackFrame> frames) {
            boolean isAbove = true;
            for (Iterator<StackFrame> each = frames.iterator(); each.hasNext(); ) {
                StackFrame frame = each.next();
                boolean isOfAgents = frame.getClassName().equals(INSTRUMENT);
                if (!isAbove && !isOfAgents) {
                    return frame.getMethodName();
                }
                isAbove &= !isOfAgents;
            }
            return "";
        }
    };

    private final ClassCache cache;
    private final long end;
    private final Map<Long, MethodSet> quiet;

    /** That of a program that is not linked has no archived classes. */
    private LinkedProgram(ClassCache cache, long end, Map<Long, MethodSet> quiet) {
        this.cache = cache;
        this.end = end;
        this.quiet = quiet;
    }

    /**
     * That in the folder, which may be null; it has no archived classes if the VM does not take them from there, or if
     * a debugger needs other ones.
     */
    static LinkedProgram in(File entry, ClassCache cache) {
        boolean isShared =
                isIn(entry) && !Debugger.isThere() && StartOptions.isSharedFrom(new File(entry, ARCHIVE).getPath());
        Map<Long, MethodSet> quiet = isShared ? quiet(entry) : null;
        return new LinkedProgram(cache, quiet == null ? 0 : end(entry), quiet);
    }

    /** Null if that cannot be told; then nobody knows what the archived classes are. */
    private static Map<Long, MethodSet> quiet(File entry) {
        File file = new File(entry, QUIET);
        if (!file.exists()) {
            return Map.of();
        }
        try {
            return ExperienceFile.read(file).quiet();
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    /** Whether the VM may take classes from an archive that are the program's, that of a linked one or the user's. */
    static boolean mayBeArchived() {
        return StartOptions.hasArchiveBut(OF_JDK, OF_JDK_SMALL);
    }

    private static boolean isIn(File entry) {
        return entry != null && new File(entry, MARKER).exists();
    }

    private static long end(File entry) {
        try {
            return Long.parseLong(
                    Files.readString(SystemFiles.path(new File(entry, MARKER))).strip());
        } catch (IOException | NumberFormatException | SecurityException e) {
            // being linked just now, or damaged: all classes are woven as they load
            return 0;
        }
    }

    /**
     * The file of the class cache that the program has: the linked one, wherever it lies, or that of its class path.
     * The same class file is woven in the same way as long as the same classes are unwoven, and there is a debugger or
     * none.
     */
    static String cacheName(File entry, Set<String> unwoven, boolean isDebugged) {
        long key = isIn(entry)
                ? 0
                : JdkFacts.className(withoutDigits(String.valueOf(System.getProperty("java.class.path")))
                        + '|'
                        + System.getProperty("jdk.module.path")
                        + '|'
                        + System.getProperty("jdk.module.main"));
        if (!unwoven.isEmpty()) {
            for (String name : new TreeSet<>(unwoven)) {
                key = key * 31 + JdkFacts.className(name);
            }
        }
        return Long.toHexString(key) + (isDebugged ? DEBUGGED : "");
    }

    /**
     * Without the digits in the names of jars: those of a date, where a test runner makes a jar for each run, or of a
     * version.
     */
    private static String withoutDigits(String path) {
        StringBuilder rest = new StringBuilder(path.length());
        int begin = 0;
        while (begin < path.length()) {
            int end = path.indexOf(File.pathSeparatorChar, begin);
            end = end < 0 ? path.length() : end + 1;
            int name = path.lastIndexOf('/', end - 1) + 1;
            boolean isJar = path.regionMatches(end - JAR.length(), JAR, 0, JAR.length())
                    || path.regionMatches(end - JAR.length() - 1, JAR, 0, JAR.length());
            for (int i = begin; i < end; i++) {
                char c = path.charAt(i);
                if (!isJar || i < name || c < '0' || c > '9') {
                    rest.append(c);
                }
            }
            begin = end;
        }
        return rest.toString();
    }

    /**
     * Which methods are quiet in a class that comes woven from the archive, if the current thread's call of the agent
     * is for such a class; else null, also where one of these methods is no longer quiet.
     *
     * @param length that of the class file that the agent was shown, in bytes
     * @param hash its hash
     * @param quietNow what this run would have the class woven with
     */
    QuietSoFar archived(ClassLoader loader, int length, ContentHash hash, MethodSet quietNow) {
        if (end == 0 || loader != ClassLoader.getSystemClassLoader()) {
            return null;
        }
        MethodSet methods = quiet.getOrDefault(hash.first, MethodSet.NONE);
        QuietSoFar known = methods.isEmpty() ? QuietSoFar.NONE : new QuietSoFar(methods, hash.first);
        boolean isKept = methods.isEmpty()
                ? cache.hasBefore(length, hash, end)
                : methods.without(quietNow).isEmpty()
                        && cache.hasBefore(length, Experience.key(hash, known), Long.MAX_VALUE);
        return isKept && StackWalker.getInstance().walk(CALLER_OF_AGENTS).equals(TAKES_FROM_ARCHIVE) ? known : null;
    }
}
