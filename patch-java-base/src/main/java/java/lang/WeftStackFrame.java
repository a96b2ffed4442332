package java.lang;

import java.lang.invoke.MethodType;
import java.util.List;
import sun.invoke.util.BytecodeDescriptor;

/**
 * A frame of a fiber with the names that its author gave: parked on the heap, or of generated code. Immutable; its byte
 * code index is that in the generated code, or 0 for a parked frame.
 */
class WeftStackFrame implements StackWalker.StackFrame {
    private final StackWalker walker;
    private final Class<?> type;
    private final String method;
    private final String descriptor;
    private final StackTraceElement element;
    private final int index;

    /** A frame for a walk of this walker, one with values if it asks for them. */
    static WeftStackFrame of(
            StackWalker walker, Class<?> type, String method, String descriptor, StackTraceElement element, int index) {
        return walker.hasLocalsOperandsOption()
                ? new Live(walker, type, method, descriptor, element, index)
                : new WeftStackFrame(walker, type, method, descriptor, element, index);
    }

    private WeftStackFrame(
            StackWalker walker, Class<?> type, String method, String descriptor, StackTraceElement element, int index) {
        this.walker = walker;
        this.type = type;
        this.method = method;
        this.descriptor = descriptor;
        this.element = element;
        this.index = index;
    }

    @Override
    public String getClassName() {
        return type.getName();
    }

    @Override
    public String getMethodName() {
        return method;
    }

    @Override
    public Class<?> getDeclaringClass() {
        checkReferences();
        return type;
    }

    @Override
    public MethodType getMethodType() {
        checkReferences();
        // MethodType.fromMethodDescriptorString asks the security manager
        List<Class<?>> types = BytecodeDescriptor.parseMethod(descriptor, type.getClassLoader());
        int last = types.size() - 1;
        return MethodType.methodType(types.get(last), types.subList(0, last));
    }

    private void checkReferences() {
        if (!walker.retainClassRef) {
            throw new UnsupportedOperationException("No access to RETAIN_CLASS_REFERENCE");
        }
    }

    @Override
    public String getDescriptor() {
        return descriptor;
    }

    @Override
    public int getByteCodeIndex() {
        return isNativeMethod() ? -1 : index;
    }

    @Override
    public String getFileName() {
        return element.getFileName();
    }

    @Override
    public int getLineNumber() {
        return element.getLineNumber();
    }

    @Override
    public boolean isNativeMethod() {
        return element.isNativeMethod();
    }

    @Override
    public StackTraceElement toStackTraceElement() {
        return element;
    }

    @Override
    public String toString() {
        return element.toString();
    }

    /**
     * A frame for the JDK's internal walks that see values: like a native one it has none, for a twin's are not its
     * author's.
     */
    private static final class Live extends WeftStackFrame implements LiveStackFrame {
        private static final Object[] NONE = {};

        Live(
                StackWalker walker,
                Class<?> type,
                String method,
                String descriptor,
                StackTraceElement element,
                int index) {
            super(walker, type, method, descriptor, element, index);
        }

        @Override
        public Object[] getMonitors() {
            return NONE;
        }

        @Override
        public Object[] getLocals() {
            return NONE;
        }

        @Override
        public Object[] getStack() {
            return NONE;
        }
    }
}
