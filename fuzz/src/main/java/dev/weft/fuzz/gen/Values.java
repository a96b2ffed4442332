package dev.weft.fuzz.gen;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates the expressions that only one type has: constants, arithmetic, arrays, strings. */
final class Values {
    private static final Handle CONCAT = new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/StringConcatFactory",
            "makeConcatWithConstants",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;"
                    + "[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
            false);

    private static final Handle CONSTANT = new Handle(
            Opcodes.H_INVOKESTATIC,
            Kinds.RT,
            "constant",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;
    private final Lambdas lambdas;

    Values(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
        lambdas = new Lambdas(body);
    }

    void constant(Type type) {
        int n = choices.pick(7);
        if (n == 0 && (!Kinds.isReference(type) || choices.chance(50))) {
            Kinds.pushDefault(mv, type);
            return;
        }
        if (body.version >= Opcodes.V11 && isDynamic(type) && choices.chance(5)) {
            mv.visitLdcInsn(new ConstantDynamic("d", type.getDescriptor(), CONSTANT, n));
            return;
        }
        switch (Kinds.stackKind(type)) {
            case 'I':
                Kinds.pushInt(mv, new int[] {1, 2, 3, -1, 200, 70_000, 5}[n]);
                break;
            case 'J':
                mv.visitLdcInsn(n * 0x123456789L);
                break;
            case 'F':
                mv.visitLdcInsn(n * 1.5f);
                break;
            case 'D':
                mv.visitLdcInsn(n * 2.25);
                break;
            default:
                reference(type, n);
        }
    }

    /** Of these types {@code Rt} has dynamic constants. */
    private static boolean isDynamic(Type type) {
        return type == Type.INT_TYPE || type == Type.LONG_TYPE || type == Type.DOUBLE_TYPE || type.equals(Kinds.STRING);
    }

    private void reference(Type type, int n) {
        Shape.Declared declared = body.shape.find(type);
        if (type.equals(Kinds.STRING)) {
            mv.visitLdcInsn("s" + n);
        } else if (type.equals(Kinds.INTEGER)) {
            Kinds.pushInt(mv, n);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        } else if (type.getSort() == Type.ARRAY) {
            newArray(type, n % 3 + 1);
        } else if (declared != null && declared.isInterface || n < 3) {
            mv.visitInsn(Opcodes.ACONST_NULL);
        } else if (type.equals(Kinds.OBJECT)) {
            mv.visitLdcInsn(n == 3 ? "object" : body.method.owner().type());
        } else if (declared != null && body.isInitialized) {
            mv.visitTypeInsn(Opcodes.NEW, declared.name);
            mv.visitInsn(Opcodes.DUP);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, declared.name, "<init>", "()V", false);
        } else {
            mv.visitInsn(Opcodes.ACONST_NULL);
        }
    }

    private void newArray(Type type, int length) {
        Kinds.pushInt(mv, length);
        newArrayOf(type);
    }

    /** The length is on the stack. */
    private void newArrayOf(Type type) {
        Type element = Type.getType(type.getDescriptor().substring(1));
        switch (element.getSort()) {
            case Type.BOOLEAN:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BOOLEAN);
                break;
            case Type.BYTE:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BYTE);
                break;
            case Type.CHAR:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_CHAR);
                break;
            case Type.SHORT:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_SHORT);
                break;
            case Type.INT:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
                break;
            case Type.LONG:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
                break;
            case Type.FLOAT:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_FLOAT);
                break;
            case Type.DOUBLE:
                mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_DOUBLE);
                break;
            default:
                mv.visitTypeInsn(Opcodes.ANEWARRAY, element.getInternalName());
        }
    }

    /** An expression that is peculiar to the type. */
    void ofType(Type type, int depth) {
        switch (Kinds.stackKind(type)) {
            case 'I':
                ofInt(depth);
                break;
            case 'J':
                arithmetic(Type.LONG_TYPE, Opcodes.LADD, depth);
                break;
            case 'F':
                arithmetic(Type.FLOAT_TYPE, Opcodes.FADD, depth);
                break;
            case 'D':
                arithmetic(Type.DOUBLE_TYPE, Opcodes.DADD, depth);
                break;
            default:
                ofReference(type, depth);
        }
    }

    private void arithmetic(Type type, int add, int depth) {
        if (choices.chance(25)) {
            element(Type.getType("[" + type.getDescriptor()), depth);
            return;
        }
        if (choices.chance(20)) {
            body.expressions.emit(Type.INT_TYPE, depth);
            mv.visitInsn(type == Type.LONG_TYPE ? Opcodes.I2L : type == Type.FLOAT_TYPE ? Opcodes.I2F : Opcodes.I2D);
            return;
        }
        body.expressions.emit(type, depth);
        body.expressions.argument(type, depth);
        // add, sub, mul, div, rem
        mv.visitInsn(add + 4 * choices.pick(5));
    }

    private static final int[] INT_OPS = {
        Opcodes.IADD,
        Opcodes.ISUB,
        Opcodes.IMUL,
        Opcodes.IDIV,
        Opcodes.IREM,
        Opcodes.ISHL,
        Opcodes.ISHR,
        Opcodes.IUSHR,
        Opcodes.IAND,
        Opcodes.IOR,
        Opcodes.IXOR
    };

    private void ofInt(int depth) {
        Expressions expressions = body.expressions;
        switch (choices.pick(11)) {
            case 0:
            case 1:
                expressions.emit(Type.INT_TYPE, depth);
                expressions.argument(Type.INT_TYPE, depth);
                mv.visitInsn(INT_OPS[choices.pick(INT_OPS.length)]);
                break;
            case 2:
                expressions.emit(Type.LONG_TYPE, depth);
                expressions.argument(Type.LONG_TYPE, depth);
                mv.visitInsn(Opcodes.LCMP);
                break;
            case 3:
                expressions.emit(Type.DOUBLE_TYPE, depth);
                expressions.argument(Type.DOUBLE_TYPE, depth);
                mv.visitInsn(choices.chance(50) ? Opcodes.DCMPG : Opcodes.DCMPL);
                break;
            case 4:
                expressions.emit(Kinds.OBJECT, depth);
                mv.visitTypeInsn(
                        Opcodes.INSTANCEOF,
                        body.shape.type(choices).getSort() >= Type.ARRAY ? "[I" : "java/lang/String");
                break;
            case 5:
                expressions.emit(Kinds.array(choices), depth);
                mv.visitInsn(Opcodes.ARRAYLENGTH);
                break;
            case 6:
                element(Type.getType(new String[] {"[I", "[B", "[Z", "[C", "[S"}[choices.pick(5)]), depth);
                break;
            case 7:
                unboxed(depth);
                break;
            case 8:
                lambdas.ofInt(depth);
                break;
            case 9:
                if (body.shape.record != null && choices.chance(50)) {
                    body.objects.ofRecord(depth);
                    break;
                }
                expressions.emit(Type.LONG_TYPE, depth);
                mv.visitInsn(Opcodes.L2I);
                break;
            default:
                expressions.emit(Type.LONG_TYPE, depth);
                mv.visitInsn(Opcodes.L2I);
        }
    }

    private void unboxed(int depth) {
        body.expressions.emit(Kinds.INTEGER, depth);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Integer", "intValue", "()I", false);
    }

    /** {@code array[index]}. */
    private void element(Type array, int depth) {
        Type element = Type.getType(array.getDescriptor().substring(1));
        body.expressions.emit(array, depth);
        body.withStack(() -> body.expressions.emit(Type.INT_TYPE, depth > 0 ? 1 : 0));
        Kinds.pushInt(mv, 1);
        mv.visitInsn(Opcodes.IAND);
        mv.visitInsn(element.getOpcode(Opcodes.IALOAD));
    }

    private void ofReference(Type type, int depth) {
        Shape.Declared declared = body.shape.find(type);
        if (declared != null) {
            body.objects.object(declared, depth);
        } else if (type.equals(Kinds.STRING)) {
            string(depth);
        } else if (type.equals(Kinds.INTEGER)) {
            body.expressions.emit(Type.INT_TYPE, depth);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        } else if (type.getSort() == Type.ARRAY) {
            array(type, depth);
        } else if (choices.chance(30)) {
            lambdas.ofObject(depth);
        } else {
            Type any = body.shape.type(choices);
            if (Kinds.isReference(any)) {
                body.expressions.emit(any, depth);
            } else {
                body.expressions.emit(Kinds.STRING, depth);
            }
        }
    }

    /** {@code new T[] {..}} with computed elements, or of computed dimensions. */
    private void array(Type type, int depth) {
        Type element = Type.getType(type.getDescriptor().substring(1));
        if (element.getSort() == Type.ARRAY && choices.chance(50)) {
            body.expressions.emit(Type.INT_TYPE, 0);
            Kinds.pushInt(mv, 3);
            mv.visitInsn(Opcodes.IAND);
            Kinds.pushInt(mv, 2);
            mv.visitMultiANewArrayInsn(type.getInternalName(), 2);
            return;
        }
        if (choices.chance(10)) {
            body.expressions.emit(Type.INT_TYPE, depth);
            Kinds.pushInt(mv, 7);
            mv.visitInsn(Opcodes.IREM);
            newArrayOf(type);
            return;
        }
        newArray(type, 2);
        for (int k = 0; k < 2; k++) {
            int index = k;
            body.withStack(() -> {
                mv.visitInsn(Opcodes.DUP);
                Kinds.pushInt(mv, index);
                body.expressions.emit(element, depth);
                mv.visitInsn(element.getOpcode(Opcodes.IASTORE));
            });
        }
    }

    private void string(int depth) {
        if (body.version < Opcodes.V9 || !choices.chance(20)) {
            body.expressions.emit(Kinds.STRING, depth);
            body.rt("id", "(Ljava/lang/String;)Ljava/lang/String;");
            return;
        }
        Type[] types = {Type.INT_TYPE, Kinds.STRING, Type.LONG_TYPE};
        body.expressions.emit(types[0], depth);
        body.expressions.argument(types[1], depth);
        body.expressions.argument(types[2], depth);
        mv.visitInvokeDynamicInsn(
                "makeConcatWithConstants", Type.getMethodDescriptor(Kinds.STRING, types), CONCAT, "\1-\1 \1");
    }
}
