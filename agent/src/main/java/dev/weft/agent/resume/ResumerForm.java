package dev.weft.agent.resume;

/** In which of its forms a resumer is made. */
final class ResumerForm {
    /** Stack map frames, which the VM does not ask for. */
    final boolean withFrames;

    /** Restored references are cast to their static types; else the compilers must leave the method alone. */
    final boolean withCasts;

    /** Each segment is copied but once. */
    final boolean isCompact;

    /**
     * For debuggers: the author's {@code this} is where they look for it, in place of the resumer, and what saves the
     * frame again has no line.
     */
    final boolean isDebugged;

    ResumerForm(boolean withFrames, boolean withCasts, boolean isDebugged) {
        this(withFrames, withCasts, false, isDebugged);
    }

    private ResumerForm(boolean withFrames, boolean withCasts, boolean isCompact, boolean isDebugged) {
        this.isDebugged = isDebugged;
        this.withFrames = withFrames;
        this.withCasts = withCasts;
        this.isCompact = isCompact;
    }

    /** The next one to try where this one is too large for a method; null if there is none. */
    ResumerForm smaller() {
        return isCompact ? null : new ResumerForm(withFrames, withCasts, true, isDebugged);
    }
}
