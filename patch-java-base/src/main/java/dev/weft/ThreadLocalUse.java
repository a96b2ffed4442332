package dev.weft;

/** How many values of one class a {@code ThreadLocal} holds; see {@link Weft#threadLocals}. */
public final class ThreadLocalUse {
    private final String field;
    private final String localClass;
    private final String valueClass;
    private final long fibers;
    private final long platformThreads;

    /** For the runtime. */
    public ThreadLocalUse(String field, String localClass, String valueClass, long fibers, long platformThreads) {
        this.field = field;
        this.localClass = localClass;
        this.valueClass = valueClass;
        this.fibers = fibers;
        this.platformThreads = platformThreads;
    }

    /**
     * The static field that has the thread local, as {@code com.acme.Texts.BUFFER}; null if none was found: it is in an
     * object, or nobody has it any more.
     */
    public String field() {
        return field;
    }

    /** The class of the thread local. An anonymous one tells where it was made. */
    public String localClass() {
        return localClass;
    }

    /** The class of the values; {@code null}, as text, of those that are null. */
    public String valueClass() {
        return valueClass;
    }

    /** How many fibers have such a value. */
    public long fibers() {
        return fibers;
    }

    /** How many platform threads have one, carriers included. */
    public long platformThreads() {
        return platformThreads;
    }

    @Override
    public String toString() {
        return (field == null ? "a " + localClass : field) + ": " + valueClass + ", " + fibers + " fibers, "
                + platformThreads + " platform threads";
    }
}
