package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates statements that handlers cover: {@code try}, {@code finally} and {@code synchronized}. */
final class Regions {
    private static final String[] CAUGHT = {
        "java/lang/Throwable",
        Kinds.RT + "$Failure",
        Kinds.RT + "$SubFailure",
        Kinds.RT + "$CheckedFailure",
        "java/lang/RuntimeException",
        "java/lang/Error",
        "java/lang/ArithmeticException",
        "java/lang/NullPointerException",
        null
    };

    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Regions(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /** Ranges of code, which early exits cut. */
    final class Ranges implements Body.Leave {
        private final List<Label> bounds = new ArrayList<>();
        private final Runnable onLeave;

        Ranges(Runnable onLeave) {
            this.onLeave = onLeave;
        }

        void open() {
            Label label = new Label();
            mv.visitLabel(label);
            mv.visitInsn(Opcodes.NOP);
            bounds.add(label);
        }

        void close() {
            Label label = new Label();
            mv.visitLabel(label);
            bounds.add(label);
        }

        @Override
        public void leave() {
            onLeave.run();
        }

        @Override
        public void resume() {
            open();
        }

        void cover(Label handler, String type) {
            for (int k = 0; k + 1 < bounds.size(); k += 2) {
                mv.visitTryCatchBlock(bounds.get(k), bounds.get(k + 1), handler, type);
            }
        }
    }

    /** Statements in those ranges; true if they can be left at their end. */
    private boolean listIn(Ranges ranges, int depth) {
        ranges.open();
        body.leaves.add(ranges);
        boolean goesOn = body.statements.list(depth);
        body.leaves.remove(body.leaves.size() - 1);
        ranges.close();
        return goesOn;
    }

    boolean tryCatch(int depth) {
        Label end = new Label();
        Ranges ranges = rangesThatEnd();
        boolean goesOn = listIn(ranges, depth);
        if (goesOn) {
            mv.visitJumpInsn(Opcodes.GOTO, end);
        }
        int handlers = 1 + choices.pick(2);
        for (int k = 0; k < handlers; k++) {
            choices.begin();
            Label handler = new Label();
            mv.visitLabel(handler);
            String type = CAUGHT[choices.pick(CAUGHT.length)];
            ranges.cover(handler, type);
            if (choices.chance(15)) {
                // several types, or one of them again, at the same handler
                ranges.cover(handler, choices.chance(30) ? type : CAUGHT[choices.pick(CAUGHT.length)]);
            }
            int known = body.vars.size();
            Body.Var caught = body.declare(Kinds.THROWABLE);
            body.store(caught);
            body.load(caught);
            Kinds.tell(mv, Kinds.OBJECT);
            boolean handlerGoesOn = body.statements.list(depth);
            if (handlerGoesOn && choices.chance(20)) {
                body.load(caught);
                mv.visitInsn(Opcodes.ATHROW);
            } else if (handlerGoesOn) {
                goesOn = true;
                mv.visitJumpInsn(Opcodes.GOTO, end);
            }
            body.forget(known);
            choices.end();
        }
        mv.visitLabel(end);
        return goesOn;
    }

    /** {@code try { code } catch (Throwable t) { Rt.t(t); }} */
    void tellFailure(BooleanSupplier code) {
        Label end = new Label();
        Ranges ranges = rangesThatEnd();
        ranges.open();
        code.getAsBoolean();
        ranges.close();
        mv.visitJumpInsn(Opcodes.GOTO, end);
        Label handler = new Label();
        mv.visitLabel(handler);
        ranges.cover(handler, "java/lang/Throwable");
        Kinds.tell(mv, Kinds.OBJECT);
        mv.visitLabel(end);
    }

    /** A range that early exits just end and begin again. */
    Ranges rangesThatEnd() {
        Ranges[] self = new Ranges[1];
        self[0] = new Ranges(() -> self[0].close());
        return self[0];
    }

    boolean tryFinally(int depth) {
        Label end = new Label();
        Ranges[] self = new Ranges[1];
        FinallyBlock code = new FinallyBlock(choices.pick(1 << 20));
        self[0] = new Ranges(() -> {
            self[0].close();
            code.emit();
        });
        Ranges ranges = self[0];
        boolean goesOn = listIn(ranges, depth);
        if (goesOn) {
            code.emit();
            mv.visitJumpInsn(Opcodes.GOTO, end);
        }
        Label handler = new Label();
        mv.visitLabel(handler);
        ranges.cover(handler, null);
        int known = body.vars.size();
        Body.Var caught = body.declare(Kinds.THROWABLE);
        body.store(caught);
        code.emit();
        body.load(caught);
        mv.visitInsn(Opcodes.ATHROW);
        body.forget(known);
        mv.visitLabel(end);
        return goesOn;
    }

    /** Some calls that tell where they are; repeated at each exit. */
    private final class FinallyBlock {
        private final int mark;
        private final boolean mayThrow;

        FinallyBlock(int seed) {
            mark = seed & 0xFFFF;
            mayThrow = (seed & 0x70000) == 0x70000;
        }

        void emit() {
            Kinds.pushInt(mv, mark);
            body.rt(mayThrow ? "check" : "t", "(I)V");
            for (Body.Var var : body.vars) {
                if (var.type() == Type.INT_TYPE || var.type() == Type.LONG_TYPE) {
                    body.load(var);
                    Kinds.tell(mv, var.type());
                    return;
                }
            }
        }
    }

    /** As javac makes one, whose handler covers its exits too, or as scalac does, where only outer handlers do. */
    boolean synchronizedBlock(int depth) {
        boolean coversExits = !choices.chance(30);
        int known = body.vars.size();
        int lock = body.nextSlot++;
        body.vars.add(new Body.Var(lock, Type.VOID_TYPE));
        body.expressions.lock();
        if (choices.chance(60)) {
            mv.visitInsn(Opcodes.DUP);
            mv.visitVarInsn(Opcodes.ASTORE, lock);
        } else {
            mv.visitVarInsn(Opcodes.ASTORE, lock);
            mv.visitVarInsn(Opcodes.ALOAD, lock);
        }
        mv.visitInsn(Opcodes.MONITORENTER);
        Ranges[] self = new Ranges[1];
        self[0] = new Ranges(() -> exit(lock, self[0], coversExits));
        Ranges ranges = self[0];
        ranges.open();
        body.leaves.add(ranges);
        if (choices.chance(40)) {
            mv.visitVarInsn(Opcodes.ALOAD, lock);
            body.rt(choices.chance(10) ? "pause" : "holds", "(Ljava/lang/Object;)V");
        }
        boolean goesOn = body.statements.list(depth);
        body.leaves.remove(body.leaves.size() - 1);
        Label end = new Label();
        if (goesOn) {
            exit(lock, ranges, coversExits);
            mv.visitJumpInsn(Opcodes.GOTO, end);
        } else {
            ranges.close();
        }
        Label handler = new Label();
        mv.visitLabel(handler);
        ranges.cover(handler, null);
        boolean keeps = choices.chance(50);
        int caught = body.nextSlot;
        if (keeps) {
            mv.visitVarInsn(Opcodes.ASTORE, caught);
        }
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitInsn(Opcodes.MONITOREXIT);
        Label handlerEnd = new Label();
        mv.visitLabel(handlerEnd);
        if (coversExits) {
            mv.visitTryCatchBlock(handler, handlerEnd, handler, null);
        }
        if (keeps) {
            mv.visitVarInsn(Opcodes.ALOAD, caught);
        }
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(end);
        body.forget(known);
        return goesOn;
    }

    private void exit(int lock, Ranges ranges, boolean isCovered) {
        if (!isCovered) {
            ranges.close();
        }
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitInsn(Opcodes.MONITOREXIT);
        if (isCovered) {
            ranges.close();
        }
    }
}
