package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.weft.CarrierContext;
import java.weft.Invoker;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.ReflectionFactory;

/** Calls the program's {@code main} as the VM's launcher does: no frame of its own is seen, access is not checked. */
public final class MainCall {
    private MainCall() {}

    /** Initializes the class that was launched, and calls {@code main}: its twin, so that it may suspend. */
    public static void invoke(Class<?> type, Method main, String[] arguments, CarrierContext context) throws Throwable {
        Invoker invoker = Invokers.ofMain(main);
        if (invoker == null) {
            // of a class that was not woven: it pins
            invokePlainly(type, main, arguments);
            return;
        }
        initialize(type, main);
        invoker.invoke(null, new Object[] {arguments}, context);
    }

    private static void initialize(Class<?> type, Method main) {
        if (type != main.getDeclaringClass()) {
            Unsafe.getUnsafe().ensureClassInitialized(type);
        }
    }

    /** The same, but calls its plain copy. */
    public static void invokePlainly(Class<?> type, Method main, String[] arguments) throws Throwable {
        initialize(type, main);
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        try {
            factory.newMethodAccessor(main).invoke(null, new Object[] {arguments});
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
