package jdk.internal.weft.trace;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import jdk.internal.access.JavaLangReflectAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.weft.JdkAccess;

/**
 * The frames of a reflective call as this JDK shows them in a stack trace. A fiber's call goes another way; in its
 * trace stand those that a platform thread's would have, found by looking at one.
 */
public final class ReflectionFrames {
    private static final String OWN = "java.weft.reflect.";

    /** Null until they are looked for: not in an initializer, which would have failed for ever. */
    private static volatile StackTraceElement[] invoke;

    private static volatile StackTraceElement[] newInstance;

    /** The class of the accessor that is among them, which nobody can find by its name if the JDK has generated it. */
    private static volatile Class<?> invokeAccessor;

    private static volatile Class<?> newInstanceAccessor;

    private boolean isPlain;

    /** For one trace, read from the innermost frame outwards. */
    public ReflectionFrames() {}

    /** True for the runtime's own class that makes reflective calls. */
    static boolean isCall(String className) {
        return className.equals(OWN + "Reflective");
    }

    /** True for the heap frames of such calls, one of which is being resumed where it is on the stack. */
    static boolean isResumedCall(String className) {
        return className.equals(OWN + "InvokeFrame") || className.equals(OWN + "NewInstanceFrame");
    }

    /** The frames in place of a real one of that class. */
    public StackTraceElement[] of(String method) {
        if (method.endsWith("Plainly")) {
            // the JDK's own stand above
            isPlain = true;
        } else if (isPlain) {
            isPlain = false;
        } else {
            return of(method.equals("newInstance"));
        }
        return new StackTraceElement[0];
    }

    /**
     * The frames in place of a suspended one, not shared with other traces; none for one that is no reflective call.
     */
    public static StackTraceElement[] ofParked(String className) {
        return isResumedCall(className) ? of(className.equals(OWN + "NewInstanceFrame")) : new StackTraceElement[0];
    }

    private static StackTraceElement[] of(boolean isNew) {
        StackTraceElement[] frames = known(isNew);
        StackTraceElement[] copies = new StackTraceElement[frames.length];
        for (int i = 0; i < copies.length; i++) {
            // a dump of threads changes the format of what it is given
            copies[i] = Traces.renamed(frames[i], frames[i].getMethodName());
        }
        return copies;
    }

    private static StackTraceElement[] known(boolean isNew) {
        StackTraceElement[] frames = isNew ? newInstance : invoke;
        return frames == null ? findOnce(isNew) : frames;
    }

    /** One thread at a time: of what is called often the JDK makes another accessor, with other frames. */
    private static synchronized StackTraceElement[] findOnce(boolean isNew) {
        StackTraceElement[] frames = isNew ? newInstance : invoke;
        if (frames == null) {
            frames = find(isNew);
            if (isNew) {
                newInstance = frames;
            } else {
                invoke = frames;
            }
        }
        return frames;
    }

    /** The class of one of them. */
    public static Class<?> type(StackTraceElement frame) {
        String name = frame.getClassName();
        for (Class<?> accessor : new Class<?>[] {invokeAccessor, newInstanceAccessor}) {
            if (accessor != null && accessor.getName().equals(name)) {
                return accessor;
            }
        }
        return Class.forName(Object.class.getModule(), name);
    }

    /** The descriptor of one of them. */
    public static String descriptor(StackTraceElement frame) {
        String arguments = "[Ljava/lang/Object;";
        switch (frame.getMethodName()) {
            case "newInstance0":
                return "(Ljava/lang/reflect/Constructor;" + arguments + ")Ljava/lang/Object;";
            case "newInstance":
                return "(" + arguments + ")Ljava/lang/Object;";
            case "newInstanceWithCaller":
                return "(" + arguments + "ZLjava/lang/Class;)Ljava/lang/Object;";
            default:
                String first = frame.isNativeMethod() ? "(Ljava/lang/reflect/Method;" : "(";
                return first + "Ljava/lang/Object;" + arguments + ")Ljava/lang/Object;";
        }
    }

    /** Called by reflection. */
    static void probe() {
        throw new IllegalStateException();
    }

    /** Called by reflection. */
    static final class Probe {
        Probe() {
            probe();
        }
    }

    private static void noteAccessor(Executable called) {
        JavaLangReflectAccess access = SharedSecrets.getJavaLangReflectAccess();
        if (called instanceof Constructor) {
            newInstanceAccessor =
                    access.getConstructorAccessor((Constructor<?>) called).getClass();
        } else {
            invokeAccessor = access.getMethodAccessor((Method) called).getClass();
        }
    }

    private static StackTraceElement[] find(boolean isNew) {
        ArrayList<StackTraceElement> frames = new ArrayList<>();
        Executable probe = null;
        try {
            if (isNew) {
                probe = Probe.class.getDeclaredConstructor();
                ((Constructor<?>) probe).newInstance();
            } else {
                probe = ReflectionFrames.class.getDeclaredMethod("probe");
                ((Method) probe).invoke(null);
            }
        } catch (InvocationTargetException e) {
            noteAccessor(probe);
            // to mend this trace would ask for the same once more
            for (StackTraceElement each : Traces.raw(e.getCause())) {
                String name = each.getClassName();
                if (name.startsWith("jdk.internal.reflect.") || name.startsWith("java.lang.reflect.")) {
                    JdkAccess.computeFormat(each);
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
