package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates expressions that duplicate, swap and drop operands: assignments as values, compound assignments. */
final class Shuffles {
    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Shuffles(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /** {@code v = e}, {@code o.f = e}, {@code a[i] = e}, {@code a[i] += e} as a value. */
    void assignment(Type type, int depth) {
        switch (choices.pick(4)) {
            case 0:
                variable(type, depth);
                break;
            case 1:
                field(type, depth);
                break;
            case 2:
                element(type, depth);
                break;
            default:
                compound(type, depth);
        }
    }

    private void dup(Type type) {
        mv.visitInsn(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    }

    private void variable(Type type, int depth) {
        List<Body.Var> usable = new ArrayList<>();
        for (Body.Var var : body.vars) {
            if (var.type().equals(type)) {
                usable.add(var);
            }
        }
        body.expressions.emit(type, depth);
        if (!usable.isEmpty()) {
            dup(type);
            body.store(usable.get(choices.pick(usable.size())));
        }
    }

    private void field(Type type, int depth) {
        List<Shape.Field> usable = new ArrayList<>();
        for (Shape.Declared each : body.shape.all) {
            for (Shape.Field field : each.fields) {
                if (field.type().equals(type) && !field.isFinal()) {
                    usable.add(field);
                }
            }
        }
        if (usable.isEmpty()) {
            variable(type, depth);
            return;
        }
        Shape.Field field = usable.get(choices.pick(usable.size()));
        if (field.isStatic()) {
            body.expressions.emit(type, depth);
            dup(type);
        } else {
            body.calls.receiver(field.owner(), field.access(), depth);
            body.withStack(() -> body.expressions.emit(type, depth));
            mv.visitInsn(type.getSize() == 2 ? Opcodes.DUP2_X1 : Opcodes.DUP_X1);
        }
        mv.visitFieldInsn(
                field.isStatic() ? Opcodes.PUTSTATIC : Opcodes.PUTFIELD,
                field.owner().name,
                field.name(),
                type.getDescriptor());
    }

    private boolean hasArray(Type type) {
        return !Kinds.isReference(type) || type.equals(Kinds.STRING) || type.equals(Kinds.OBJECT);
    }

    /** Pushes an array and an index that may be right. */
    private void place(Type type, int depth) {
        body.expressions.emit(Type.getType("[" + type.getDescriptor()), depth);
        body.withStack(() -> body.expressions.emit(Type.INT_TYPE, 1));
        Kinds.pushInt(mv, 1);
        mv.visitInsn(Opcodes.IAND);
    }

    private void element(Type type, int depth) {
        if (!hasArray(type)) {
            variable(type, depth);
            return;
        }
        place(type, depth);
        body.withStack(() -> body.expressions.emit(type, depth));
        mv.visitInsn(type.getSize() == 2 ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
        mv.visitInsn(type.getOpcode(Opcodes.IASTORE));
    }

    private void compound(Type type, int depth) {
        if (!hasArray(type) || Kinds.isReference(type)) {
            element(type, depth);
            return;
        }
        place(type, depth);
        mv.visitInsn(Opcodes.DUP2);
        mv.visitInsn(type.getOpcode(Opcodes.IALOAD));
        body.withStack(() -> body.expressions.emit(type, depth));
        mv.visitInsn(Kinds.isInt(type) ? Opcodes.IADD : type.getOpcode(Opcodes.IADD));
        mv.visitInsn(type.getSize() == 2 ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
        mv.visitInsn(type.getOpcode(Opcodes.IASTORE));
    }

    /** The value, with another one below it that is dropped at the end, or above it, dropped at once. */
    void discard(Type type, int depth) {
        Type other = body.shape.type(choices);
        if (choices.chance(50)) {
            body.expressions.emit(type, depth);
            body.withStack(() -> body.expressions.emit(other, depth));
            Kinds.pop(mv, other);
            return;
        }
        body.expressions.emit(other, depth);
        body.withStack(() -> body.expressions.emit(type, depth));
        if (type.getSize() == 1 && other.getSize() == 1 && choices.chance(50)) {
            mv.visitInsn(Opcodes.SWAP);
            mv.visitInsn(Opcodes.POP);
        } else {
            under(type, other);
        }
    }

    /** Drops the value below the topmost. */
    private void under(Type type, Type other) {
        boolean isWide = type.getSize() == 2;
        if (other.getSize() == 2) {
            mv.visitInsn(isWide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
        } else {
            mv.visitInsn(isWide ? Opcodes.DUP2_X1 : Opcodes.DUP_X1);
        }
        mv.visitInsn(isWide ? Opcodes.POP2 : Opcodes.POP);
        mv.visitInsn(other.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }

    /** Two values, exchanged: {@code b} computed first, then {@code a}, and told in the order of the stack. */
    void swapped(Type type, int depth) {
        Type other = Kinds.isReference(type) ? Type.INT_TYPE : Kinds.OBJECT;
        body.expressions.emit(type, depth);
        body.withStack(() -> body.expressions.emit(other, depth));
        if (type.getSize() == 1) {
            mv.visitInsn(Opcodes.SWAP);
            mv.visitInsn(Opcodes.DUP_X1);
            Kinds.tell(mv, type);
            Kinds.tell(mv, other);
        } else {
            mv.visitInsn(Opcodes.DUP_X2);
            Kinds.tell(mv, other);
            mv.visitInsn(Opcodes.DUP2_X1);
            Kinds.tell(mv, type);
            Kinds.tell(mv, other);
        }
    }
}
