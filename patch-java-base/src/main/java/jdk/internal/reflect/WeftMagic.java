package jdk.internal.reflect;

/**
 * Superclass of generated resumers. HotSpot lets subclasses of {@code MagicAccessorImpl} use any member of any class
 * and does not verify them, as it does for the reflection accessors that the JDK generates: a resumer must reach the
 * private and inherited protected members that the method it continues may reach.
 */
public abstract class WeftMagic extends MagicAccessorImpl {
    /** For subclasses. */
    protected WeftMagic() {}

    /**
     * True for a class that the JDK makes, or has, to call methods by reflection: the VM does not show it to security
     * managers.
     */
    public static boolean areMade(Class<?> type) {
        return MethodAccessorImpl.class.isAssignableFrom(type);
    }
}
