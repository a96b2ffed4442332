package jdk.internal.weft.trace;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.weft.SuspensionPoint;

/**
 * The frames of {@code AccessController.doPrivileged}. A fiber's privileged action goes another way; in its trace stand
 * those that a platform thread's would have, found by looking at one. An object of this class is for one trace, read
 * from the innermost frame outwards.
 */
@SuppressWarnings("removal")
public final class PrivilegedFrames {
    private static final String OWN = "java.weft.blocking.Privileged";

    /** How many methods of {@code Privileged} run actions. */
    private static final int METHODS = 4;

    /** Null until they are all found; a second thread may find the same. */
    private static volatile Lines[] lines;

    private boolean hasFailed;

    /** For one trace. */
    public PrivilegedFrames() {}

    /** True for the runtime's own class that runs privileged actions. */
    public static boolean isCall(String className) {
        return className.startsWith(OWN)
                && (className.length() == OWN.length() || className.charAt(OWN.length()) == '$');
    }

    /**
     * The frames in place of a real one of that class.
     *
     * @param method the name that its author gave
     * @param isAll whether hidden frames are shown
     */
    public StackTraceElement[] of(String method, boolean isAll) {
        hasFailed |= method.equals("failure");
        int number = number(method);
        return number < 0 ? new StackTraceElement[0] : frames(found()[number], isAll);
    }

    private static int number(String method) {
        switch (method) {
            case "run":
                return 0;
            case "runIn":
                return 1;
            case "call":
                return 2;
            case "callIn":
                return METHODS - 1;
            default:
                return -1;
        }
    }

    private StackTraceElement[] frames(Lines at, boolean isAll) {
        if (hasFailed) {
            // the JDK's exception is made outside of the hidden frame
            hasFailed = false;
            return new StackTraceElement[] {element("doPrivileged", at.failure)};
        }
        StackTraceElement call = element("doPrivileged", at.call);
        return isAll
                ? new StackTraceElement[] {element("executePrivileged", at.hidden), call}
                : new StackTraceElement[] {call};
    }

    private static StackTraceElement element(String method, int line) {
        return Traces.element(AccessController.class, method, "AccessController.java", line);
    }

    /** The frames in place of a suspended one; none for one that is no privileged action's. */
    public static StackTraceElement[] ofParked(SuspensionPoint point, boolean isAll) {
        return isCall(point.host.getName())
                ? new PrivilegedFrames().of(ParkedFrames.site(point).method(), isAll)
                : new StackTraceElement[0];
    }

    /**
     * The descriptor of one of the frames in place of a frame of {@code Privileged}.
     *
     * @param method of {@code Privileged}
     */
    public static String descriptor(String method, StackTraceElement frame) {
        boolean isHidden = frame.getMethodName().equals("executePrivileged");
        return "(Ljava/security/"
                + (method.startsWith("call") ? "PrivilegedExceptionAction;" : "PrivilegedAction;")
                + (isHidden || method.endsWith("In") ? "Ljava/security/AccessControlContext;" : "")
                + (isHidden ? "Ljava/lang/Class;" : "")
                + ")Ljava/lang/Object;";
    }

    private static Lines[] found() {
        Lines[] found = lines;
        if (found == null) {
            found = new Lines[METHODS];
            boolean isAll = true;
            for (int i = 0; i < found.length; i++) {
                found[i] = new Lines(i);
                isAll &= !found[i].isDeep;
            }
            if (isAll) {
                lines = found;
            }
        }
        return found;
    }

    /** Where in the JDK's source a form of {@code doPrivileged} calls, and is called; -1 for what is not known. */
    private static final class Lines implements PrivilegedAction<Object>, PrivilegedExceptionAction<Object> {
        int hidden = -1;
        int call = -1;
        int failure = -1;

        /** What was found lacks the hidden frame, which is not to be seen in deep stacks. */
        boolean isDeep;

        private boolean isSecond;

        Lines(int method) {
            perform(method);
            if (method >= 2) {
                isSecond = true;
                perform(method);
            }
        }

        private void perform(int method) {
            AccessControlContext context = AccessController.getContext();
            try {
                switch (method) {
                    case 0:
                        AccessController.doPrivileged((PrivilegedAction<Object>) this);
                        break;
                    case 1:
                        AccessController.doPrivileged((PrivilegedAction<Object>) this, context);
                        break;
                    case 2:
                        AccessController.doPrivileged((PrivilegedExceptionAction<Object>) this);
                        break;
                    default:
                        AccessController.doPrivileged((PrivilegedExceptionAction<Object>) this, context);
                        break;
                }
            } catch (PrivilegedActionException e) {
                // to mend this trace would ask for the same once more
                failure = line(Traces.raw(e), "doPrivileged");
            }
        }

        @Override
        public Object run() {
            if (isSecond) {
                Lines.<RuntimeException>sneak(new Exception());
            }
            StackTraceElement[] trace = StackTops.ofCaller();
            isDeep = StackTops.isDeep(trace);
            hidden = line(trace, "executePrivileged");
            call = line(trace, "doPrivileged");
            return null;
        }

        @SuppressWarnings("unchecked")
        private static <T extends Exception> void sneak(Exception e) throws T {
            throw (T) e;
        }

        /** The innermost one of that name. */
        private static int line(StackTraceElement[] trace, String method) {
            for (StackTraceElement each : trace) {
                if (each.getMethodName().equals(method) && each.getClassName().endsWith(".AccessController")) {
                    return each.getLineNumber();
                }
            }
            return -1;
        }
    }
}
