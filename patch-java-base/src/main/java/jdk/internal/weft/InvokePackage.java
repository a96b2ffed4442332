package jdk.internal.weft;

import jdk.internal.misc.Unsafe;

/** What the runtime has added to java.lang.invoke, whose classes only that package can name. */
public final class InvokePackage {
    private InvokePackage() {}

    /**
     * Makes an object without state; its constructor does nothing, and to make it accessible takes a permission that
     * the program may lack. Not for an initializer, which would fail for ever.
     *
     * @throws StackOverflowError if there is no room on the stack to load the class
     */
    public static Object make(String simpleName) {
        StackProbe.beforeDefinition();
        try {
            Class<?> type = Class.forName("java.lang.invoke.".concat(simpleName));
            return Unsafe.getUnsafe().allocateInstance(type);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }
}
