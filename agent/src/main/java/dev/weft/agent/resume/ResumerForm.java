package dev.weft.agent.resume;

/** In which of its forms a resumer is made. */
final class ResumerForm {
    /** Stack map frames, which the VM does not ask for. */
    final boolean withFrames;

    /** Restored references are cast to their static types. */
    final boolean withCasts;

    /** Each segment is copied but once. */
    final boolean isCompact;

    /** Code is added until HotSpot's compilers leave the method to the interpreter. */
    final boolean isPadded;

    /**
     * For debuggers: the author's {@code this} is where they look for it, in place of the resumer, and what saves the
     * frame again has no line.
     */
    final boolean isDebugged;

    ResumerForm(boolean withFrames, boolean withCasts, boolean isDebugged) {
        this(withFrames, withCasts, false, !withCasts, isDebugged);
    }

    private ResumerForm(
            boolean withFrames, boolean withCasts, boolean isCompact, boolean isPadded, boolean isDebugged) {
        this.isDebugged = isDebugged;
        this.withFrames = withFrames;
        this.withCasts = withCasts;
        this.isCompact = isCompact;
        this.isPadded = isPadded;
    }

    /** The next one to try where this one is too large for a method; null if there is none. */
    ResumerForm smaller() {
        if (!isCompact) {
            return new ResumerForm(withFrames, withCasts, true, isPadded, isDebugged);
        }
        // what is too large with so little more is more than large enough without it
        return isPadded ? new ResumerForm(withFrames, withCasts, true, false, isDebugged) : null;
    }
}
