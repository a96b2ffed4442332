package java.lang;

import java.lang.invoke.MethodType;
import java.util.List;
import java.weft.SuspensionPoint;
import jdk.internal.weft.trace.ParkedFrames;
import jdk.internal.weft.trace.Traces;
import sun.invoke.util.BytecodeDescriptor;

/**
 * A frame of a fiber with the names that its author gave: parked on the heap, or of generated code. Thread-safe; its
 * byte code index is that in the generated code, or 0 for a parked frame.
 */
class WeftStackFrame implements StackWalker.StackFrame {
    private final StackWalker walker;
    private final Class<?> type;
    private final String method;

    /** As the VM has found it; null if it was not running. What follows is found by it, once it is asked for. */
    private final StackFrameInfo real;

    private volatile String descriptor;
    private volatile StackTraceElement element;

    /** A frame that is not running, for a walk of this walker; one with values if it asks for them. */
    static WeftStackFrame of(
            StackWalker walker, Class<?> type, String method, String descriptor, StackTraceElement element) {
        WeftStackFrame made = make(walker, type, method, null);
        made.descriptor = descriptor;
        made.element = element;
        return made;
    }

    /**
     * The same for a frame of generated code.
     *
     * @param type the class of its author
     * @param method its author's name
     */
    static WeftStackFrame of(StackWalker walker, Class<?> type, String method, StackFrameInfo real) {
        return make(walker, type, method, real);
    }

    private static WeftStackFrame make(StackWalker walker, Class<?> type, String method, StackFrameInfo real) {
        return walker.hasLocalsOperandsOption()
                ? new Live(walker, type, method, real)
                : new WeftStackFrame(walker, type, method, real);
    }

    private WeftStackFrame(StackWalker walker, Class<?> type, String method, StackFrameInfo real) {
        this.walker = walker;
        this.type = type;
        this.method = method;
        this.real = real;
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
        List<Class<?>> types = BytecodeDescriptor.parseMethod(getDescriptor(), type.getClassLoader());
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
        String known = descriptor;
        if (known == null) {
            Class<?> seen = real.declaringClass();
            known = seen == type
                    ? real.getDescriptor().replace("Ljava/weft/CarrierContext;)", ")")
                    : ParkedFrames.site(SuspensionPoint.of(type, Traces.pointOf(seen.getName())))
                            .descriptor();
            descriptor = known;
        }
        return known;
    }

    @Override
    public int getByteCodeIndex() {
        return isNativeMethod() ? -1 : real == null ? 0 : real.getByteCodeIndex();
    }

    @Override
    public String getFileName() {
        return toStackTraceElement().getFileName();
    }

    @Override
    public int getLineNumber() {
        return toStackTraceElement().getLineNumber();
    }

    @Override
    public boolean isNativeMethod() {
        return toStackTraceElement().isNativeMethod();
    }

    @Override
    public StackTraceElement toStackTraceElement() {
        StackTraceElement known = element;
        if (known == null) {
            known = Traces.renamed(real.toStackTraceElement(), method);
            element = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return toStackTraceElement().toString();
    }

    /**
     * A frame for the JDK's internal walks that see values: like a native one it has none, for a twin's are not its
     * author's.
     */
    private static final class Live extends WeftStackFrame implements LiveStackFrame {
        private static final Object[] NONE = {};

        Live(StackWalker walker, Class<?> type, String method, StackFrameInfo real) {
            super(walker, type, method, real);
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
