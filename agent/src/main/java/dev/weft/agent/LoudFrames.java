package dev.weft.agent;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import java.util.HashMap;
import java.util.Map;
import java.weft.LoudTable;

/**
 * Finds methods on a stack that are called plainly by {@link Experience}, and takes them for loud: calls from now on
 * can suspend, those that are under way cannot. A second later they are quiet again, and then four: what waits only
 * while a program begins is to be as fast as plain afterwards. The third time is for good, and for later runs.
 * Thread-safe.
 */
final class LoudFrames {
    /** For so long a method is loud the first time, times a power of two later. */
    private static final long FIRST_NANOS = 1_000_000_000L;

    private static final int LONGER = 2;
    private static final int FOR_GOOD = 3;

    private final Experience experience;
    private final WovenClasses classes;

    /** By places of {@link LoudTable}; with the lock of this. */
    private final Map<Integer, Mark> marks = new HashMap<>();

    /** How often a method was found loud, and until when it is, by {@code System.nanoTime}. */
    private record Mark(int times, long until) {}

    LoudFrames(Experience experience, WovenClasses classes) {
        this.experience = experience;
        this.classes = classes;
    }

    /**
     * Takes methods of that stack for loud.
     *
     * @param raw of a carrier, with generated names, innermost frame first
     * @param onlyOutermost only the first of them that was called
     * @return whether there was one
     */
    boolean find(StackTraceElement[] raw, boolean onlyOutermost) {
        boolean isFound = false;
        for (int i = raw.length - 1; i >= 0 && !(onlyOutermost && isFound); i--) {
            String name = raw[i].getMethodName();
            if (!name.endsWith(Names.SUFFIX)) {
                isFound |= areLoud(raw[i].getClassName(), name);
            }
        }
        return isFound;
    }

    private boolean areLoud(String className, String method) {
        boolean areNew = false;
        for (Version each : classes.first(className.replace('.', '/'))) {
            MethodSet methods = quietSoFar(each, method);
            for (int place = 0; place < methods.end(); place++) {
                areNew |= methods.has(place) && mark(each.quietSoFar, place);
            }
        }
        return areNew;
    }

    /** Whether there is a method of that name, in a class of that name, which is called plainly or was. */
    boolean isQuietSoFar(String className, String method) {
        for (Version each : classes.first(className.replace('.', '/'))) {
            MethodSet methods = quietSoFar(each, method);
            // a native method, or one that cannot suspend, is no other where it is not taken for quiet
            if (!methods.isEmpty()
                    && !methods.and(new MethodPlaces(each.original()).ofLoudTwins(classes.woven(each)))
                            .isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Those of that name; a trace does not tell which. */
    private static MethodSet quietSoFar(Version version, String method) {
        MethodSet methods = version.quietSoFar.methods();
        return methods.isEmpty() ? methods : methods.and(new MethodPlaces(version.original()).named(method));
    }

    /** Takes a method for loud; false if it is already. */
    private synchronized boolean mark(QuietSoFar known, int method) {
        int place = known.place(method);
        if (LoudTable.LOUD[place] != 0) {
            return false;
        }
        LoudTable.isLoud(place);
        Mark mark = marks.get(place);
        int times = mark == null ? 1 : mark.times + 1;
        if (times < FOR_GOOD) {
            marks.put(place, new Mark(times, System.nanoTime() + (FIRST_NANOS << LONGER * (times - 1))));
        } else {
            marks.remove(place);
            experience.areLoud(known.hash(), MethodSet.NONE.with(method));
        }
        return true;
    }

    /**
     * Takes methods for quiet again that have been loud for some time.
     *
     * @return after how many nanoseconds the next one is due; 0 for none
     */
    synchronized long quietAgain() {
        long now = System.nanoTime();
        long next = 0;
        for (Map.Entry<Integer, Mark> each : marks.entrySet()) {
            long left = each.getValue().until - now;
            if (left > 0) {
                next = next == 0 ? left : Math.min(next, left);
            } else {
                LoudTable.isQuiet(each.getKey());
            }
        }
        return next;
    }

    /** Takes all methods for loud, for ever. */
    synchronized void allAreLoud() {
        if (experience.turnOff()) {
            marks.clear();
            LoudTable.allAreLoud();
        }
    }
}
