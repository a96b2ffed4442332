package dev.weft.fuzz.gen;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The types that generated programs use, and the instructions that depend on them. */
final class Kinds {
    static final Type STRING = Type.getObjectType("java/lang/String");
    static final Type OBJECT = Type.getObjectType("java/lang/Object");
    static final Type CLASS = Type.getObjectType("java/lang/Class");
    static final Type INTEGER = Type.getObjectType("java/lang/Integer");
    static final Type THROWABLE = Type.getObjectType("java/lang/Throwable");
    static final String RT = "dev/weft/fuzz/run/Rt";

    private static final Type[] PRIMITIVES = {
        Type.INT_TYPE,
        Type.LONG_TYPE,
        Type.DOUBLE_TYPE,
        Type.FLOAT_TYPE,
        Type.BOOLEAN_TYPE,
        Type.BYTE_TYPE,
        Type.CHAR_TYPE,
        Type.SHORT_TYPE
    };

    private static final Type[] REFERENCES = {
        STRING,
        OBJECT,
        INTEGER,
        Type.getType("[I"),
        Type.getType("[J"),
        Type.getType("[D"),
        Type.getType("[B"),
        Type.getType("[Ljava/lang/Object;"),
        Type.getType("[Ljava/lang/String;"),
        Type.getType("[[I"),
        Type.getType("[Z"),
        Type.getType("[C"),
        Type.getType("[S"),
        Type.getType("[F"),
    };

    private Kinds() {}

    /** Any type but those of the program itself. */
    static Type any(Choices choices) {
        int n = choices.pick(PRIMITIVES.length * 2 + REFERENCES.length);
        if (n < PRIMITIVES.length * 2) {
            return PRIMITIVES[n % PRIMITIVES.length];
        }
        return REFERENCES[n - PRIMITIVES.length * 2];
    }

    /** Any array type. */
    static Type array(Choices choices) {
        return REFERENCES[3 + choices.pick(REFERENCES.length - 3)];
    }

    /** True for int and what is an int on the operand stack. */
    static boolean isInt(Type type) {
        int sort = type.getSort();
        return sort >= Type.BOOLEAN && sort <= Type.INT;
    }

    static boolean isReference(Type type) {
        return type.getSort() >= Type.ARRAY;
    }

    /** I, J, F, D or A: as the verifier sees it. */
    static char stackKind(Type type) {
        if (isReference(type)) {
            return 'A';
        }
        return isInt(type) ? 'I' : type.getDescriptor().charAt(0);
    }

    /** Cuts the int on the stack to the range of its type. */
    static void truncate(MethodVisitor mv, Type type) {
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

    static void pushInt(MethodVisitor mv, int value) {
        if (value >= -1 && value <= 5) {
            mv.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value == (byte) value) {
            mv.visitIntInsn(Opcodes.BIPUSH, value);
        } else if (value == (short) value) {
            mv.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            mv.visitLdcInsn(value);
        }
    }

    /** Zero or null. */
    static void pushDefault(MethodVisitor mv, Type type) {
        switch (stackKind(type)) {
            case 'I':
                mv.visitInsn(Opcodes.ICONST_0);
                break;
            case 'J':
                mv.visitInsn(Opcodes.LCONST_0);
                break;
            case 'F':
                mv.visitInsn(Opcodes.FCONST_0);
                break;
            case 'D':
                mv.visitInsn(Opcodes.DCONST_0);
                break;
            default:
                mv.visitInsn(Opcodes.ACONST_NULL);
        }
    }

    /** Drops the value on the stack. */
    static void pop(MethodVisitor mv, Type type) {
        if (type != Type.VOID_TYPE) {
            mv.visitInsn(type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
    }

    /** The box of a primitive's values. */
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

    /** Makes an object of the value on the stack, if it is none. */
    static void box(MethodVisitor mv, Type type) {
        if (!isReference(type)) {
            String box = box(type);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf", "(" + type + ")L" + box + ";", false);
        }
    }

    /** Makes a value of the type of the object on the stack; for void, nothing. */
    static void unbox(MethodVisitor mv, Type type) {
        if (type == Type.VOID_TYPE) {
            mv.visitInsn(Opcodes.POP);
        } else if (isReference(type)) {
            mv.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        } else {
            String box = box(type);
            mv.visitTypeInsn(Opcodes.CHECKCAST, box);
            mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, box, type.getClassName() + "Value", "()" + type, false);
        }
    }

    /** Descriptor of the parameter with which the tracing methods take a value of the type. */
    static String toldAs(Type type) {
        return isReference(type) ? "Ljava/lang/Object;" : String.valueOf(stackKind(type));
    }

    /** Tells the value on the stack. */
    static void tell(MethodVisitor mv, Type type) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, RT, "t", "(" + toldAs(type) + ")V", false);
    }
}
