package java.lang.invoke;

/**
 * Fields that handles and forms gain, and what the package keeps to itself; bodies and fields come from the recipe
 * {@code ImplementAccessors}.
 */
final class WeftFields {
    private WeftFields() {}

    /** The twin of the handle, or null if none was made so far. */
    static native MethodHandle twin(MethodHandle handle);

    /** Sets {@link #twin(MethodHandle)}; once. */
    static native void twin(MethodHandle handle, MethodHandle twin);

    /** The twin of the form; the form itself, if it has none; null if not known yet. */
    static native LambdaForm twin(LambdaForm form);

    /** Sets {@link #twin(LambdaForm)}; once. */
    static native void twin(LambdaForm form, LambdaForm twin);

    /** {@code MemberName.init}: makes a new one name a member that is not resolved yet. */
    static native void init(MemberName member, Class<?> owner, String name, Object type, int flags);
}
