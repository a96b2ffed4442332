package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates statements. Each method says whether control may go on behind what it generated.
 *
 * <p>Longer than other classes, because it is one grammar: each statement may contain any other.
 */
final class Statements {
    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Statements(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /** A list of statements, whose variables are forgotten behind it. */
    boolean list(int depth) {
        int known = body.vars.size();
        boolean goesOn = true;
        choices.begin();
        while (goesOn) {
            choices.begin();
            boolean more = choices.chance(body.budget > 0 ? 75 : 0);
            if (more) {
                goesOn = statement(depth);
            }
            choices.end();
            if (!more) {
                break;
            }
        }
        if (!goesOn && body.budget > 0 && choices.chance(4)) {
            // what no path reaches: compilers of frames drop it, class files without frames keep it
            statement(0);
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitInsn(Opcodes.ATHROW);
        }
        choices.end();
        body.forget(known);
        return goesOn;
    }

    private boolean statement(int depth) {
        body.budget--;
        int kind = choices.pick(depth > 0 && body.budget > 0 ? 26 : 8);
        switch (kind) {
            case 0:
            case 1:
                tellValue(depth);
                return true;
            case 2:
            case 3:
                declareVariable(depth);
                return true;
            case 4:
                assign(depth);
                return true;
            case 5:
                body.expressions.emit(Type.INT_TYPE, depth);
                body.rt("check", "(I)V");
                return true;
            case 6:
                callAny(depth);
                return true;
            case 7:
                increment();
                return true;
            case 8:
            case 9:
                return branch(depth - 1);
            case 10:
            case 11:
                return loop(depth - 1);
            case 12:
                return cases(depth - 1);
            case 13:
            case 14:
            case 15:
                return body.stackIsEmpty ? tryCatch(depth - 1) : branch(depth - 1);
            case 16:
                return body.stackIsEmpty ? tryFinally(depth - 1) : loop(depth - 1);
            case 17:
            case 18:
            case 19:
                return synchronizedBlock(depth - 1);
            case 20:
                return body.isInitialized ? new Tangles(body).graph(depth - 1) : branch(depth - 1);
            case 21:
                return throwAny();
            case 22:
                if (body.stackIsEmpty && body.isInitialized && choices.chance(50)) {
                    body.emitReturn();
                    return false;
                }
                return branch(depth - 1);
            case 23:
                return jumpOut();
            case 24:
                return body.stackIsEmpty ? new Tangles(body).overlappingRanges(depth - 1) : branch(depth - 1);
            default:
                return choices.chance(30) && body.isInitialized
                        ? new Tangles(body).overlappingMonitors(depth - 1)
                        : synchronizedBlock(depth - 1);
        }
    }

    private void tellValue(int depth) {
        Type type = body.shape.type(choices);
        body.expressions.emit(type, depth);
        Kinds.tell(mv, type);
    }

    private void declareVariable(int depth) {
        Type type = body.shape.type(choices);
        body.expressions.emit(type, depth);
        body.store(body.declare(type));
    }

    private void assign(int depth) {
        List<Body.Var> usable =
                body.vars.stream().filter(each -> each.type() != Type.VOID_TYPE).toList();
        if (usable.isEmpty()) {
            tellValue(depth);
            return;
        }
        Body.Var var = usable.get(choices.pick(usable.size()));
        body.expressions.emit(var.type(), depth);
        body.store(var);
    }

    private void increment() {
        for (Body.Var var : body.vars) {
            if (var.type() == Type.INT_TYPE) {
                mv.visitIincInsn(var.slot(), choices.pick(300) - 150);
                return;
            }
        }
        tellValue(1);
    }

    private void callAny(int depth) {
        Shape.Method callee = body.expressions.anyMethod();
        if (callee == null) {
            tellValue(depth);
            return;
        }
        body.expressions.call(callee, depth);
        if (callee.isConstructor()) {
            mv.visitInsn(Opcodes.POP);
        } else {
            Kinds.pop(mv, callee.result());
        }
    }

    private boolean branch(int depth) {
        Label otherwise = new Label();
        Label end = new Label();
        body.expressions.condition(otherwise, depth);
        boolean first = list(depth);
        boolean hasElse = choices.chance(50);
        if (first && hasElse) {
            mv.visitJumpInsn(Opcodes.GOTO, end);
        }
        mv.visitLabel(otherwise);
        boolean second = !hasElse || list(depth);
        mv.visitLabel(end);
        return first || second;
    }

    private boolean loop(int depth) {
        Label head = new Label();
        Label end = new Label();
        boolean isFar = choices.pick(2_000) == 1_999;
        boolean isCounted = choices.chance(30);
        boolean testsBehind = choices.chance(30);
        int known = body.vars.size();
        Body.Var counter = isCounted ? body.declare(Type.INT_TYPE) : null;
        if (isCounted) {
            Kinds.pushInt(mv, choices.pick(4));
            body.store(counter);
            // hidden from the statements of the loop, which could keep it from ending
            body.vars.set(body.vars.size() - 1, new Body.Var(counter.slot(), Type.VOID_TYPE));
        }
        mv.visitLabel(head);
        if (!testsBehind) {
            loopTest(counter, end, depth);
        }
        body.exits.add(new Body.Exit(end, body.leaves.size(), body.stackIsEmpty));
        body.exits.add(new Body.Exit(testsBehind ? end : head, body.leaves.size(), body.stackIsEmpty));
        boolean goesOn = list(depth);
        body.exits.remove(body.exits.size() - 1);
        body.exits.remove(body.exits.size() - 1);
        for (int k = 0; isFar && k < Short.MAX_VALUE; k++) {
            // the jumps around it do not fit into 16 bits
            mv.visitInsn(Opcodes.NOP);
        }
        if (goesOn) {
            if (testsBehind) {
                loopTest(counter, end, depth);
            }
            mv.visitJumpInsn(Opcodes.GOTO, head);
        }
        mv.visitLabel(end);
        body.forget(known);
        return true;
    }

    private void loopTest(Body.Var counter, Label end, int depth) {
        if (counter != null) {
            mv.visitIincInsn(counter.slot(), -1);
            body.load(counter);
            mv.visitJumpInsn(Opcodes.IFLT, end);
            return;
        }
        body.rt("out", "()Z");
        mv.visitJumpInsn(Opcodes.IFNE, end);
        body.expressions.condition(end, depth);
    }

    private boolean cases(int depth) {
        if (choices.chance(30)) {
            return new Selections(body).statement(depth);
        }
        int n = 1 + choices.pick(3);
        Label otherwise = new Label();
        Label end = new Label();
        Label[] labels = new Label[n];
        int[] keys = new int[n];
        int step = choices.chance(50) ? 1 : 1000;
        for (int k = 0; k < n; k++) {
            labels[k] = new Label();
            keys[k] = k * step;
        }
        body.expressions.emit(Type.INT_TYPE, depth);
        Kinds.pushInt(mv, 3);
        mv.visitInsn(Opcodes.IAND);
        if (step == 1) {
            mv.visitTableSwitchInsn(0, n - 1, otherwise, labels);
        } else {
            Kinds.pushInt(mv, step);
            mv.visitInsn(Opcodes.IMUL);
            mv.visitLookupSwitchInsn(otherwise, keys, labels);
        }
        body.exits.add(new Body.Exit(end, body.leaves.size(), body.stackIsEmpty));
        for (Label label : labels) {
            mv.visitLabel(label);
            if (list(depth) && choices.chance(60)) {
                mv.visitJumpInsn(Opcodes.GOTO, end);
            }
        }
        mv.visitLabel(otherwise);
        list(depth);
        body.exits.remove(body.exits.size() - 1);
        mv.visitLabel(end);
        return true;
    }

    private boolean throwAny() {
        if (!body.isInitialized) {
            return true;
        }
        Kinds.pushInt(mv, choices.pick(4));
        body.rt("failure", "(I)Ljava/lang/Throwable;");
        if (choices.chance(50)) {
            Label skip = new Label();
            body.withStack(() -> body.expressions.emit(Type.INT_TYPE, 1));
            mv.visitJumpInsn(Opcodes.IFNE, skip);
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitLabel(skip);
            mv.visitInsn(Opcodes.POP);
            return true;
        }
        mv.visitInsn(Opcodes.ATHROW);
        return false;
    }

    private boolean jumpOut() {
        List<Body.Exit> usable = new ArrayList<>();
        for (Body.Exit exit : body.exits) {
            if (exit.emptyStack() == body.stackIsEmpty && exit.leaves() <= body.leaves.size()) {
                usable.add(exit);
            }
        }
        // with operands below, only the innermost has as many of them for certain
        if (usable.isEmpty() || !body.stackIsEmpty) {
            tellValue(1);
            return true;
        }
        Body.Exit exit = usable.get(choices.pick(usable.size()));
        body.leaveTo(exit.leaves());
        mv.visitJumpInsn(Opcodes.GOTO, exit.target());
        body.resumeFrom(exit.leaves());
        return false;
    }

    // ------------------------------------------------------------------------------------------- try, synchronized

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

    private boolean tryCatch(int depth) {
        Label end = new Label();
        Ranges ranges = rangesThatEnd();
        ranges.open();
        body.leaves.add(ranges);
        boolean goesOn = list(depth);
        body.leaves.remove(body.leaves.size() - 1);
        ranges.close();
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
            boolean handlerGoesOn = list(depth);
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

    private boolean tryFinally(int depth) {
        Label end = new Label();
        Ranges[] self = new Ranges[1];
        FinallyBlock code = new FinallyBlock(choices.pick(1 << 20));
        self[0] = new Ranges(() -> {
            self[0].close();
            code.emit();
        });
        Ranges ranges = self[0];
        ranges.open();
        body.leaves.add(ranges);
        boolean goesOn = list(depth);
        body.leaves.remove(body.leaves.size() - 1);
        ranges.close();
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

    private boolean synchronizedBlock(int depth) {
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
        self[0] = new Ranges(() -> {
            mv.visitVarInsn(Opcodes.ALOAD, lock);
            mv.visitInsn(Opcodes.MONITOREXIT);
            self[0].close();
        });
        Ranges ranges = self[0];
        ranges.open();
        body.leaves.add(ranges);
        if (choices.chance(40)) {
            mv.visitVarInsn(Opcodes.ALOAD, lock);
            body.rt(choices.chance(10) ? "pause" : "holds", "(Ljava/lang/Object;)V");
        }
        boolean goesOn = list(depth);
        body.leaves.remove(body.leaves.size() - 1);
        Label end = new Label();
        if (goesOn) {
            mv.visitVarInsn(Opcodes.ALOAD, lock);
            mv.visitInsn(Opcodes.MONITOREXIT);
        }
        ranges.close();
        if (goesOn) {
            mv.visitJumpInsn(Opcodes.GOTO, end);
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
        mv.visitTryCatchBlock(handler, handlerEnd, handler, null);
        if (keeps) {
            mv.visitVarInsn(Opcodes.ALOAD, caught);
        }
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(end);
        body.forget(known);
        return goesOn;
    }
}
