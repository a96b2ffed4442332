/** In place of {@code java.lang.StackWalker.StackFrame}, which has frames of running code only. */
public record StackFrame(StackTraceElement toStackTraceElement) {
    public String getClassName() {
        return toStackTraceElement.getClassName();
    }

    public String getMethodName() {
        return toStackTraceElement.getMethodName();
    }
}
