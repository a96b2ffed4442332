package jdk.internal.weft.continuation;

import dev.weft.PinnedException;
import dev.weft.PinnedException.Reason;
import java.weft.SuspensionPoint;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.trace.ParkedFrames;
import jdk.internal.weft.trace.StackTops;
import jdk.internal.weft.trace.Traces;

/** Finds the frame that keeps a continuation from being suspended. Slow: it looks through the stack. */
public final class PinningFrame {
    private PinningFrame() {}

    /** The caller of {@code Continuation} is a plain copy: the chain of twins is broken somewhere above. */
    public static PinnedException ofPlainCaller(Object scope) {
        StackTraceElement[] trace = StackTops.ofCaller();
        int i = 0;
        while (i < trace.length && !trace[i].getClassName().equals("dev.weft.Continuation")) {
            i++;
        }
        return ofPlainFrames(scope, trace, i);
    }

    /**
     * A trampoline stands on the stack of what cannot be left.
     *
     * @param level how many trampolines stand further in
     */
    public static PinnedException ofTrampoline(Object scope, int level) {
        StackTraceElement[] trace = StackTops.ofCaller();
        int i = 0;
        int left = level;
        while (i < trace.length && !(isInnerTrampoline(trace[i]) && left-- == 0)) {
            i++;
        }
        boolean isMonitors = i < trace.length && trace[i].getMethodName().equals("runPinned");
        if (!isMonitors) {
            return ofPlainFrames(scope, trace, i);
        }
        while (i < trace.length && SuspensionPoint.isRuntime(trace[i].getClassName())) {
            i++;
        }
        return make(scope, Reason.MONITOR, i < trace.length ? trace[i] : null);
    }

    private static boolean isInnerTrampoline(StackTraceElement each) {
        return ParkedFrames.isInnerTrampoline(each.getClassName(), each.getMethodName());
    }

    /** Looks at the plain frames behind those of the runtime, up to the twin that has called the outermost of them. */
    private static PinnedException ofPlainFrames(Object scope, StackTraceElement[] trace, int start) {
        int i = start;
        while (i < trace.length && SuspensionPoint.isRuntime(trace[i].getClassName())) {
            i++;
        }
        StackTraceElement outermost = null;
        StackTraceElement initializer = null;
        for (; i < trace.length && !isOfTwin(trace[i]); i++) {
            outermost = trace[i];
            if (outermost.isNativeMethod()) {
                return make(scope, Reason.NATIVE_FRAME, outermost);
            }
            if (outermost.getMethodName().equals("<clinit>")) {
                initializer = outermost;
            }
        }
        return initializer != null
                ? make(scope, Reason.CLASS_INITIALIZER, initializer)
                : make(scope, Reason.FRAME, outermost);
    }

    @SuppressWarnings("ReferenceEquality") // what has no suffix is the very string
    private static boolean isOfTwin(StackTraceElement each) {
        return SuspensionPoint.isRuntime(each.getClassName())
                || Traces.authorsMethod(each.getClassName(), each.getMethodName()) != each.getMethodName();
    }

    private static PinnedException make(Object scope, Reason reason, StackTraceElement frame) {
        StackTraceElement mended = null;
        if (frame != null) {
            // printed as in traces of exceptions, without the loader of the application
            JdkAccess.computeFormat(frame);
            mended = Traces.renamed(frame, Traces.authorsMethod(frame.getClassName(), frame.getMethodName()));
        }
        return new PinnedException(scope, reason, mended);
    }
}
