import java.util.Arrays;

/** In place of the tests' own class of that name, which JDK 21's {@code java.lang} is patched with. */
public final class StackWalkerHelper {
    private StackWalkerHelper() {}

    public static StackWalker getInstance(ContinuationScope within) {
        return StackWalker.getInstance(within);
    }

    public static StackFrame[] getStackFrames(ContinuationScope within) {
        return getInstance(within).walk(all -> all.toArray(StackFrame[]::new));
    }

    public static StackFrame[] getStackFrames(Continuation suspended) {
        return suspended.stackWalker().walk(all -> all.toArray(StackFrame[]::new));
    }

    /** Values of locals, which the JDK's have, no test looks at. */
    public static StackFrame[] getLiveStackFrames(ContinuationScope within) {
        return getStackFrames(within);
    }

    public static StackFrame[] getLiveStackFrames(Continuation suspended) {
        return getStackFrames(suspended);
    }

    public static StackTraceElement[] toStackTraceElement(StackFrame[] frames) {
        return Arrays.stream(frames).map(StackFrame::toStackTraceElement).toArray(StackTraceElement[]::new);
    }

    public static boolean equals(StackFrame one, StackFrame other) {
        return one.equals(other);
    }

    public static String frameToString(StackFrame frame) {
        return frame.toString();
    }
}
