package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.layout.Registers;
import dev.weft.agent.layout.VerificationTypes;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the class through which {@code Method.invoke} of a fiber reaches the twin of one method (and
 * {@code Constructor.newInstance} that of a constructor):
 *
 * <pre>
 *   Object invoke(Object target, Object[] args, CarrierContext context) {
 *       return box(((Host) target).m$weft((String) args[0], ((Integer) args[1]).intValue(), context));
 *   }
 * </pre>
 *
 * The caller has checked that target and arguments fit. Where the twin suspends, the result is dropped, and no box is
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
        String owner = Type.getInternalName(member.getDeclaringClass());
        int slots;
        if (member instanceof Constructor) {
            mv.visitTypeInsn(Opcodes.NEW, owner);
            mv.visitInsn(Opcodes.DUP);
            String desc = Type.getConstructorDescriptor((Constructor<?>) member);
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
            mv.visitVarInsn(Opcodes.ALOAD, 2);
            Registers.pushInt(mv, i);
            mv.visitInsn(Opcodes.AALOAD);
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
