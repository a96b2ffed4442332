package jdk.internal.weft.fiber;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;

/**
 * The frames of a reflective call as this JDK shows them in a stack trace. A fiber's call goes another way; in its trace
 * stand those that a platform thread's would have, found by looking at one.
 */
final class ReflectionFrames {
    private static final StackTraceElement[] FRAMES = find();

    private ReflectionFrames() {}

    static void addTo(ArrayList<StackTraceElement> trace) {
        for (StackTraceElement each : FRAMES) {
            trace.add(each);
        }
    }

    /** Called by reflection. */
    static void probe() {
        throw new IllegalStateException();
    }

    private static StackTraceElement[] find() {
        ArrayList<StackTraceElement> frames = new ArrayList<>();
        try {
            ReflectionFrames.class.getDeclaredMethod("probe").invoke(null);
        } catch (InvocationTargetException e) {
            for (StackTraceElement each : e.getCause().getStackTrace()) {
                String name = each.getClassName();
                if (name.startsWith("jdk.internal.reflect.") || name.equals("java.lang.reflect.Method")) {
                    frames.add(each);
                } else if (!frames.isEmpty()) {
                    break;
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
        return frames.toArray(new StackTraceElement[0]);
    }
}
