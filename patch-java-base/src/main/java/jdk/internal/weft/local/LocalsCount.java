package jdk.internal.weft.local;

/** Who is told of the values that threads have of thread locals. Programs can make none. */
public abstract class LocalsCount {
    /** For the report. */
    protected LocalsCount() {}

    /** A thread has that value. */
    public abstract void add(Object local, Object value);
}
