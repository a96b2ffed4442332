package jdk.internal.weft.fiber;

import java.util.ArrayList;
import java.weft.SuspensionPoint;

/**
 * What the JDK has on its stack where the runtime blocks: the frames of {@code Thread.sleep}, {@code Object.wait} and
 * {@code Thread.join}, for exceptions that these throw. For one trace, from its innermost frame on.
 */
final class BlockingFrames {
    private static final String PACKAGE = "java.weft.blocking.";
    private static final int NATIVE = -2;
    private static final int NO_LINE = -1;

    /** There was no object to call the method of: for the JDK, its caller has failed. */
    private boolean isNull;

    /** A frame of the program's or of the JDK's is met. */
    void real() {
        isNull = false;
    }

    /** Adds what stands for one of the runtime's frames. */
    void add(String type, String method, ArrayList<StackTraceElement> trace) {
        isNull |= method.equals("nullReceiver");
        if (!isNull && type.startsWith(PACKAGE)) {
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

    private static void addBlocking(String method, ArrayList<StackTraceElement> trace) {
        switch (method) {
            case "Sleep.sleep":
                trace.add(Traces.element(Thread.class, "sleep", "Thread.java", NATIVE));
                break;
            case "MonitorWait.wait":
                int n = trace.size();
                boolean isCaller = n > 0
                        && trace.get(n - 1).getMethodName().equals("wait")
                        && trace.get(n - 1).getClassName().equals("java.lang.Object");
                trace.add(Traces.element(Object.class, "wait", "Object.java", isCaller ? NO_LINE : NATIVE));
                break;
            case "Joining.await":
                trace.add(Traces.element(Object.class, "wait", "Object.java", NATIVE));
                break;
            case "Joining.join":
                trace.add(Traces.element(Thread.class, "join", "Thread.java", NO_LINE));
                break;
            default:
                break;
        }
    }
}
