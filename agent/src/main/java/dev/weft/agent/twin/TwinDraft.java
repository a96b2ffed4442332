package dev.weft.agent.twin;

import dev.weft.agent.facts.Point;
import dev.weft.agent.facts.TwinPlan;
import dev.weft.agent.layout.MethodLayout;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** A twin in the making: what the classes that emit its parts have in common. */
final class TwinDraft {
    /** What is to be emitted. */
    final TwinPlan plan;

    /** Where the twin keeps what the original has not. */
    final MethodLayout layout;

    /** The twin. */
    final MethodNode mv;

    /** Where an exception leaves a synchronized method. */
    final Label release = new Label();

    /** Whether points that save the same share the code for that. */
    final boolean sharesSaves;

    private final Map<LabelNode, Label> labels = new HashMap<>();
    private final Map<Integer, PointLabels> pointLabels = new HashMap<>();
    private final List<OutOfLine> later = new ArrayList<>();
    private int usedTemps;
    private int extraStack = 8;

    /** Code to be emitted behind the method. Classes, not lambdas: linking a lambda costs the start a millisecond. */
    interface OutOfLine {
        void emit();
    }

    /**
     * Draws it up.
     *
     * @param sharesSaves whether points that save the same share the code for that, for a shorter twin
     */
    TwinDraft(TwinPlan plan, MethodLayout layout, MethodNode mv, boolean sharesSaves) {
        this.plan = plan;
        this.layout = layout;
        this.mv = mv;
        this.sharesSaves = sharesSaves;
    }

    /** Where code that is shared finds a point's number: behind all temporaries. */
    int numberSlot() {
        return layout.temp(plan.method().maxStack);
    }

    /** The label that stands for the original's. */
    Label label(LabelNode node) {
        Label known = labels.get(node);
        if (known == null) {
            known = new Label();
            labels.put(node, known);
        }
        return known;
    }

    /** The same, as instructions are cloned with it. */
    Map<LabelNode, LabelNode> labelNodes() {
        return new AbstractMap<>() {
            @Override
            public LabelNode get(Object node) {
                return new LabelNode(label((LabelNode) node));
            }

            @Override
            public Set<Entry<LabelNode, LabelNode>> entrySet() {
                throw new UnsupportedOperationException("look-up only");
            }
        };
    }

    /** Labels of a new point. */
    void addLabels(Point point) {
        pointLabels.put(point.number(), new PointLabels(point.monitors()));
    }

    PointLabels labelsOf(Point point) {
        return pointLabels.get(point.number());
    }

    Iterable<PointLabels> labelsOfAll() {
        return pointLabels.values();
    }

    /** Leaves code for {@link #emitLater}. */
    void later(OutOfLine code) {
        later.add(code);
    }

    /** Emits what has been left, and what that leaves. */
    void emitLater() {
        for (int k = 0; k < later.size(); k++) {
            later.get(k).emit();
        }
    }

    /** So many temporaries are used at once. */
    void usesTemps(int count) {
        usedTemps = Math.max(usedTemps, count);
    }

    /** The stack must have room for so many values more than the original's. */
    void usesStack(int count) {
        extraStack = Math.max(extraStack, count);
    }

    void end() {
        int locals = sharesSaves ? numberSlot() + 1 : layout.temp(usedTemps);
        mv.visitMaxs(plan.method().maxStack + extraStack, locals);
        mv.visitEnd();
    }

    /** Leaves the k-th monitor. */
    void leave(int k) {
        mv.visitVarInsn(Opcodes.ALOAD, layout.lock(k));
        mv.visitInsn(Opcodes.MONITOREXIT);
    }

    /** Pushes the class that holds the method. */
    void pushHost() {
        mv.visitLdcInsn(Type.getObjectType(plan.owner()));
    }

    /**
     * Says that the code at the label belongs to the source line of an instruction of the original, if it has one.
     *
     * @param insn null for what comes before the first: the method's own monitor is entered in the first line
     */
    void lineOf(AbstractInsnNode insn, Label here) {
        if (insn == null) {
            LineNumberNode first = PlainEdits.firstLine(plan.method());
            if (first != null) {
                mv.visitLineNumber(first.line, here);
            }
            return;
        }
        for (AbstractInsnNode at = insn; at != null; at = at.getPrevious()) {
            if (at instanceof LineNumberNode) {
                mv.visitLineNumber(((LineNumberNode) at).line, here);
                return;
            }
        }
    }
}
