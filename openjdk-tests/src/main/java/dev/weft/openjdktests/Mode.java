package dev.weft.openjdktests;

import java.util.Locale;

/** How a test runs: on the plain JDK, or by {@code bin/weft} and as a fiber. */
enum Mode {
    PLAIN,
    FIBER;

    /** As the options and tables write it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
