package jdk.internal.weft.thread;

import java.util.ArrayList;
import java.util.List;
import jdk.internal.weft.JdkAccess;

/**
 * One of the patterns of {@code weft.platform} and {@code weft.lightweight}, which are separated by semicolons:
 *
 * <pre>
 * class:com.acme.Worker   the thread's class, one that it extends, or the class of the Runnable that it was given
 * package:com.acme        the same, for all classes in the package and in those below it
 * name:acme-*             the thread's name when it starts
 * </pre>
 *
 * In the names of classes and threads {@code *} stands for any characters, and {@code ?} for one.
 */
abstract class ThreadPattern {
    private static final class Glob {
        private final String text;

        Glob(String text) {
            this.text = text;
        }

        boolean matches(String name) {
            int at = 0;
            int i = 0;
            int star = -1;
            int mark = 0;
            while (i < name.length()) {
                if (at < text.length() && text.charAt(at) == '*') {
                    star = at++;
                    mark = i;
                } else if (at < text.length() && (text.charAt(at) == '?' || text.charAt(at) == name.charAt(i))) {
                    at++;
                    i++;
                } else if (star >= 0) {
                    at = star + 1;
                    i = ++mark;
                } else {
                    return false;
                }
            }
            while (at < text.length() && text.charAt(at) == '*') {
                at++;
            }
            return at == text.length();
        }
    }

    abstract boolean matches(Thread thread);

    private static final class OfName extends ThreadPattern {
        private final Glob glob;

        OfName(String glob) {
            this.glob = new Glob(glob);
        }

        @Override
        boolean matches(Thread thread) {
            return glob.matches(thread.getName());
        }
    }

    private abstract static class OfType extends ThreadPattern {
        abstract boolean matches(String className);

        @Override
        boolean matches(Thread thread) {
            Runnable target = JdkAccess.target(thread);
            if (target != null && matches(target.getClass().getName())) {
                return true;
            }
            for (Class<?> type = thread.getClass(); type != Thread.class; type = type.getSuperclass()) {
                if (matches(type.getName())) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class OfClass extends OfType {
        private final Glob glob;

        OfClass(String glob) {
            this.glob = new Glob(glob);
        }

        @Override
        boolean matches(String className) {
            return glob.matches(className);
        }
    }

    private static final class OfPackage extends OfType {
        private final String prefix;

        OfPackage(String name) {
            prefix = name + '.';
        }

        @Override
        boolean matches(String className) {
            return className.startsWith(prefix);
        }
    }

    /** Reads patterns; the agent has checked them. */
    static ThreadPattern[] parse(String text) {
        List<ThreadPattern> patterns = new ArrayList<>();
        int begin = 0;
        while (begin < text.length()) {
            int end = text.indexOf(';', begin);
            end = end < 0 ? text.length() : end;
            int colon = text.indexOf(':', begin);
            if (colon < 0 || colon > end) {
                throw new IllegalArgumentException(text);
            }
            patterns.add(of(text.substring(begin, colon), text.substring(colon + 1, end)));
            begin = end + 1;
        }
        return patterns.toArray(new ThreadPattern[0]);
    }

    private static ThreadPattern of(String kind, String what) {
        switch (kind) {
            case "class":
                return new OfClass(what);
            case "package":
                return new OfPackage(what);
            case "name":
                return new OfName(what);
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    /** Whether any of them matches. */
    static boolean matches(ThreadPattern[] patterns, Thread thread) {
        for (ThreadPattern each : patterns) {
            if (each.matches(thread)) {
                return true;
            }
        }
        return false;
    }
}
