package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates calls of the program's own methods. */
final class Calls {
    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Calls(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /** An object of the class, mostly not null. */
    void receiver(Shape.Declared type, int depth) {
        boolean isThis = body.hasThis() && body.method.owner().isA(type);
        if (isThis && !choices.chance(20)) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
            body.objects.object(type, depth);
        }
    }

    /**
     * The same for the use of a member with that access: one that is protected in another package may only be used of
     * heirs (JVMS 4.10.1.8).
     */
    void receiver(Shape.Declared type, int access, int depth) {
        Shape.Declared far = body.shape.far;
        boolean isFar =
                far != null && far == body.method.owner() && far.isA(type) && (access & Opcodes.ACC_PROTECTED) != 0;
        receiver(isFar ? far : type, depth);
    }

    /** A method that may be called from here, or null. */
    Shape.Method anyMethod() {
        List<Shape.Method> usable = new ArrayList<>();
        for (Shape.Declared each : body.shape.all) {
            each.methods.stream().filter(this::isUsable).forEach(usable::add);
        }
        return usable.isEmpty() ? null : usable.get(choices.pick(usable.size()));
    }

    private boolean isUsable(Shape.Method method) {
        return (method.access() & Opcodes.ACC_PRIVATE) == 0
                || method.owner() == body.method.owner()
                || isOfNest(method.owner()) && isOfNest(body.method.owner());
    }

    private boolean isOfNest(Shape.Declared type) {
        return body.shape.inner != null && (type == body.shape.inner || type == body.shape.main);
    }

    /** Calls a method whose result may stand for a value of the type; false if there is none. */
    boolean returning(Type type, int depth) {
        List<Shape.Method> usable = new ArrayList<>();
        for (Shape.Declared each : body.shape.all) {
            for (Shape.Method method : each.methods) {
                boolean fits = method.result().equals(type)
                        || Kinds.isInt(type) && Kinds.isInt(method.result())
                        || type.equals(Kinds.OBJECT) && Kinds.isReference(method.result());
                if (fits && isUsable(method)) {
                    usable.add(method);
                }
            }
        }
        if (usable.isEmpty()) {
            return false;
        }
        call(usable.get(choices.pick(usable.size())), depth);
        return true;
    }

    /** Calls it, and leaves its result, or the object if it is a constructor. */
    void call(Shape.Method method, int depth) {
        if (method.isConstructor()) {
            body.objects.create(method, depth);
            return;
        }
        if (choices.chance(4)) {
            reflectively(method, depth);
            return;
        }
        if (choices.chance(20)) {
            body.line();
        }
        boolean isStatic = method.isStatic();
        boolean isInterface = method.owner().isInterface;
        String owner = method.owner().name;
        int opcode = isStatic ? Opcodes.INVOKESTATIC : isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        boolean isPrivate = (method.access() & Opcodes.ACC_PRIVATE) != 0;
        boolean isOwn = body.hasThis() && body.method.owner() == method.owner();
        boolean isParents = body.hasThis()
                && body.method.owner().superClass == method.owner()
                && (method.access() & Opcodes.ACC_ABSTRACT) == 0;
        if (isPrivate && !isStatic && method.owner() == body.method.owner()) {
            opcode = Opcodes.INVOKESPECIAL;
        } else if (!isStatic
                && (isOwn && choices.chance(10) && !isAbstract(method) || isParents && choices.chance(50))) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            pass(method.parameters(), depth);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, method.name(), method.desc(), isInterface);
            return;
        }
        if (isStatic) {
            body.expressions.arguments(method.parameters(), true, depth);
        } else {
            receiver(method.owner(), method.access(), depth);
            pass(method.parameters(), depth);
        }
        mv.visitMethodInsn(opcode, owner, method.name(), method.desc(), isInterface);
    }

    /** {@code (T) Rt.call(Host.class, name, desc, receiver, new Object[] {arguments ..})}. */
    private void reflectively(Shape.Method method, int depth) {
        mv.visitLdcInsn(method.owner().type());
        mv.visitLdcInsn(method.name());
        mv.visitLdcInsn(method.desc());
        body.withStack(() -> {
            if (method.isStatic()) {
                mv.visitInsn(Opcodes.ACONST_NULL);
            } else {
                receiver(method.owner(), depth);
            }
            Type[] types = method.parameters();
            Kinds.pushInt(mv, types.length);
            mv.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
            for (int k = 0; k < types.length; k++) {
                mv.visitInsn(Opcodes.DUP);
                Kinds.pushInt(mv, k);
                body.expressions.argument(types[k], depth);
                Kinds.box(mv, types[k]);
                mv.visitInsn(Opcodes.AASTORE);
            }
        });
        String string = Kinds.STRING.getDescriptor();
        String object = Kinds.OBJECT.getDescriptor();
        body.rt("call", "(" + Kinds.CLASS.getDescriptor() + string + string + object + "[" + object + ")" + object);
        Kinds.unbox(mv, method.result());
    }

    private static boolean isAbstract(Shape.Method method) {
        return (method.access() & Opcodes.ACC_ABSTRACT) != 0;
    }

    /** Arguments, behind a receiver. */
    void pass(Type[] parameters, int depth) {
        for (Type type : parameters) {
            body.expressions.argument(type, depth);
        }
    }
}
