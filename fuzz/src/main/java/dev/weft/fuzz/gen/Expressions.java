package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates expressions: code that leaves one value on the operand stack. */
final class Expressions {
    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;
    private final Values values;
    private final Shuffles shuffles;

    Expressions(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
        values = new Values(body);
        shuffles = new Shuffles(body);
    }

    /** A value of the type; one of int's smaller kin may be out of its range. */
    void emit(Type type, int depth) {
        choices.begin();
        body.budget--;
        if (depth <= 0 || body.budget <= 0) {
            simple(type);
        } else {
            compound(type, depth - 1);
        }
        choices.end();
    }

    /** A value of the type within its range, with something below it on the stack. */
    void argument(Type type, int depth) {
        body.withStack(() -> emit(type, depth));
        Kinds.truncate(mv, type);
    }

    /**
     * One argument after the other; with something below the first one, too, unless it is said to be the first on the
     * stack.
     */
    void arguments(Type[] types, boolean isFirst, int depth) {
        for (int i = 0; i < types.length; i++) {
            if (i == 0 && isFirst) {
                emit(types[i], depth);
                Kinds.truncate(mv, types[i]);
            } else {
                argument(types[i], depth);
            }
        }
    }

    private void compound(Type type, int depth) {
        switch (choices.pick(17)) {
            case 0:
            case 1:
            case 2:
                simple(type);
                break;
            case 3:
                identity(type, depth);
                break;
            case 4:
                ternary(type, depth);
                break;
            case 5:
            case 6:
            case 7:
                if (!body.calls.returning(type, depth)) {
                    identity(type, depth);
                }
                break;
            case 8:
                field(type, depth);
                break;
            case 9:
                block(type, depth);
                break;
            case 10:
                shuffles.assignment(type, depth);
                break;
            case 11:
                shuffles.discard(type, depth);
                break;
            case 12:
                selection(type, depth);
                break;
            case 13:
                shuffles.swapped(type, depth);
                break;
            default:
                values.ofType(type, depth);
        }
    }

    /** A constant or a variable. */
    void simple(Type type) {
        List<Body.Var> usable = new ArrayList<>();
        for (Body.Var var : body.vars) {
            boolean fits = var.type().equals(type)
                    || type.equals(Kinds.OBJECT) && Kinds.isReference(var.type())
                    || Kinds.isInt(type) && Kinds.isInt(var.type());
            if (fits) {
                usable.add(var);
            }
        }
        int n = choices.pick(4);
        if (n == 0 || usable.isEmpty()) {
            values.constant(type);
        } else {
            body.load(usable.get(choices.pick(usable.size())));
        }
    }

    /** {@code Rt.id(e)}: tells it, and may suspend. */
    private void identity(Type type, int depth) {
        emit(type, depth);
        if (type.equals(Kinds.STRING)) {
            body.rt("id", "(Ljava/lang/String;)Ljava/lang/String;");
            return;
        }
        String told = Kinds.toldAs(type);
        body.rt("id", "(" + told + ")" + told);
        if (Kinds.isReference(type) && !type.equals(Kinds.OBJECT)) {
            mv.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        }
    }

    /** Jumps if something is false. */
    void condition(Label otherwise, int depth) {
        switch (choices.pick(5)) {
            case 0:
                emit(Type.INT_TYPE, depth);
                mv.visitJumpInsn(Opcodes.IFEQ, otherwise);
                break;
            case 1:
                emit(Type.INT_TYPE, depth);
                argument(Type.INT_TYPE, depth);
                mv.visitJumpInsn(Opcodes.IF_ICMPEQ + choices.pick(6), otherwise);
                break;
            case 2:
                emit(body.shape.type(choices).getSort() >= Type.ARRAY ? Kinds.STRING : Kinds.OBJECT, depth);
                mv.visitJumpInsn(choices.chance(50) ? Opcodes.IFNULL : Opcodes.IFNONNULL, otherwise);
                break;
            case 3:
                emit(Kinds.OBJECT, depth);
                argument(Kinds.OBJECT, depth);
                mv.visitJumpInsn(choices.chance(50) ? Opcodes.IF_ACMPEQ : Opcodes.IF_ACMPNE, otherwise);
                break;
            default:
                body.rt("out", "()Z");
                mv.visitJumpInsn(Opcodes.IFNE, otherwise);
        }
    }

    private void ternary(Type type, int depth) {
        Label otherwise = new Label();
        Label end = new Label();
        condition(otherwise, depth);
        emit(type, depth);
        mv.visitJumpInsn(Opcodes.GOTO, end);
        mv.visitLabel(otherwise);
        emit(type, depth);
        mv.visitLabel(end);
    }

    private void selection(Type type, int depth) {
        Label[] labels = {new Label(), new Label()};
        Label otherwise = new Label();
        Label end = new Label();
        emit(Type.INT_TYPE, depth);
        mv.visitTableSwitchInsn(0, 1, otherwise, labels);
        for (Label label : labels) {
            mv.visitLabel(label);
            emit(type, depth);
            mv.visitJumpInsn(Opcodes.GOTO, end);
        }
        mv.visitLabel(otherwise);
        values.constant(type);
        mv.visitLabel(end);
    }

    /** Statements, then a value: also loops and monitors while operands lie on the stack. */
    private void block(Type type, int depth) {
        if (!body.isInitialized) {
            simple(type);
            return;
        }
        int known = body.vars.size();
        if (body.statements.list(depth)) {
            emit(type, depth);
        } else {
            // unreachable, but the code behind it must still be generated
            values.constant(type);
        }
        body.forget(known);
    }

    private void field(Type type, int depth) {
        List<Shape.Field> usable = new ArrayList<>();
        for (Shape.Declared each : body.shape.all) {
            for (Shape.Field field : each.fields) {
                if (field.type().equals(type)) {
                    usable.add(field);
                }
            }
        }
        if (usable.isEmpty()) {
            values.ofType(type, depth);
            return;
        }
        Shape.Field field = usable.get(choices.pick(usable.size()));
        if (!field.isStatic()) {
            body.calls.receiver(field.owner(), field.access(), depth);
        }
        mv.visitFieldInsn(
                field.isStatic() ? Opcodes.GETSTATIC : Opcodes.GETFIELD,
                field.owner().name,
                field.name(),
                type.getDescriptor());
    }

    /** An object to lock. */
    void lock() {
        switch (choices.pick(8)) {
            case 0:
            case 1:
            case 2:
            case 3:
                Kinds.pushInt(mv, choices.pick(4));
                body.rt("lock", "(I)Ljava/lang/Object;");
                break;
            case 4:
            case 5:
                if (body.hasThis()) {
                    mv.visitVarInsn(Opcodes.ALOAD, 0);
                } else {
                    mv.visitLdcInsn(body.method.owner().type());
                }
                break;
            case 6:
                mv.visitLdcInsn(body.method.owner().type());
                break;
            default:
                emit(Kinds.OBJECT, 1);
        }
    }
}
