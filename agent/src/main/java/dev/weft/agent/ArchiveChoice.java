package dev.weft.agent;

import java.io.File;
import java.io.IOException;

/**
 * Decides, when a program ends, with which archive of shared classes it starts the next time. The VM relocates all of
 * an archive in each start, 0.5 ms per MB, so that a program that loads hardly more than hello world does starts faster
 * with one that has no more than that; any other would have to load and parse, 0.1 ms each, what the larger one holds.
 *
 * <p>The choice is an empty file with the name of the main class, or of the jar, for which {@code bin/weft} looks. It
 * is only ever a matter of time: two programs of one name, or one that ends without this being run, get the wrong
 * archive at worst, and a cache that is read-only keeps what it has.
 *
 * <p>Not thread-safe; a class that is not counted by chance does not matter.
 */
final class ArchiveChoice implements Runnable {
    /**
     * Up to so many classes of the JDK that are loaded after this one, a program is small. Hello world loads 45; what
     * it costs to load so many more is less than the larger archive does.
     */
    static final int FEW = 100;

    /** For a program that comes from a jar: to open one takes 100 classes, which both archives have. */
    static final int FEW_WITH_JAR = 200;

    private static final int LONGEST_NAME = 200;

    private final File folder;
    private final String command;
    private final int few;
    private final Runnable next;
    private int loaded;

    /**
     * A choice for a program that starts.
     *
     * @param folder of the choices; null if there are no archives to choose from
     * @param command main class or path of the jar, and arguments ({@code sun.java.command}); may be null
     * @param classPath {@code java.class.path}; may be null
     * @param next what else is to run when the program ends
     */
    ArchiveChoice(File folder, String command, String classPath, Runnable next) {
        this.folder = folder;
        this.command = command;
        few = classPath != null && classPath.contains(".jar") ? FEW_WITH_JAR : FEW;
        this.next = next;
    }

    /** A class of the JDK is loaded. */
    void count() {
        loaded++;
    }

    /** The program ends. */
    @Override
    public void run() {
        next.run();
        String name = folder == null || command == null || isWatched() ? null : name(command);
        if (name == null) {
            return;
        }
        try {
            File choice = new File(folder, name);
            boolean wasSmall = choice.exists();
            if (wasSmall && loaded > few) {
                choice.delete();
            } else if (!wasSmall && loaded <= few && (folder.isDirectory() || folder.mkdir())) {
                choice.createNewFile();
            }
        } catch (IOException | SecurityException readOnly) {
            // it stays as it is
        }
    }

    /** A program's own security manager would see what this does. */
    @SuppressWarnings("removal")
    private static boolean isWatched() {
        return System.getSecurityManager() != null;
    }

    /** As {@code bin/weft} finds it: the main class, or the name of the jar without its folder; null if it is none. */
    static String name(String command) {
        int end = command.indexOf(' ');
        String first = end < 0 ? command : command.substring(0, end);
        String name = first.substring(first.lastIndexOf('/') + 1);
        boolean isName = !name.isEmpty() && name.length() <= LONGEST_NAME && name.charAt(0) != '.';
        return isName ? name : null;
    }
}
