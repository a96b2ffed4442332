package dev.weft.fuzz.gen;

import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the expressions that only one type has: constants, arithmetic, arrays, objects, lambdas.
 *
 * <p>Longer than other classes, because it is one grammar: an expression of any type may contain one of any other.
 */
final class Values {
    private static final String META = "java/lang/invoke/LambdaMetafactory";
    private static final Handle LAMBDAS = new Handle(
            Opcodes.H_INVOKESTATIC,
            META,
            "metafactory",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);
    private static final Handle CONCAT = new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/StringConcatFactory",
            "makeConcatWithConstants",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;"
                    + "[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
            false);

    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Values(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    void constant(Type type) {
        int n = choices.pick(7);
        if (n == 0 && (!Kinds.isReference(type) || choices.chance(50))) {
            Kinds.pushDefault(mv, type);
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
                intLambda(depth);
                break;
            case 9:
                if (body.shape.record != null && choices.chance(50)) {
                    ofRecord(depth);
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

    /** A component of a record, or what its {@code equals} or {@code hashCode} tells of another one. */
    private void ofRecord(int depth) {
        newRecord(depth);
        switch (choices.pick(3)) {
            case 0:
                mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Records.NAME, "number", "()I", false);
                break;
            case 1:
                body.withStack(() -> newRecord(depth));
                mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Records.NAME, "equals", "(Ljava/lang/Object;)Z", false);
                break;
            default:
                mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Records.NAME, "hashCode", "()I", false);
        }
    }

    private void newRecord(int depth) {
        mv.visitTypeInsn(Opcodes.NEW, Records.NAME);
        mv.visitInsn(Opcodes.DUP);
        body.expressions.pass(Records.COMPONENTS, depth);
        mv.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                Records.NAME,
                "<init>",
                Type.getMethodDescriptor(Type.VOID_TYPE, Records.COMPONENTS),
                false);
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
            object(declared, depth);
        } else if (type.equals(Kinds.STRING)) {
            string(depth);
        } else if (type.equals(Kinds.INTEGER)) {
            body.expressions.emit(Type.INT_TYPE, depth);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        } else if (type.getSort() == Type.ARRAY) {
            array(type, depth);
        } else if (choices.chance(30)) {
            objectLambda(depth);
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

    /** An object of the class or a subclass of it; null for an interface that no class implements. */
    void object(Shape.Declared type, int depth) {
        List<Shape.Method> usable = body.shape.all.stream()
                .filter(each -> !each.isInterface && each.isA(type))
                .flatMap(each -> each.methods.stream())
                .filter(Shape.Method::isConstructor)
                .toList();
        if (usable.isEmpty()) {
            mv.visitInsn(Opcodes.ACONST_NULL);
        } else {
            create(usable.get(choices.pick(usable.size())), depth);
        }
    }

    /** {@code new C(..)}, in one of the forms that compilers and obfuscators know. */
    void create(Shape.Method constructor, int depth) {
        String owner = constructor.owner().name;
        boolean mayRecur = constructor.owner().superClass != null || constructor.owner() == body.method.owner();
        if (!body.isInitialized && mayRecur) {
            // nothing bounds a recursion through the arguments of super(..)
            mv.visitInsn(Opcodes.ACONST_NULL);
            return;
        }
        int form = choices.pick(20);
        mv.visitTypeInsn(Opcodes.NEW, owner);
        if (form == 19 && body.stackIsEmpty) {
            int slot = body.nextSlot++;
            mv.visitInsn(Opcodes.DUP);
            mv.visitVarInsn(Opcodes.ASTORE, slot);
            body.vars.add(new Body.Var(slot, Type.VOID_TYPE));
            body.expressions.pass(constructor.parameters(), depth);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.desc(), false);
            mv.visitVarInsn(Opcodes.ALOAD, slot);
            body.vars.remove(body.vars.size() - 1);
            body.nextSlot = slot;
            return;
        }
        if (form == 18 && constructor.parameters().length == 1 && constructor.parameters()[0].getSize() == 1) {
            mv.visitInsn(Opcodes.POP);
            body.expressions.emit(constructor.parameters()[0], depth);
            Kinds.truncate(mv, constructor.parameters()[0]);
            mv.visitTypeInsn(Opcodes.NEW, owner);
            mv.visitInsn(Opcodes.DUP_X1);
            mv.visitInsn(Opcodes.SWAP);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.desc(), false);
            return;
        }
        mv.visitInsn(Opcodes.DUP);
        boolean isTripled = form == 17;
        if (isTripled) {
            mv.visitInsn(Opcodes.DUP);
        }
        body.expressions.pass(constructor.parameters(), depth);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.desc(), false);
        if (isTripled) {
            mv.visitInsn(Opcodes.POP);
        }
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

    private void intLambda(int depth) {
        Shape.Method target = lambdaTarget(Type.INT_TYPE);
        if (target == null || body.version < Opcodes.V1_8 || !choices.chance(40)) {
            body.expressions.emit(Type.INT_TYPE, depth);
            body.rt("id", "(I)I");
            return;
        }
        link(target, "IntFn", "(I)I", depth);
        body.expressions.argument(Type.INT_TYPE, depth);
        mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, Kinds.RT + "$IntFn", "f", "(I)I", true);
    }

    private void objectLambda(int depth) {
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

    /** {@code (x) -> target(captured.., x)}. */
    private void link(Shape.Method target, String itf, String desc, int depth) {
        Type[] all = target.parameters();
        Type[] captured = Arrays.copyOf(all, all.length - 1);
        boolean isFirst = true;
        if (!target.isStatic()) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            isFirst = false;
        }
        for (Type type : captured) {
            if (isFirst) {
                body.expressions.emit(type, depth);
                Kinds.truncate(mv, type);
            } else {
                body.expressions.argument(type, depth);
            }
            isFirst = false;
        }
        if (!target.isStatic()) {
            captured = Arrays.copyOf(all, all.length);
            System.arraycopy(all, 0, captured, 1, all.length - 1);
            captured[0] = target.owner().type();
        }
        boolean isPrivate = (target.access() & Opcodes.ACC_PRIVATE) != 0;
        int ofInstance = isPrivate ? Opcodes.H_INVOKESPECIAL : Opcodes.H_INVOKEVIRTUAL;
        Handle handle = new Handle(
                target.isStatic() ? Opcodes.H_INVOKESTATIC : ofInstance,
                target.owner().name,
                target.name(),
                target.desc(),
                target.owner().isInterface);
        Type shape = Type.getMethodType(desc);
        mv.visitInvokeDynamicInsn(
                "f",
                Type.getMethodDescriptor(Type.getObjectType(Kinds.RT + "$" + itf), captured),
                LAMBDAS,
                shape,
                handle,
                shape);
    }
}
