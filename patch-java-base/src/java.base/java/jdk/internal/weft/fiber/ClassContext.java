package jdk.internal.weft.fiber;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Consumer;
import jdk.internal.reflect.MethodAccessor;
import jdk.internal.weft.Fields;

/** {@code SecurityManager.getClassContext}: the classes on the stack of the caller, parked frames included. */
public final class ClassContext implements Consumer<StackWalker.StackFrame> {
    private final ArrayList<Class<?>> classes = new ArrayList<>();

    private ClassContext() {}

    /** What the method is to return to woven code, of platform threads and of fibers; {@code caller} is the runtime's. */
    @SuppressWarnings("removal")
    public static Class<?>[] of(SecurityManager manager, Class<?> caller) {
        if (ParkedFrames.mounted() == null) {
            Class<?>[] all = Fields.getClassContext(manager);
            int first = Arrays.asList(all).indexOf(caller) + 1;
            return Arrays.copyOfRange(all, first, all.length);
        }
        ClassContext context = new ClassContext();
        StackWalker.getInstance(java.util.Set.of(
                        StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES))
                .forEach(context);
        return context.classes.toArray(new Class<?>[0]);
    }

    /** The VM leaves out the same: native methods, reflection, and forms of lambdas. */
    @Override
    public void accept(StackWalker.StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        boolean isInvoke =
                type == java.lang.reflect.Method.class && frame.getMethodName().equals("invoke");
        if (!frame.isNativeMethod()
                && !isInvoke
                && !MethodAccessor.class.isAssignableFrom(type)
                && !type.getName().startsWith("java.lang.invoke.LambdaForm")) {
            classes.add(type);
        }
    }
}
