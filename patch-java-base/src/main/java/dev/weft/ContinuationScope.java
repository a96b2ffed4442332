package dev.weft;

/**
 * The prompt that a {@link Continuation} is delimited by: to suspend a scope is to suspend the innermost enclosing
 * continuation of that scope. Two scopes are the same only if they are one object. Immutable.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal),
 * "Continuations".
 */
public sealed class ContinuationScope permits TypedScope, Generator.Scope {
    private final String name;

    /**
     * A new scope.
     *
     * @param name what messages call it
     * @throws NullPointerException if the name is null
     */
    public ContinuationScope(String name) {
        if (name == null) {
            throw new NullPointerException("name");
        }
        this.name = name;
    }

    /** The name. */
    @Override
    public final String toString() {
        return name;
    }
}
