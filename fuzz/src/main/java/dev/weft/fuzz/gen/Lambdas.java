package dev.weft.fuzz.gen;

import java.util.Arrays;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates lambdas of the main class' methods, and their calls. */
final class Lambdas {
    private static final String META = "java/lang/invoke/LambdaMetafactory";
    private static final Handle LAMBDAS = new Handle(
            Opcodes.H_INVOKESTATIC,
            META,
            "metafactory",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    private static final Handle LINK = new Handle(
            Opcodes.H_INVOKESTATIC,
            Kinds.RT,
            "link",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/CallSite;",
            false);

    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Lambdas(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    private Shape.Method lambdaTarget(Type last) {
        for (Shape.Method method : body.shape.main.methods) {
            Type[] all = method.parameters();
            boolean fits = (method.isStatic() || body.hasThis())
                    && !method.isConstructor()
                    && body.method.owner() == body.shape.main
                    && method.result().equals(last)
                    && all.length > 0
                    && all[all.length - 1].equals(last);
            if (fits) {
                return method;
            }
        }
        return null;
    }

    void ofInt(int depth) {
        Shape.Method target = lambdaTarget(Type.INT_TYPE);
        if (target != null && body.version >= Opcodes.V1_7 && choices.chance(20)) {
            site(target, depth);
            return;
        }
        if (target == null || body.version < Opcodes.V1_8 || !choices.chance(40)) {
            body.expressions.emit(Type.INT_TYPE, depth);
            body.rt("id", "(I)I");
            return;
        }
        link(target, "IntFn", "(I)I", depth);
        body.expressions.argument(Type.INT_TYPE, depth);
        mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, Kinds.RT + "$IntFn", "f", "(I)I", true);
    }

    void ofObject(int depth) {
        Shape.Method target = lambdaTarget(Kinds.OBJECT);
        if (target == null || body.version < Opcodes.V1_8 || !choices.chance(40)) {
            body.expressions.emit(Kinds.STRING, depth);
            return;
        }
        String desc = "(Ljava/lang/Object;)Ljava/lang/Object;";
        link(target, "ObjFn", desc, depth);
        body.expressions.argument(Kinds.OBJECT, depth);
        String name = choices.chance(50) ? "f" : "twice";
        mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, Kinds.RT + "$ObjFn", name, desc, true);
    }

    /** A call site whose bootstrap method is none of the JDK's: it calls the target. */
    private void site(Shape.Method target, int depth) {
        if (!target.isStatic()) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
        }
        Type[] all = target.parameters();
        body.expressions.arguments(all, target.isStatic(), depth);
        if (!target.isStatic()) {
            all = new Type[all.length + 1];
            all[0] = target.owner().type();
            System.arraycopy(target.parameters(), 0, all, 1, all.length - 1);
        }
        mv.visitInvokeDynamicInsn("site", Type.getMethodDescriptor(target.result(), all), LINK, handle(target));
    }

    private static Handle handle(Shape.Method target) {
        boolean isPrivate = (target.access() & Opcodes.ACC_PRIVATE) != 0;
        int ofInstance = isPrivate ? Opcodes.H_INVOKESPECIAL : Opcodes.H_INVOKEVIRTUAL;
        return new Handle(
                target.isStatic() ? Opcodes.H_INVOKESTATIC : ofInstance,
                target.owner().name,
                target.name(),
                target.desc(),
                target.owner().isInterface);
    }

    /** {@code (x) -> target(captured.., x)}. */
    private void link(Shape.Method target, String itf, String desc, int depth) {
        Type[] all = target.parameters();
        Type[] captured = Arrays.copyOf(all, all.length - 1);
        if (!target.isStatic()) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
        }
        body.expressions.arguments(captured, target.isStatic(), depth);
        if (!target.isStatic()) {
            captured = Arrays.copyOf(all, all.length);
            System.arraycopy(all, 0, captured, 1, all.length - 1);
            captured[0] = target.owner().type();
        }
        Type shape = Type.getMethodType(desc);
        mv.visitInvokeDynamicInsn(
                "f",
                Type.getMethodDescriptor(Type.getObjectType(Kinds.RT + "$" + itf), captured),
                LAMBDAS,
                shape,
                handle(target),
                shape);
    }
}
