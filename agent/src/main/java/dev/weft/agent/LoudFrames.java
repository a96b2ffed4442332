package dev.weft.agent;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import java.weft.LoudTable;

/**
 * Finds methods on a stack that are called plainly by {@link Experience}, and takes them for loud: calls from now on
 * can suspend, those that are under way cannot. Thread-safe.
 */
final class LoudFrames {
    private final Experience experience;
    private final WovenClasses classes;

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
                isFound |= areLoud(raw[i].getClassName().replace('.', '/'), name);
            }
        }
        return isFound;
    }

    /** Those of that name; the trace does not tell which. */
    private boolean areLoud(String className, String method) {
        boolean areNew = false;
        for (Version each : classes.first(className)) {
            QuietSoFar known = each.quietSoFar;
            MethodSet methods = known.methods().isEmpty()
                    ? MethodSet.NONE
                    : experience
                            .quiet(known.hash())
                            .and(known.methods())
                            .and(new MethodPlaces(each.original).named(method));
            if (!methods.isEmpty()) {
                areNew = true;
                experience.areLoud(known.hash(), methods);
                for (int place = 0; place < methods.end(); place++) {
                    if (methods.has(place)) {
                        LoudTable.isLoud(known.place(place));
                    }
                }
            }
        }
        return areNew;
    }

    /** Takes all methods for loud, for ever. */
    void allAreLoud() {
        if (experience.turnOff()) {
            LoudTable.allAreLoud();
        }
    }
}
