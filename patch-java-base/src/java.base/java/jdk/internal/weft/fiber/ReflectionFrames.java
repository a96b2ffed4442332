package jdk.internal.weft.fiber;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;

/**
 * The frames of a reflective call as this JDK shows them in a stack trace. A fiber's call goes another way; in its trace
 * stand those that a platform thread's would have, found by looking at one.
 */
public final class ReflectionFrames {
    private static final StackTraceElement[] FRAMES = find();

    private ReflectionFrames() {}

    /** Adds them, innermost first. */
    public static void addTo(ArrayList<StackTraceElement> trace) {
        StackTraceElement[] frames = FRAMES;
        // null while they are being looked for, under a reflective call perhaps
        for (int i = 0; frames != null && i < frames.length; i++) {
            trace.add(frames[i]);
        }
    }

    /** The descriptor of one of them. */
    public static String descriptor(StackTraceElement frame) {
        String first = frame.isNativeMethod() ? "(Ljava/lang/reflect/Method;" : "(";
        return first + "Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
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
