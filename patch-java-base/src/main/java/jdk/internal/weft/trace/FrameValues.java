package jdk.internal.weft.trace;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.weft.Frame;
import java.weft.RuntimeFrame;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * The values that a heap frame holds, for onlookers; slow. A frame that is linked does not change, but a copy before it
 * is run.
 */
public final class FrameValues {
    private FrameValues() {}

    /** The reference with that index. */
    public static Object reference(Frame frame, int index) {
        try {
            Class<?> type = frame.getClass();
            if (type.getSimpleName().equals("FrameX")) {
                return ((Object[]) type.getField("as").get(frame))[index];
            }
            return type.getField("a" + index).get(frame);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    /** The first reference of a type, or null. */
    public static <T> T reference(Frame frame, Class<T> wanted) {
        try {
            for (java.lang.reflect.Field field : frame.getClass().getFields()) {
                Object value = field.getType() == Object.class ? field.get(frame) : null;
                if (wanted.isInstance(value)) {
                    return wanted.cast(value);
                }
            }
            return null;
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    /** All references of so many frames at most. Of frames that run meanwhile it may be any. */
    public static Object[] references(Frame first, int most) {
        List<Object> references = new ArrayList<>();
        try {
            int n = 0;
            for (Frame f = first; f != null && n < most; f = f.next, n++) {
                references.add(f.at);
                for (Field field : f.getClass().getFields()) {
                    if (field.getType() == Object.class || field.getType() == Object[].class) {
                        references.add(field.get(f));
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
        return references.toArray();
    }

    /** The monitors that the frame holds, outermost first. */
    public static Object[] monitors(Frame frame) {
        int[] indexes = LoadTimeWeaving.generators().monitors(frame.at.host, frame.at.number);
        Object[] monitors = new Object[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            monitors[i] = reference(frame, indexes[i]);
        }
        return monitors;
    }

    /**
     * Puts other objects in the places of those to which a frame refers that nobody else knows.
     *
     * @param copies what there is for objects that were met before
     * @throws ClassCastException if one is not of the class of that for which it stands
     */
    public static void replace(Frame frame, UnaryOperator<Object> copier, IdentityHashMap<Object, Object> copies) {
        if (frame instanceof RuntimeFrame) {
            ((RuntimeFrame) frame).replace(value -> replaced(value, copier, copies));
            return;
        }
        try {
            for (Field field : frame.getClass().getFields()) {
                if (field.getDeclaringClass() == Frame.class) {
                    continue;
                }
                if (field.getType() == Object.class) {
                    field.set(frame, replaced(field.get(frame), copier, copies));
                } else if (field.getType() == Object[].class) {
                    Object[] values = ((Object[]) field.get(frame)).clone();
                    for (int i = 0; i < values.length; i++) {
                        values[i] = replaced(values[i], copier, copies);
                    }
                    field.set(frame, values);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    private static Object replaced(Object value, UnaryOperator<Object> copier, IdentityHashMap<Object, Object> copies) {
        if (value == null) {
            return null;
        }
        Object known = copies.get(value);
        if (known == null && !copies.containsKey(value)) {
            known = checked(value, copier.apply(value));
            copies.put(value, known);
        }
        return known;
    }

    /** Nobody verifies a resumer: what is of another class would have its fields taken for others. */
    private static Object checked(Object value, Object copy) {
        if (copy != null && !value.getClass().isInstance(copy)) {
            throw new ClassCastException(
                    "a copy of an object of " + value.getClass().getName() + " cannot be one of "
                            + copy.getClass().getName());
        }
        return copy;
    }
}
