package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Emits the names of a resumer's locals, which the VM tells in messages of NullPointerExceptions (JEP 358). */
final class VariableTable {
    /** As many variables as a table of them can name. */
    private static final int MAX_VARIABLES = 65_535;

    private final ResumerDraft draft;
    private final TwinCode code;
    private final MethodNode twin;
    private final MethodVisitor mv;
    private final Map<String, List<Entry>> added = new HashMap<>();
    private int room = MAX_VARIABLES;

    VariableTable(ResumerDraft draft) {
        this.draft = draft;
        code = draft.code;
        twin = draft.twin;
        mv = draft.mv;
    }

    /** The resumer's own locals between the labels, then the author's where they have been copied to. */
    void emit(Label start, Label restored) {
        add(OperandNames.SAVED, Names.FRAME_D, start, restored, ResumerDraft.FRAME);
        add(OperandNames.SAVED, Names.CONTEXT_D, start, restored, ResumerDraft.CONTEXT);
        for (ResumerDraft.NullOperand each : draft.nulls) {
            String name = OperandNames.SAVED_NULL + each.operand;
            add(name, Names.OBJECT_D, each.start, each.end, draft.nullSlot());
        }
        List<Copy> copies = draft.copies.all();
        if (draft.isDebugged) {
            add("this", Names.OBJECT_D, start, copies.get(copies.size() - 1).end, 0);
        }
        if (twin.localVariables == null || twin.localVariables.isEmpty()) {
            emitSlotNames(copies.get(0).start, copies.get(copies.size() - 1).end);
            return;
        }
        for (LocalVariableNode variable : twin.localVariables) {
            emit(variable, copies);
        }
        if (!draft.isDebugged) {
            // behind the others, since the VM takes the first
            BitSet slots = loadedWithoutName();
            for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
                addSlot("<local" + slot + ">", slot, copies.get(0).start, copies.get(copies.size() - 1).end);
            }
        }
    }

    /** Slots of variables that the compiler has made, as for a loop over an array, where the author's have names. */
    private BitSet loadedWithoutName() {
        BitSet result = new BitSet();
        for (AbstractInsnNode each : twin.instructions) {
            if (each.getOpcode() == Opcodes.ALOAD || each.getOpcode() == Opcodes.ILOAD) {
                int slot = ((VarInsnNode) each).var;
                if (slot < draft.point.layout().context() && !hasName(slot, draft.index(each))) {
                    result.set(slot);
                }
            }
        }
        return result;
    }

    private boolean hasName(int slot, int at) {
        for (LocalVariableNode each : twin.localVariables) {
            if (each.index == slot && code.flow.index(each.start) <= at && at < code.flow.index(each.end)) {
                return true;
            }
        }
        return false;
    }

    /** Copies follow each other: a variable of several in a row takes one entry of the table. */
    private void emit(LocalVariableNode variable, List<Copy> copies) {
        int first = code.flow.index(variable.start);
        int last = code.flow.index(variable.end);
        Entry entry = null;
        for (int k = 0; k < copies.size(); k++) {
            Copy copy = copies.get(k);
            int start = Math.max(copy.from, first);
            int end = Math.min(copy.to, last);
            boolean hasCode = code.hasCode(start, end);
            if (entry != null && (!hasCode || start != copy.from)) {
                add(variable, entry);
                entry = null;
            }
            if (hasCode) {
                if (entry == null) {
                    entry = new Entry(start == copy.from ? copy.start : copy.of(variable.start), variable.index);
                    entry.firstCopy = k;
                    entry.codeBefore = code.codeBefore(start);
                }
                entry.end = end == copy.to ? copy.end : copy.of(variable.end);
                entry.lastCopy = k;
                entry.codeBeforeEnd = code.codeBefore(end);
            }
            if (entry != null && end != copy.to) {
                add(variable, entry);
                entry = null;
            }
        }
        if (entry != null) {
            add(variable, entry);
        }
    }

    /** An entry, with its labels, and what these stand for: a copy, and how many of the twin's instructions. */
    private static final class Entry {
        private final Label start;
        private final int slot;
        private Label end;
        private int firstCopy;
        private int codeBefore;
        private int lastCopy;
        private int codeBeforeEnd;

        Entry(Label start, int slot) {
            this.start = start;
            this.slot = slot;
        }

        boolean isSame(Entry other) {
            return slot == other.slot
                    && firstCopy == other.firstCopy
                    && codeBefore == other.codeBefore
                    && lastCopy == other.lastCopy
                    && codeBeforeEnd == other.codeBeforeEnd;
        }
    }

    /**
     * Adds the entry, unless it is there: of two of one variable that begin at different places of the twin, a copy may
     * have the same rest, and the VM refuses a table that has an entry twice (JVMS 4.7.13).
     */
    private void add(LocalVariableNode variable, Entry entry) {
        List<Entry> known = added.get(variable.name);
        if (known == null) {
            known = new ArrayList<>();
            added.put(variable.name, known);
        }
        for (Entry each : known) {
            if (each.isSame(entry)) {
                return;
            }
        }
        known.add(entry);
        add(variable.name, variable.desc, entry.start, entry.end, variable.index + ResumerDraft.SHIFT);
    }

    /** One entry, if there is room for it. */
    private void add(String name, String desc, Label start, Label end, int slot) {
        if (room > 0) {
            mv.visitLocalVariable(name, desc, null, start, end, slot);
            room--;
        }
    }

    /**
     * Where the author's names are not known, the VM names locals by slot: those of the original, not of this method.
     */
    private void emitSlotNames(Label start, Label end) {
        boolean isStatic = (twin.access & Opcodes.ACC_STATIC) != 0;
        int slot = 0;
        if (!isStatic) {
            addSlot("this", slot++, start, end);
        }
        Type[] parameters = Type.getArgumentTypes(twin.desc);
        for (int k = 0; k + 1 < parameters.length; k++) {
            addSlot("<parameter" + (k + 1) + ">", slot, start, end);
            slot += parameters[k].getSize();
        }
        for (; slot < draft.point.layout().context(); slot++) {
            addSlot("<local" + slot + ">", slot, start, end);
        }
    }

    private void addSlot(String name, int slot, Label start, Label end) {
        add(name, Names.OBJECT_D, start, end, slot + ResumerDraft.SHIFT);
    }
}
