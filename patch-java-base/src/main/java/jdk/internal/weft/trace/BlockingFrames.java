package jdk.internal.weft.trace;

import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.weft.SuspensionPoint;

/**
 * What the JDK has on its stack where the runtime blocks: the frames of {@code Thread.sleep}, {@code Object.wait},
 * {@code Thread.join} and {@code ReferenceQueue.remove}. An object of this class finds those of exceptions that these
 * throw, for one trace, from its innermost frame on.
 */
public final class BlockingFrames {
    private static final String PACKAGE = "java.weft.blocking.";
    private static final String PLAIN = "java.weft.entry.WovenCode";
    private static final int NATIVE = -2;
    private static final int NO_LINE = -1;

    /** There was no object to call the method of: for the JDK, its caller has failed. */
    private boolean isNull;

    /** The VM waits itself, on behalf of the runtime's frame that is met next. */
    private boolean isWaiting;

    /** In place of the runtime's way to sleep. */
    public static StackTraceElement sleep() {
        return Traces.element(Thread.class, "sleep", "Thread.java", NATIVE);
    }

    /** In place of the runtime's way to wait. */
    public static StackTraceElement await() {
        return Traces.element(Object.class, "wait", "Object.java", NATIVE);
    }

    /** In place of the runtime's way to join, which the JDK does by waiting. */
    public static StackTraceElement join() {
        return Traces.element(Thread.class, "join", "Thread.java", NO_LINE);
    }

    /** In place of the runtime's way to wait for a reference, which the JDK does by waiting. */
    public static StackTraceElement remove() {
        return Traces.element(ReferenceQueue.class, "remove", "ReferenceQueue.java", NO_LINE);
    }

    /** A frame of the program's or of the JDK's is met. */
    void real(StackTraceElement frame) {
        isNull = false;
        isWaiting = isWait(frame) && frame.isNativeMethod();
    }

    /** The frames that were met are not to be seen. */
    void dropped() {
        isWaiting = false;
    }

    private static boolean isWait(StackTraceElement frame) {
        return frame.getMethodName().equals("wait") && frame.getClassName().equals("java.lang.Object");
    }

    /** Adds what stands for one of the runtime's frames. */
    void add(String type, String method, ArrayList<StackTraceElement> trace) {
        isNull |= method.equals("nullReceiver");
        if (isNull) {
            return;
        }
        if (type.equals(PLAIN) && method.equals("wait")) {
            addWait(trace);
        } else if (type.startsWith(PACKAGE)) {
            int end = type.indexOf('$');
            String simple = type.substring(PACKAGE.length(), end < 0 ? type.length() : end);
            addBlocking(simple + "." + Traces.authorsMethod(type, method), trace);
        }
    }

    /** Adds what stands for a parked frame of the runtime; to find out its method takes long. */
    void addParked(SuspensionPoint point, ArrayList<StackTraceElement> trace) {
        String type = point.host.getName();
        if (type.startsWith(PACKAGE)) {
            add(type, ParkedFrames.site(point).element(point.host).getMethodName(), trace);
        }
    }

    private void addBlocking(String method, ArrayList<StackTraceElement> trace) {
        switch (method) {
            case "Sleep.sleep":
                trace.add(sleep());
                break;
            case "MonitorWait.wait":
                addWait(trace);
                break;
            case "Joining.await":
            case "Removing.await":
                trace.add(await());
                break;
            case "Joining.join":
                trace.add(join());
                break;
            case "Removing.remove":
            case "Removing.removeForEver":
                trace.add(remove());
                break;
            default:
                break;
        }
    }

    /**
     * Puts what stands for a parked frame of {@code MonitorWait} in the place of what the runtime waits by: two of the
     * three forms of {@code wait} call the one that is native.
     */
    public static void addParkedWait(SuspensionPoint point, ArrayList<StackTraceElement> trace) {
        if (!ParkedFrames.site(point).method().equals("wait")) {
            return;
        }
        boolean isOuter = !trace.isEmpty() && isWait(trace.get(0));
        if (isOuter) {
            trace.add(Traces.element(Object.class, "wait", "Object.java", NO_LINE));
        } else {
            trace.clear();
            trace.add(await());
        }
    }

    /** Puts what stands for a parked frame of {@code Removing} in the place of what the runtime waits by. */
    public static void addParkedRemoval(SuspensionPoint point, ArrayList<StackTraceElement> trace) {
        if (ParkedFrames.site(point).method().equals("await")) {
            trace.clear();
            trace.add(await());
        } else {
            trace.add(remove());
        }
    }

    /** Two of the three forms call the one that is native. */
    private void addWait(ArrayList<StackTraceElement> trace) {
        if (isWaiting) {
            isWaiting = false;
        } else if (!trace.isEmpty() && isWait(trace.get(trace.size() - 1))) {
            trace.add(Traces.element(Object.class, "wait", "Object.java", NO_LINE));
        } else {
            trace.add(await());
        }
    }
}
