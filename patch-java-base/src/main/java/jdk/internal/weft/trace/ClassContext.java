package jdk.internal.weft.trace;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import jdk.internal.reflect.WeftMagic;

/**
 * {@code SecurityManager.getClassContext}: the classes on the stack of its caller, parked frames included. The VM
 * insists on calling that method by its own name, and so would bypass the parked frames; this is its body instead, on
 * all threads, so that overriding it, {@code super}, reflection and method handles mean what they say.
 *
 * <p>Security managers call it while they check: nothing here may ask for a permission, or link a lambda.
 */
public final class ClassContext
        implements Function<Stream<StackWalker.StackFrame>, Class<?>[]>, Consumer<StackWalker.StackFrame> {
    private final ArrayList<Class<?>> classes = new ArrayList<>();
    private boolean isBelowMethod;

    private ClassContext() {}

    /** Called by {@code SecurityManager.getClassContext}, which gives a walker of all frames. */
    public static Class<?>[] of(StackWalker walker) {
        return walker.walk(new ClassContext());
    }

    @Override
    public Class<?>[] apply(Stream<StackWalker.StackFrame> frames) {
        frames.forEach(this);
        return classes.toArray(new Class<?>[0]);
    }

    /** The VM leaves out the same: native methods, reflection, and forms of method handles. */
    @Override
    public void accept(StackWalker.StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        if (!isBelowMethod) {
            isBelowMethod = isMethod(type) && frame.getMethodName().equals("getClassContext");
            return;
        }
        boolean isInvoke = type == Method.class && frame.getMethodName().equals("invoke");
        if (!frame.isNativeMethod() && !isInvoke && !WeftMagic.areMade(type) && !isForm(type)) {
            classes.add(type);
        }
    }

    @SuppressWarnings("removal")
    private static boolean isMethod(Class<?> type) {
        return type == SecurityManager.class;
    }

    private static boolean isForm(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.lang.invoke.LambdaForm")
                || name.startsWith("java.lang.invoke.") && name.endsWith("$Holder");
    }
}
