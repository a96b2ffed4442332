package dev.weft.weaver.architecture.control.second;

import dev.weft.weaver.architecture.control.first.Up;

/** The other half of a circle, for the negative control. */
public final class Down {
    private Up other;

    /** The first half. */
    public Up other() {
        return other;
    }
}
