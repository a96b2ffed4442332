package dev.weft.fuzz.gen;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates switches as compilers make them of strings and of enums. */
final class Selections {
    private static final String COLOUR = Kinds.RT + "$Colour";

    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Selections(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /** {@code switch (string)} or {@code switch (enum)} with two cases. */
    boolean statement(int depth) {
        Label[] cases = {new Label(), new Label()};
        Label otherwise = new Label();
        Label end = new Label();
        if (choices.chance(50)) {
            ofString(cases, otherwise, depth);
        } else {
            ofEnum(cases, otherwise, depth);
        }
        body.exits.add(new Body.Exit(end, body.leaves.size(), body.stackIsEmpty));
        for (Label label : cases) {
            mv.visitLabel(label);
            if (body.statements.list(depth) && choices.chance(60)) {
                mv.visitJumpInsn(Opcodes.GOTO, end);
            }
        }
        mv.visitLabel(otherwise);
        body.statements.list(depth);
        body.exits.remove(body.exits.size() - 1);
        mv.visitLabel(end);
        return true;
    }

    /**
     * {@code s = string; n = -1; switch (s.hashCode()) { case ..: if (s.equals(..)) n = 0; .. } switch (n) ..}, as
     * javac does.
     */
    private void ofString(Label[] cases, Label otherwise, int depth) {
        String[] keys = {"s" + choices.pick(7), "t"};
        int known = body.vars.size();
        body.expressions.emit(Kinds.STRING, depth);
        Body.Var string = body.declare(Kinds.STRING);
        body.store(string);
        Body.Var number = body.declare(Type.INT_TYPE);
        Kinds.pushInt(mv, -1);
        body.store(number);
        Label chosen = new Label();
        Label[] hashes = {new Label(), new Label()};
        body.load(string);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "hashCode", "()I", false);
        boolean isOrdered = keys[0].hashCode() < keys[1].hashCode();
        int first = isOrdered ? 0 : 1;
        mv.visitLookupSwitchInsn(chosen, new int[] {keys[first].hashCode(), keys[1 - first].hashCode()}, new Label[] {
            hashes[first], hashes[1 - first]
        });
        for (int k = 0; k < keys.length; k++) {
            mv.visitLabel(hashes[k]);
            body.load(string);
            mv.visitLdcInsn(keys[k]);
            mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
            mv.visitJumpInsn(Opcodes.IFEQ, chosen);
            Kinds.pushInt(mv, k);
            body.store(number);
            mv.visitJumpInsn(Opcodes.GOTO, chosen);
        }
        mv.visitLabel(chosen);
        body.load(number);
        body.forget(known);
        mv.visitTableSwitchInsn(0, 1, otherwise, cases);
    }

    /** {@code switch (Rt.colour(n))}, by its ordinal. */
    private void ofEnum(Label[] cases, Label otherwise, int depth) {
        body.expressions.emit(Type.INT_TYPE, depth);
        body.rt("colour", "(I)L" + COLOUR + ";");
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, COLOUR, "ordinal", "()I", false);
        mv.visitTableSwitchInsn(0, 1, otherwise, cases);
    }
}
