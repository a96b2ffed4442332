package dev.weft.agent.facts;

/**
 * The methods of one class that have a second twin, to which the first one leaves the call if the method is loud; else
 * that calls the plain copy. Constructors never have.
 *
 * @param methods those
 * @param hash of the class file, by which each of its methods has a place among all
 * @param areLoud for a class that replaces one that was loaded so, and must have the same methods: all are loud
 */
public record QuietSoFar(MethodSet methods, long hash, boolean areLoud) {
    /** No method. */
    public static final QuietSoFar NONE = new QuietSoFar(MethodSet.NONE, 0, false);

    /** Some methods of a class that is woven for the first time. */
    public QuietSoFar(MethodSet methods, long hash) {
        this(methods, hash, false);
    }

    private static final int BITS = 15;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Whether that method is among them. */
    public boolean has(int method) {
        return methods.has(method);
    }

    /** The place of that method in {@code java.weft.LoudTable}: 0 to 32,767. Some share one. */
    public int place(int method) {
        return (int) ((hash + method) * FACTOR >>> Long.SIZE - BITS);
    }
}
