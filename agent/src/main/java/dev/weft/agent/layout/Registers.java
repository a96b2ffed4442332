package dev.weft.agent.layout;

import dev.weft.agent.abi.Names;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Instructions for the return registers of the context. */
public final class Registers {
    private Registers() {}

    /** Pushes what the callee returned; nothing for void. {@code context} is the local that holds the context. */
    public static void pushResult(MethodVisitor mv, int context, Type type) {
        if (type.equals(Type.VOID_TYPE)) {
            return;
        }
        mv.visitVarInsn(Opcodes.ALOAD, context);
        Object kind = VerificationTypes.of(type);
        if (kind instanceof String) {
            mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Names.CONTEXT, "takeA", "()" + Names.OBJECT_D, false);
            VerificationTypes.cast(mv, kind);
        } else {
            mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, register(kind), registerDesc(kind));
        }
    }

    /** Pops the method's result into its register; for void does nothing. */
    public static void popResult(MethodVisitor mv, int context, Type type) {
        if (type.equals(Type.VOID_TYPE)) {
            return;
        }
        Object kind = VerificationTypes.of(type);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        if (VerificationTypes.isWide(kind)) {
            mv.visitInsn(Opcodes.DUP_X2);
            mv.visitInsn(Opcodes.POP);
        } else {
            mv.visitInsn(Opcodes.SWAP);
        }
        mv.visitFieldInsn(Opcodes.PUTFIELD, Names.CONTEXT, register(kind), registerDesc(kind));
    }

    /** Descriptor of the register of values of that type, which is not void. */
    public static String desc(Type type) {
        return registerDesc(VerificationTypes.of(type));
    }

    private static String register(Object kind) {
        return kind instanceof String ? "retA" : "ret" + registerDesc(kind);
    }

    private static String registerDesc(Object kind) {
        if (kind instanceof String) {
            return Names.OBJECT_D;
        } else if (kind == Opcodes.LONG) {
            return "J";
        } else if (kind == Opcodes.FLOAT) {
            return "F";
        }
        return kind == Opcodes.DOUBLE ? "D" : "I";
    }

    /** Cuts the int on the stack to the range of the type, as returning it or storing it to a field does (JVMS 6.5). */
    public static void narrow(MethodVisitor mv, Type type) {
        switch (type.getSort()) {
            case Type.BOOLEAN:
                mv.visitInsn(Opcodes.ICONST_1);
                mv.visitInsn(Opcodes.IAND);
                break;
            case Type.BYTE:
                mv.visitInsn(Opcodes.I2B);
                break;
            case Type.CHAR:
                mv.visitInsn(Opcodes.I2C);
                break;
            case Type.SHORT:
                mv.visitInsn(Opcodes.I2S);
                break;
            default:
        }
    }

    /** Returns from a method with a value that nobody reads. */
    public static void returnDummy(MethodVisitor mv, Type type) {
        if (!type.equals(Type.VOID_TYPE)) {
            VerificationTypes.pushDefault(mv, VerificationTypes.of(type));
        }
        mv.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    /** Pushes an int constant. */
    public static void pushInt(MethodVisitor mv, int value) {
        if (value >= -1 && value <= 5) {
            mv.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.BIPUSH, value);
        } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            mv.visitLdcInsn(value);
        }
    }
}
