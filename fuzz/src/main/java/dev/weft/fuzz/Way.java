package dev.weft.fuzz;

import java.util.List;

/** A way to run programs under Weft. */
public enum Way {
    /** In chaos mode, with a suspension on both sides of each call. */
    CHAOS("chaos", 0, "-Dweft.chaos=1,1"),
    /** In chaos mode, with a suspension at one of five calls. */
    SOME_CHAOS("chaos", 0, "-Dweft.chaos=7,5"),
    /** In chaos mode, with a suspension at one of twenty calls: few points of each program, hence many programs. */
    RARE_CHAOS("chaos", 0, "-Dweft.chaos=3,20"),
    /** As in production, but that each fiber is made to leave behind the first call after each mount. */
    PREEMPTED("image", 0, "-Dweft.preemption=always"),
    /** As in production; the methods that programs call yield, each time. */
    YIELDS("image", 1),
    /** As in production, by {@code --patch-module}, compiled by C1; one call of three yields. */
    SOME_YIELDS("patch", 3, "-XX:TieredStopAtLevel=1"),
    /** As in production, with half of all methods called plainly, as such in which no fiber has waited so far. */
    SOME_QUIET("image", 3, "-Dweft.experience=chance", "-Dweft.pinned=off");

    /** The launcher's mode. */
    final String mode;
    /** Options for java. */
    final List<String> options;
    /** Every how many calls of the tracing methods yield. */
    final int yieldRate;

    Way(String mode, int yieldRate, String... options) {
        this.mode = mode;
        this.yieldRate = yieldRate;
        this.options = List.of(options);
    }
}
