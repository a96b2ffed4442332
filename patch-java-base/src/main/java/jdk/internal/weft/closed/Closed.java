package jdk.internal.weft.closed;

/**
 * Stands for the classes of the runtime in class files that are not woven: it is in a package that is not exported, so
 * whoever names one of those gets an {@code IllegalAccessError}.
 */
public abstract class Closed {
    private Closed() {}
}
