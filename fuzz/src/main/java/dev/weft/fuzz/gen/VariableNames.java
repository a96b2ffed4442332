package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * The table of the names of a method's variables. Every third variable that is used has a second entry, from its first
 * use on, within the first one: other tools than javac make such, and the VM refuses only what is there twice.
 */
final class VariableNames {
    /** Of how many variables one has a second entry. */
    private static final int ONE_OF = 3;

    private final MethodVisitor mv;
    private final Map<Integer, Entry> open = new HashMap<>();
    private final List<Entry> all = new ArrayList<>();

    VariableNames(MethodVisitor mv) {
        this.mv = mv;
    }

    private static final class Entry {
        private final Body.Var var;
        private final Label start = new Label();
        private final Label end = new Label();
        /** Behind the first use, or null. */
        private Label used;

        Entry(Body.Var var) {
            this.var = var;
        }
    }

    /** The variable has its value. */
    void begin(Body.Var var) {
        if (!open.containsKey(var.slot())) {
            Entry entry = new Entry(var);
            open.put(var.slot(), entry);
            all.add(entry);
            mv.visitLabel(entry.start);
        }
    }

    /** It has just been loaded. */
    void used(Body.Var var) {
        Entry entry = open.get(var.slot());
        if (entry != null && entry.used == null) {
            entry.used = new Label();
            mv.visitLabel(entry.used);
        }
    }

    /** The variable in that slot is forgotten, if it has ever had a value. */
    void end(int slot) {
        Entry entry = open.remove(slot);
        if (entry != null) {
            mv.visitLabel(entry.end);
        }
    }

    /** Emits the table, behind the code. */
    void emit() {
        for (int slot : List.copyOf(open.keySet())) {
            end(slot);
        }
        for (int k = 0; k < all.size(); k++) {
            Entry entry = all.get(k);
            name(k, entry, entry.start);
            if (entry.used != null && k % ONE_OF == 0) {
                name(k, entry, entry.used);
            }
        }
    }

    private void name(int number, Entry entry, Label start) {
        mv.visitLocalVariable("v" + number, entry.var.type().getDescriptor(), null, start, entry.end, entry.var.slot());
    }
}
