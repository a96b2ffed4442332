package dev.weft.fuzz.gen;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates what no Java source has: jumps between blocks, ranges that overlap, monitors left in the order of entry.
 */
final class Tangles {
    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Tangles(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /**
     * Blocks that jump to each other: loops with several entries, none of which dominates the rest. Where the stack is
     * empty, a range of blocks may have a handler that goes on in another block.
     */
    boolean graph(int depth) {
        int n = 2 + choices.pick(3);
        Label[] blocks = new Label[n + 1];
        for (int k = 0; k <= n; k++) {
            blocks[k] = new Label();
        }
        Label end = blocks[n];
        body.expressions.emit(Type.INT_TYPE, depth);
        Kinds.pushInt(mv, 3);
        mv.visitInsn(Opcodes.IAND);
        Label[] entries = {blocks[0], blocks[1 % n], blocks[choices.pick(n)]};
        mv.visitTableSwitchInsn(0, 2, blocks[choices.pick(n)], entries);
        boolean hasHandler = body.stackIsEmpty && choices.chance(40);
        int from = choices.pick(n);
        int to = from + 1 + choices.pick(n - from);
        int leaves = body.leaves.size();
        Regions.Ranges range = hasHandler ? body.regions.rangesThatEnd() : null;
        for (int k = 0; k < n; k++) {
            choices.begin();
            if (hasHandler && k == from) {
                range.open();
                body.leaves.add(range);
            }
            mv.visitLabel(blocks[k]);
            body.rt("out", "()Z");
            mv.visitJumpInsn(Opcodes.IFNE, end);
            if (body.statements.list(depth)) {
                jump(blocks, depth);
            }
            if (hasHandler && k == to - 1) {
                body.leaves.remove(body.leaves.size() - 1);
                range.close();
            }
            choices.end();
        }
        if (hasHandler) {
            Label handler = new Label();
            mv.visitLabel(handler);
            range.cover(handler, choices.chance(50) ? null : "java/lang/RuntimeException");
            Kinds.tell(mv, Kinds.OBJECT);
            mv.visitJumpInsn(Opcodes.GOTO, blocks[choices.pick(n)]);
        }
        mv.visitLabel(end);
        if (leaves != body.leaves.size()) {
            throw new IllegalStateException("parts are not closed");
        }
        return true;
    }

    private void jump(Label[] blocks, int depth) {
        switch (choices.pick(3)) {
            case 0:
                mv.visitJumpInsn(Opcodes.GOTO, blocks[choices.pick(blocks.length)]);
                break;
            case 1:
                body.expressions.condition(blocks[choices.pick(blocks.length)], depth);
                mv.visitJumpInsn(Opcodes.GOTO, blocks[choices.pick(blocks.length)]);
                break;
            default:
                body.expressions.emit(Type.INT_TYPE, depth);
                mv.visitLookupSwitchInsn(blocks[choices.pick(blocks.length)], new int[] {0, 1, 200}, new Label[] {
                    blocks[choices.pick(blocks.length)],
                    blocks[choices.pick(blocks.length)],
                    blocks[choices.pick(blocks.length)]
                });
        }
    }

    /** Three parts; one handler covers the first two, another one the last two, in either order of the table. */
    boolean overlappingRanges(int depth) {
        Regions.Ranges first = body.regions.rangesThatEnd();
        Regions.Ranges second = body.regions.rangesThatEnd();
        Label end = new Label();
        int leaves = body.leaves.size();
        first.open();
        body.leaves.add(first);
        boolean goesOn = body.statements.list(depth);
        second.open();
        body.leaves.add(second);
        goesOn = goesOn && body.statements.list(depth);
        body.leaves.remove(leaves);
        first.close();
        goesOn = goesOn && body.statements.list(depth);
        body.leaves.remove(leaves);
        if (!goesOn) {
            mv.visitInsn(Opcodes.NOP);
        }
        second.close();
        mv.visitJumpInsn(Opcodes.GOTO, end);
        boolean isSwapped = choices.chance(50);
        Label handler = new Label();
        Label other = new Label();
        String type = choices.chance(50) ? null : "java/lang/RuntimeException";
        if (isSwapped) {
            second.cover(other, "java/lang/Throwable");
        }
        first.cover(handler, type);
        if (!isSwapped) {
            second.cover(other, "java/lang/Throwable");
        }
        mv.visitLabel(handler);
        Kinds.tell(mv, Kinds.OBJECT);
        Kinds.pushInt(mv, 1);
        Kinds.tell(mv, Type.INT_TYPE);
        mv.visitJumpInsn(Opcodes.GOTO, end);
        mv.visitLabel(other);
        Kinds.tell(mv, Kinds.OBJECT);
        mv.visitLabel(end);
        return true;
    }

    /** {@code enter a; enter b; exit a; exit b}, with catch-alls that leave what is held. */
    boolean overlappingMonitors(int depth) {
        int a = body.nextSlot++;
        int b = body.nextSlot++;
        body.vars.add(new Body.Var(a, Type.VOID_TYPE));
        body.vars.add(new Body.Var(b, Type.VOID_TYPE));
        body.expressions.lock();
        mv.visitVarInsn(Opcodes.ASTORE, a);
        body.expressions.lock();
        mv.visitVarInsn(Opcodes.ASTORE, b);
        Label[] labels = {new Label(), new Label(), new Label(), new Label(), new Label()};
        Label end = new Label();
        enter(a);
        mv.visitLabel(labels[0]);
        body.expressions.emit(Type.INT_TYPE, 1);
        body.rt("check", "(I)V");
        enter(b);
        mv.visitLabel(labels[1]);
        body.expressions.emit(Type.INT_TYPE, depth > 0 ? 1 : 0);
        body.rt("check", "(I)V");
        exit(a);
        mv.visitLabel(labels[2]);
        mv.visitVarInsn(Opcodes.ALOAD, b);
        body.rt("holds", "(Ljava/lang/Object;)V");
        exit(b);
        mv.visitLabel(labels[3]);
        mv.visitJumpInsn(Opcodes.GOTO, end);
        handler(labels[0], labels[1], a);
        handler(labels[1], labels[2], a, b);
        handler(labels[2], labels[3], b);
        mv.visitLabel(end);
        body.forget(body.vars.size() - 2);
        return true;
    }

    private void enter(int slot) {
        mv.visitVarInsn(Opcodes.ALOAD, slot);
        mv.visitInsn(Opcodes.MONITORENTER);
    }

    private void exit(int slot) {
        mv.visitVarInsn(Opcodes.ALOAD, slot);
        mv.visitInsn(Opcodes.MONITOREXIT);
    }

    private void handler(Label from, Label to, int... held) {
        Label handler = new Label();
        mv.visitLabel(handler);
        mv.visitTryCatchBlock(from, to, handler, null);
        for (int slot : held) {
            exit(slot);
        }
        mv.visitInsn(Opcodes.ATHROW);
    }
}
