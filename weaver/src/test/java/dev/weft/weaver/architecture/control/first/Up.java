package dev.weft.weaver.architecture.control.first;

import dev.weft.weaver.architecture.control.second.Down;

/** One half of a circle, for the negative control. */
public final class Up {
    private Down other;

    /** The other half. */
    public Down other() {
        return other;
    }
}
