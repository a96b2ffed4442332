package java.lang.invoke;

import java.lang.invoke.LambdaForm.BasicType;
import java.lang.invoke.LambdaForm.Name;
import java.lang.invoke.LambdaForm.NamedFunction;
import java.lang.invoke.MethodHandleNatives.Constants;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.weft.CarrierContext;
import java.weft.Reserve;
import java.weft.reflect.HandleTwins;

/**
 * Makes the twins of method handles: {@code (args, CarrierContext)R} for {@code (args)R}.
 *
 * <p>Overview. A direct handle of a method has that of the method's twin. Any other handle is values and a lambda form,
 * a list of calls, of which each of the JDK's combinators makes the last one the call of its target:
 * {@code invokeBasic(target, ..)}. The twin of such a form takes the context, asks for the twin of the target, and
 * calls that instead. Nothing is left to be done when it suspends, so no state is to be saved. The calls in front of it
 * (of tests, filters of arguments, combiners) stay plain, and pin where they block. Behind the target's call there may
 * be one filter or conversion of its result, or a zero in place of none; {@link WeftFilterFrame} applies it later.
 *
 * <p>Handles that catch exceptions are made of others: {@link WeftCatches}. All other forms (loops, {@code finally},
 * fields, constructors) are called plainly.
 *
 * <p>The class stays whole because each kind of handle is a case of the same recursion.
 */
final class WeftTwins extends HandleTwins {
    /** Above this number of slots a handle is called plainly: it needs room for itself and the context. */
    private static final int MAX_SLOTS = 250;

    private static final NamedFunction TWIN = function("twin", MethodHandle.class, MethodHandle.class);
    private static final NamedFunction CHOOSE =
            function("choose", MethodHandle.class, boolean.class, MethodHandle.class, MethodHandle.class);
    private static final NamedFunction BEHIND =
            function("behind", MethodHandle.class, MethodHandle.class, CarrierContext.class);
    private static final NamedFunction ZERO = function("zero", MethodHandle.class, int.class, CarrierContext.class);

    /** Of {@link WeftCatches}. */
    static final MethodHandle IS_UNWINDING =
            find(WeftCatches.class, "isUnwinding", boolean.class, CarrierContext.class);

    static final MethodHandle KEEP = find(
            WeftCatches.class,
            "keep",
            void.class,
            Class.class,
            MethodHandle.class,
            MethodHandle.class,
            CarrierContext.class,
            Object[].class);

    WeftTwins() {}

    private static NamedFunction function(String name, Class<?> result, Class<?>... parameters) {
        return new NamedFunction(find(WeftTwins.class, name, result, parameters));
    }

    /** A static method of the runtime. */
    static MethodHandle find(Class<?> host, String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.Lookup.IMPL_LOOKUP.findStatic(host, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    /** The JDK's own methods ask, so that they are in the stack trace of what they throw. */
    @Override
    public MethodHandle ofExact(MethodHandle handle, MethodType type) {
        Invokers.checkExactType(handle, type);
        return twin(handle);
    }

    @Override
    public MethodHandle ofAdapted(MethodHandle handle, MethodType type) {
        return twin(Invokers.checkGenericType(handle, type));
    }

    @Override
    protected Object spread(MethodHandle handle, Object[] arguments, CarrierContext context) throws Throwable {
        MethodType type = MethodType.genericMethodType(arguments.length);
        MethodHandle spreader = twin(type.invokers().spreadInvoker(0));
        return (Object) spreader.invokeBasic(handle.asType(type), arguments, context);
    }

    @Override
    protected void spreadForNothing(MethodHandle handle, Object[] arguments, CarrierContext context) throws Throwable {
        MethodType type = MethodType.genericMethodType(arguments.length).changeReturnType(void.class);
        MethodHandle spreader = twin(type.invokers().spreadInvoker(0));
        spreader.invokeBasic(handle.asType(type), arguments, context);
    }

    /** The handle with one more parameter, the context. */
    static MethodHandle twin(MethodHandle handle) {
        MethodHandle known = WeftFields.twin(handle);
        if (known != null) {
            return known;
        }
        MethodHandle made = make(handle);
        if (made == null) {
            made = MethodHandles.dropArguments(handle, handle.type().parameterCount(), CarrierContext.class);
        }
        WeftFields.twin(handle, made);
        return made;
    }

    /** The twin of one of two; called in the place of {@code MethodHandleImpl.selectAlternative}. */
    static MethodHandle choose(boolean isFirst, MethodHandle first, MethodHandle second) {
        return twin(isFirst ? first : second);
    }

    /**
     * What to call behind a target whose result is filtered: the filter's twin; or, if there is no result yet, what
     * does nothing, and the filter is left for later.
     */
    static MethodHandle behind(MethodHandle filter, CarrierContext context) {
        if (!context.isUnwinding()) {
            return twin(filter);
        }
        for (; ; ) {
            try {
                MethodHandle twin = twin(filter);
                MethodHandle idle = idle(twin);
                context.push(WeftFilterFrame.make(context, twin));
                return idle;
            } catch (OutOfMemoryError e) {
                // what is saved by now must not be lost
                Reserve.spend(context, e, null);
            }
        }
    }

    /** A handle of the twin's type that does nothing; kept where other handles have their twins. */
    private static MethodHandle idle(MethodHandle twin) {
        MethodHandle known = WeftFields.twin(twin);
        if (known == null) {
            known = MethodHandles.empty(twin.type());
            WeftFields.twin(twin, known);
        }
        return known;
    }

    /** The same behind a target without a result, in whose place there is a zero of that basic type. */
    static MethodHandle zero(int type, CarrierContext context) {
        return behind(MethodHandles.zero(BasicType.values()[type].basicTypeClass()), context);
    }

    /** The twin, or null if the handle is to be called plainly. */
    @SuppressWarnings("ReferenceEquality") // as the JDK compares them: method types are interned
    private static MethodHandle make(MethodHandle handle) {
        MethodType type = handle.type();
        if (type.parameterSlotCount() > MAX_SLOTS) {
            return null;
        }
        MethodType own = type.appendParameterTypes(CarrierContext.class);
        if (handle instanceof DirectMethodHandle) {
            MethodHandle direct = ofMethod(handle.internalMemberName());
            return direct == null ? null : direct.viewAsType(own, false);
        }
        if (handle instanceof DelegatingMethodHandle) {
            MethodHandle target = ((DelegatingMethodHandle) handle).getTarget();
            return target.type() == type ? twin(target) : null;
        }
        if (!(handle instanceof BoundMethodHandle)) {
            return null;
        }
        MethodHandle catching = WeftCatches.twin((BoundMethodHandle) handle);
        if (catching != null) {
            return catching;
        }
        LambdaForm form = twin(handle.form);
        return form == handle.form ? null : ((BoundMethodHandle) handle).copyWith(own, form);
    }

    /** A direct handle of the method's twin, or null if it has none. */
    private static MethodHandle ofMethod(MemberName method) {
        if (method == null || !method.isMethod()) {
            return null;
        }
        Class<?> host = method.getDeclaringClass();
        String name = method.getName() + "$weft";
        MethodType own = method.getMethodType().appendParameterTypes(CarrierContext.class);
        MethodHandles.Lookup lookup = MethodHandles.Lookup.IMPL_LOOKUP;
        try {
            switch (method.getReferenceKind()) {
                case Constants.REF_invokeStatic:
                    return lookup.findStatic(host, name, own);
                case Constants.REF_invokeVirtual:
                case Constants.REF_invokeInterface:
                    return lookup.findVirtual(host, name, own);
                case Constants.REF_invokeSpecial:
                    // findSpecial would ask as the host, which finds no twins
                    MemberName twin = new MemberName(host, name, own, Constants.REF_invokeSpecial);
                    twin = MethodHandles.IMPL_NAMES.resolveOrFail(
                            Constants.REF_invokeSpecial, twin, host, Constants.LM_TRUSTED, NoSuchMethodException.class);
                    return DirectMethodHandle.make(Constants.REF_invokeSpecial, host, twin, host);
                default:
                    return null;
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // a method without a twin: native, of a hidden class, caller-sensitive, of Object
            return null;
        }
    }

    // ------------------------------------------------------------------------------------------- forms

    private static LambdaForm twin(LambdaForm form) {
        LambdaForm known = WeftFields.twin(form);
        if (known == null) {
            LambdaForm made = new Rewriting(form).rewrite();
            known = made == null ? form : made;
            WeftFields.twin(form, known);
        }
        return known;
    }

    /** Makes the twin of one form. */
    private static final class Rewriting {
        private final LambdaForm form;
        private final Name[] old;
        private final Map<Name, Name> renamed = new IdentityHashMap<>();
        private final Name[] made;
        private int count;

        Rewriting(LambdaForm form) {
            this.form = form;
            old = form.names;
            made = new Name[old.length + 3];
        }

        /** The twin, or null if the last call is not that of a target. */
        LambdaForm rewrite() {
            int last = old.length - 1;
            boolean returnsLast = form.result == last || form.result < 0;
            if (last < form.arity || !returnsLast || form.arity > MAX_SLOTS || hasIdioms()) {
                return null;
            }
            boolean isZeroed = isZeroed(last);
            if (!isZeroed && !isTarget(last)) {
                return null;
            }
            int filtered = isZeroed ? last - 1 : filtered(last);
            int call = filtered < 0 ? last : filtered;
            for (int i = 0; i < form.arity; i++) {
                add(old[i], old[i]);
            }
            Name context = LambdaForm.argument(form.arity, BasicType.L_TYPE);
            made[count++] = context;
            for (int i = form.arity; i < call; i++) {
                add(old[i], new Name(old[i].function, renamed(old[i])));
            }
            addTarget(call, context);
            for (int i = call + 1; i < last; i++) {
                add(old[i], new Name(old[i].function, renamed(old[i])));
            }
            if (filtered >= 0) {
                addFilter(old[last], isZeroed, context);
            }
            Name[] all = Arrays.copyOf(made, count);
            return new LambdaForm(form.arity + 1, all, form.result < 0 ? form.result : LambdaForm.LAST_RESULT);
        }

        private void add(Name before, Name after) {
            renamed.put(before, after);
            made[count++] = after;
        }

        private Object[] renamed(Name name) {
            Object[] arguments = name.arguments.clone();
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Name) {
                    arguments[i] = renamed.get(arguments[i]);
                }
            }
            return arguments;
        }

        /** {@code t = twin(target); invokeBasic(t, .., context)}. */
        private void addTarget(int call, Name context) {
            Name name = old[call];
            Object[] arguments = renamed(name);
            Name target = old[call].arguments[0] instanceof Name ? (Name) old[call].arguments[0] : null;
            if (target != null && isChoice(target)) {
                Name choice = (Name) arguments[0];
                Name chosen = new Name(CHOOSE, choice.arguments);
                made[count - 1] = chosen;
                arguments[0] = chosen;
            } else {
                Name twin = new Name(TWIN, arguments[0]);
                made[count++] = twin;
                arguments[0] = twin;
            }
            Object[] more = Arrays.copyOf(arguments, arguments.length + 1);
            more[arguments.length] = context;
            MethodType type =
                    name.function.methodType().dropParameterTypes(0, 1).basicType();
            add(name, new Name(type.appendParameterTypes(Object.class), more));
        }

        /** {@code f = behind(filter, context); invokeBasic(f, result, context)}, or without a result. */
        @SuppressWarnings("EnumOrdinal") // the number of a basic type, as in the JDK
        private void addFilter(Name filter, boolean isZeroed, Name context) {
            if (isZeroed) {
                // the JDK's generator does not take a handle as a constant here
                Name zero = new Name(ZERO, filter.type.ordinal(), context);
                made[count++] = zero;
                MethodType own = MethodType.methodType(filter.type.basicTypeClass(), Object.class);
                add(filter, new Name(own, zero, context));
                return;
            }
            Object[] arguments = renamed(filter);
            Name behind = new Name(BEHIND, arguments[0], context);
            made[count++] = behind;
            MethodType type =
                    filter.function.methodType().dropParameterTypes(0, 1).basicType();
            add(filter, new Name(type.appendParameterTypes(Object.class), behind, arguments[1], context));
        }

        /** True if the last name is a zero, in place of the result that the target in front of it does not have. */
        private boolean isZeroed(int last) {
            Name zero = old[last];
            return form.result == last
                    && last - 1 >= form.arity
                    && zero.arguments.length == 0
                    && zero.function != null
                    && zero.function.member() != null
                    && zero.function.member().getDeclaringClass() == LambdaForm.class
                    && zero.function.member().getName().startsWith("zero")
                    && old[last - 1].type == BasicType.V_TYPE
                    && isTarget(last - 1);
        }

        @SuppressWarnings("ReferenceEquality") // the very name, in its place
        private boolean isTarget(int i) {
            Name name = old[i];
            if (name.function == null
                    || !name.isInvokeBasic()
                    || name.function.methodType().parameterSlotCount() > MAX_SLOTS) {
                return false;
            }
            Name target = name.arguments[0] instanceof Name ? (Name) name.arguments[0] : null;
            // a choice must stand right in front, and serve nothing else
            return target == null || !isChoice(target) || old[i - 1] == target && form.lastUseIndex(target) == i;
        }

        /** True if the JDK compiles some calls as one, and so relies on what stands beside them. */
        private boolean hasIdioms() {
            for (int i = form.arity; i < old.length; i++) {
                switch (old[i].function.intrinsicName()) {
                    case GUARD_WITH_CATCH:
                    case TRY_FINALLY:
                    case TABLE_SWITCH:
                    case LOOP:
                        return true;
                    default:
                        break;
                }
            }
            return false;
        }

        private static boolean isChoice(Name name) {
            return name.refersTo(MethodHandleImpl.class, "selectAlternative");
        }

        /** Where the call stands whose result the last one filters, or -1 if the last one filters nothing. */
        private int filtered(int last) {
            Name filter = old[last];
            if (filter.arguments.length != 2 || form.result < 0) {
                return -1;
            }
            for (int i = last - 1; i >= form.arity; i--) {
                if (old[i] == filter.arguments[1]) {
                    boolean isIt = isTarget(i) && form.lastUseIndex(old[i]) == last;
                    return isIt ? i : -1;
                }
                if (!isGetter(old[i])) {
                    return -1;
                }
            }
            return -1;
        }

        /** True for a name that reads a value bound to the handle. */
        private static boolean isGetter(Name name) {
            Class<?> host = name.function == null ? null : name.function.memberDeclaringClassOrNull();
            return host != null && BoundMethodHandle.class.isAssignableFrom(host);
        }
    }
}
