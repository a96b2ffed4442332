package dev.weft.tck.programs;

import java.lang.reflect.Method;

/** Calls a static method of an interface by reflection, so often that the JDK generates an accessor for it. */
public final class ReflectedInterface {
    private static final int CALLS = 100;

    private ReflectedInterface() {}

    /** Has the method. */
    public interface Identity {
        /** Returns its argument. */
        static int of(int n) {
            return n;
        }
    }

    /** Prints the sum. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Method method = Identity.class.getMethod("of", int.class);
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += (int) method.invoke(null, i);
        }
        System.out.println(sum);
    }
}
