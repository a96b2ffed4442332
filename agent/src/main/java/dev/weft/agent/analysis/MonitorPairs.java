package dev.weft.agent.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Whether each {@code monitorexit} leaves the monitor that was entered last: {@code enter a; enter b; exit a; exit b}
 * is balanced, and the VM allows it, but a frame that keeps its monitors as a stack cannot.
 *
 * <p>Values are followed symbolically: one is named by the instruction that made it, copies keep the name, and where
 * different ones meet they get a new name that belongs to the place.
 */
public final class MonitorPairs {
    private MonitorPairs() {}

    /** Analyses a method without subroutines whose monitors are balanced. */
    public static boolean areNested(String owner, MethodNode method, Flow flow) {
        try {
            new Walk(flow).analyze(owner, method);
            return true;
        } catch (AnalyzerException e) {
            return false;
        }
    }

    private static final class Walk extends Analyzer<SourceValue> {
        private final Flow flow;

        Walk(Flow flow) {
            super(new Names());
            this.flow = flow;
        }

        @Override
        protected Frame<SourceValue> newFrame(int locals, int stack) {
            return new State(locals, stack);
        }

        @Override
        protected Frame<SourceValue> newFrame(Frame<? extends SourceValue> other) {
            return new State(other);
        }

        @Override
        protected boolean newControlFlowExceptionEdge(int index, TryCatchBlockNode block) {
            int target = flow.index(block.handler);
            for (Flow.Handler each : flow.handlers(index)) {
                if (each.target() == target) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Names of values. */
    private static final class Names extends SourceInterpreter {
        Names() {
            super(Opcodes.ASM9);
        }

        @Override
        public SourceValue newParameterValue(boolean isInstance, int local, Type type) {
            return new SourceValue(type.getSize(), new LabelNode());
        }

        @Override
        public SourceValue copyOperation(AbstractInsnNode insn, SourceValue value) {
            return value;
        }

        @Override
        public SourceValue unaryOperation(AbstractInsnNode insn, SourceValue value) {
            return insn.getOpcode() == Opcodes.CHECKCAST ? value : super.unaryOperation(insn, value);
        }
    }

    /** {@code equals} of values that have one name or none, as all here: no set is compared with another. */
    @SuppressWarnings("ReferenceEquality") // only a short way: what differs is compared below
    private static boolean areEqual(SourceValue a, SourceValue b) {
        if (a == b) {
            return true;
        }
        int names = a.insns.size();
        return a.size == b.size
                && names == b.insns.size()
                && (names == 0
                        || a.insns.iterator().next() == b.insns.iterator().next());
    }

    /** Values of locals and operands, and the names of the monitors that are held, outermost first. */
    private static final class State extends Frame<SourceValue> {
        private List<SourceValue> held = new ArrayList<>();
        private final Set<SourceValue> made = new HashSet<>();

        State(int locals, int stack) {
            super(locals, stack);
        }

        State(Frame<? extends SourceValue> other) {
            super(other);
            held = new ArrayList<>(((State) other).held);
        }

        @Override
        public Frame<SourceValue> init(Frame<? extends SourceValue> other) {
            held = new ArrayList<>(((State) other).held);
            return super.init(other);
        }

        @Override
        public void execute(AbstractInsnNode insn, Interpreter<SourceValue> interpreter) throws AnalyzerException {
            if (insn.getOpcode() == Opcodes.MONITORENTER) {
                held.add(getStack(getStackSize() - 1));
            } else if (insn.getOpcode() == Opcodes.MONITOREXIT) {
                SourceValue left = getStack(getStackSize() - 1);
                boolean isLast = !held.isEmpty() && isSame(held.remove(held.size() - 1), left);
                if (!isLast) {
                    throw new AnalyzerException(insn, "leaves another monitor than the last one");
                }
            }
            super.execute(insn, interpreter);
        }

        private static boolean isSame(SourceValue a, SourceValue b) {
            return a.insns.size() == 1 && areEqual(a, b);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a value that is another object makes one look once more, which ends
        public boolean merge(Frame<? extends SourceValue> frame, Interpreter<SourceValue> interpreter)
                throws AnalyzerException {
            State other = (State) frame;
            if (held.size() != other.held.size()) {
                // ASM lets handlers see the state behind an instruction too; the real paths are balanced
                return false;
            }
            if (getStackSize() != other.getStackSize()) {
                throw new AnalyzerException(null, "stacks of different heights meet");
            }
            if (hasEqualValues(other)) {
                return false;
            }
            Meeting meeting = new Meeting(this, other);
            boolean changed = false;
            for (int k = 0; k < getLocals(); k++) {
                SourceValue met = meeting.of(getLocal(k), other.getLocal(k));
                changed |= met != getLocal(k);
                setLocal(k, met);
            }
            for (int k = 0; k < getStackSize(); k++) {
                SourceValue met = meeting.of(getStack(k), other.getStack(k));
                changed |= met != getStack(k);
                setStack(k, met);
            }
            for (int k = 0; k < held.size(); k++) {
                SourceValue met = meeting.of(held.get(k), other.held.get(k));
                changed |= met != held.get(k);
                held.set(k, met);
            }
            return changed;
        }

        /** As most that meet have: then nothing changes. */
        private boolean hasEqualValues(State other) {
            for (int place = 0; place < places(); place++) {
                if (!areEqual(at(place), other.at(place))) {
                    return false;
                }
            }
            return true;
        }

        private int places() {
            return getLocals() + getStackSize() + held.size();
        }

        private SourceValue at(int place) {
            if (place < getLocals()) {
                return getLocal(place);
            }
            int operand = place - getLocals();
            return operand < getStackSize() ? getStack(operand) : held.get(operand - getStackSize());
        }
    }

    /**
     * One arrival at a place where control flows meet. Values that were equal on both ways are equal behind it: all
     * places with the same pair of names get the same new name.
     */
    private static final class Meeting {
        /** Equal by code of its own: {@code ObjectMethods} may fail in a full heap, and for ever. */
        private record Pair(SourceValue known, SourceValue other) {
            @Override
            public boolean equals(Object that) {
                return that instanceof Pair
                        && Objects.equals(known, ((Pair) that).known)
                        && Objects.equals(other, ((Pair) that).other);
            }

            @Override
            public int hashCode() {
                return 31 * Objects.hashCode(known) + Objects.hashCode(other);
            }
        }

        private final State target;
        private final Map<Pair, SourceValue> results = new HashMap<>();
        private final Set<SourceValue> kept = new HashSet<>();

        Meeting(State target, State other) {
            this.target = target;
            for (int place = 0; place < target.places(); place++) {
                if (areEqual(target.at(place), other.at(place))) {
                    kept.add(target.at(place));
                }
            }
        }

        SourceValue of(SourceValue known, SourceValue other) {
            if (areEqual(known, other) || known.insns.isEmpty()) {
                return known;
            } else if (other.insns.isEmpty()) {
                return new SourceValue(known.size);
            }
            return results.computeIfAbsent(new Pair(known, other), pair -> name(known));
        }

        /** A name that was made here is kept by the first of those that had it. */
        private SourceValue name(SourceValue known) {
            if (target.made.contains(known) && kept.add(known)) {
                return known;
            }
            SourceValue result = new SourceValue(known.size, new LabelNode());
            target.made.add(result);
            return result;
        }
    }
}
