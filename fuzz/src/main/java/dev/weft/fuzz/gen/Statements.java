package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates statements. Each method says whether control may go on behind what it generated.
 *
 * <p>Longer than other classes, because it is one grammar: each statement may contain any other. Those with handlers
 * are made by {@link Regions}.
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
        body.line();
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
                return body.stackIsEmpty ? body.regions.tryCatch(depth - 1) : branch(depth - 1);
            case 16:
                return body.stackIsEmpty ? body.regions.tryFinally(depth - 1) : loop(depth - 1);
            case 17:
            case 18:
            case 19:
                return body.regions.synchronizedBlock(depth - 1);
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
                        : body.regions.synchronizedBlock(depth - 1);
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
        Shape.Method callee = body.calls.anyMethod();
        if (callee == null) {
            tellValue(depth);
            return;
        }
        body.calls.call(callee, depth);
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
}
