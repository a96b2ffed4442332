package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.layout.Registers;
import dev.weft.agent.layout.VerificationTypes;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the class through which {@code Method.invoke} of a fiber reaches the twin of one method (and
 * {@code Constructor.newInstance} that of a constructor):
 *
 * <pre>
 *   Object invoke(Object target, Object[] args, CarrierContext context) {
 *       if (args.length != 2
 *               || args[0] != null &amp;&amp; !(args[0] instanceof String) || !(args[1] instanceof Integer)) {
 *           return this;
 *       }
 *       return box(((Host) target).m$weft((String) args[0], ((Integer) args[1]).intValue(), context));
 *   }
 * </pre>
 *
 * The caller has checked that the target fits. Where the twin suspends, the result is dropped, and no box is
 * made that would be a new object: fractions ask the context ({@code Invoker.box}). That of a
 * constructor's twin is {@code new Host(.., context)}, and is kept.
 */
public final class InvokerGenerator {
    private InvokerGenerator() {}

    /** The class file; {@code name} is in the package of the method's class. */
    public static byte[] generate(Executable member, String name) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Opcodes.V1_8, access, name, null, Names.INVOKER, null);
        MethodVisitor mv = writer.visitMethod(
                Opcodes.ACC_PUBLIC,
                "invoke",
                "(" + Names.OBJECT_D + "[" + Names.OBJECT_D + Names.CONTEXT_D + ")" + Names.OBJECT_D,
                null,
                null);
        mv.visitCode();
        refuseOthers(mv, Type.getArgumentTypes(descriptor(member)));
        String owner = Type.getInternalName(member.getDeclaringClass());
        int slots;
        if (member instanceof Constructor) {
            mv.visitTypeInsn(Opcodes.NEW, owner);
            mv.visitInsn(Opcodes.DUP);
            String desc = descriptor(member);
            slots = pushArguments(mv, Type.getArgumentTypes(desc));
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", Names.twinDesc(desc), false);
        } else {
            slots = callMethod(mv, (Method) member, owner);
        }
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(slots + 2, 4);
        mv.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static String descriptor(Executable member) {
        return member instanceof Constructor
                ? Type.getConstructorDescriptor((Constructor<?>) member)
                : Type.getMethodDescriptor((Method) member);
    }

    /** Returns the invoker itself for arguments that do not fit as they are. Without parameters, null does. */
    private static void refuseOthers(MethodVisitor mv, Type[] parameters) {
        Label refuses = new Label();
        Label fits = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, 2);
        if (parameters.length == 0) {
            mv.visitJumpInsn(Opcodes.IFNULL, fits);
        } else {
            mv.visitJumpInsn(Opcodes.IFNULL, refuses);
        }
        mv.visitVarInsn(Opcodes.ALOAD, 2);
        mv.visitInsn(Opcodes.ARRAYLENGTH);
        Registers.pushInt(mv, parameters.length);
        mv.visitJumpInsn(Opcodes.IF_ICMPNE, refuses);
        for (int i = 0; i < parameters.length; i++) {
            refuse(mv, i, parameters[i], refuses);
        }
        mv.visitJumpInsn(Opcodes.GOTO, fits);
        mv.visitLabel(refuses);
        mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(fits);
        mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void refuse(MethodVisitor mv, int number, Type parameter, Label refuses) {
        boolean isPrimitive = parameter.getSort() < Type.ARRAY;
        String type = isPrimitive ? box(parameter) : parameter.getInternalName();
        if (type.equals("java/lang/Object")) {
            return;
        }
        Label fits = new Label();
        if (!isPrimitive) {
            pushArgument(mv, number);
            mv.visitJumpInsn(Opcodes.IFNULL, fits);
        }
        pushArgument(mv, number);
        mv.visitTypeInsn(Opcodes.INSTANCEOF, type);
        mv.visitJumpInsn(Opcodes.IFEQ, refuses);
        if (!isPrimitive) {
            mv.visitLabel(fits);
            mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
    }

    private static void pushArgument(MethodVisitor mv, int number) {
        mv.visitVarInsn(Opcodes.ALOAD, 2);
        Registers.pushInt(mv, number);
        mv.visitInsn(Opcodes.AALOAD);
    }

    private static int callMethod(MethodVisitor mv, Method method, String owner) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        if (!isStatic) {
            mv.visitVarInsn(Opcodes.ALOAD, 1);
            mv.visitTypeInsn(Opcodes.CHECKCAST, owner);
        }
        int slots = pushArguments(mv, Type.getArgumentTypes(method));
        mv.visitMethodInsn(
                opcode(method, isStatic),
                owner,
                Names.twinName(method.getName()),
                Names.twinDesc(Type.getMethodDescriptor(method)),
                method.getDeclaringClass().isInterface());
        box(mv, Type.getReturnType(method));
        return slots;
    }

    /** The arguments and the context; returns an upper bound of the slots in use. */
    private static int pushArguments(MethodVisitor mv, Type[] parameters) {
        int slots = 5;
        for (int i = 0; i < parameters.length; i++) {
            pushArgument(mv, i);
            unbox(mv, parameters[i]);
            slots += parameters[i].getSize();
        }
        mv.visitVarInsn(Opcodes.ALOAD, 3);
        return slots;
    }

    private static int opcode(Method method, boolean isStatic) {
        if (isStatic) {
            return Opcodes.INVOKESTATIC;
        } else if (Modifier.isPrivate(method.getModifiers())) {
            return Opcodes.INVOKESPECIAL;
        }
        return method.getDeclaringClass().isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    }

    private static void unbox(MethodVisitor mv, Type type) {
        if (type.getSort() >= Type.ARRAY) {
            VerificationTypes.cast(mv, type.getInternalName());
            return;
        }
        String box = box(type);
        mv.visitTypeInsn(Opcodes.CHECKCAST, box);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, box, type.getClassName() + "Value", "()" + type, false);
    }

    private static void box(MethodVisitor mv, Type type) {
        if (type.equals(Type.VOID_TYPE)) {
            mv.visitInsn(Opcodes.ACONST_NULL);
        } else if (type.equals(Type.FLOAT_TYPE) || type.equals(Type.DOUBLE_TYPE)) {
            mv.visitVarInsn(Opcodes.ALOAD, 3);
            String desc = "(" + type + Names.CONTEXT_D + ")" + Names.OBJECT_D;
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.INVOKER, "box", desc, false);
        } else if (type.getSort() < Type.ARRAY) {
            String box = box(type);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf", "(" + type + ")L" + box + ";", false);
        }
    }

    private static String box(Type type) {
        switch (type.getSort()) {
            case Type.BOOLEAN:
                return "java/lang/Boolean";
            case Type.BYTE:
                return "java/lang/Byte";
            case Type.CHAR:
                return "java/lang/Character";
            case Type.SHORT:
                return "java/lang/Short";
            case Type.INT:
                return "java/lang/Integer";
            case Type.LONG:
                return "java/lang/Long";
            case Type.FLOAT:
                return "java/lang/Float";
            default:
                return "java/lang/Double";
        }
    }
}
