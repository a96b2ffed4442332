package jdk.internal.weft.fiber;

import java.weft.Frame;

/** The values that a heap frame holds, for onlookers; slow. A frame that is linked does not change. */
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
}
