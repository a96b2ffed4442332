package dev.weft.agent.locals;

import dev.weft.agent.abi.Names;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Makes what fields are set to processor locals. */
public final class MarkedFields {
    private MarkedFields() {}

    /**
     * In front of each write of a chosen field of the class, in its own methods, inserts
     * {@code WovenCode.processorLocal(value, "Class.field")}.
     *
     * @return how many writes there are
     */
    public static int mark(ClassNode target, Predicate<String> isChosen) {
        int found = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                boolean isWrite = insn.getOpcode() == Opcodes.PUTSTATIC || insn.getOpcode() == Opcodes.PUTFIELD;
                if (isWrite && isOf((FieldInsnNode) insn, target) && isChosen.test(((FieldInsnNode) insn).name)) {
                    method.instructions.insertBefore(insn, call((FieldInsnNode) insn));
                    method.maxStack += 2;
                    found++;
                }
            }
        }
        return found;
    }

    /** The same for all static fields that are declared as thread locals. */
    public static int markAll(ClassNode target) {
        Set<String> all = new HashSet<>();
        for (FieldNode field : target.fields) {
            if ((field.access & Opcodes.ACC_STATIC) != 0 && field.desc.equals("Ljava/lang/ThreadLocal;")) {
                all.add(field.name);
            }
        }
        return mark(target, all::contains);
    }

    private static boolean isOf(FieldInsnNode write, ClassNode target) {
        return write.owner.equals(target.name) && write.desc.startsWith("L");
    }

    private static InsnList call(FieldInsnNode write) {
        InsnList call = new InsnList();
        call.add(new InsnNode(Opcodes.DUP));
        call.add(new LdcInsnNode(write.owner.replace('/', '.') + "." + write.name));
        String desc = "(Ljava/lang/Object;Ljava/lang/String;)V";
        call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Names.WOVEN, "processorLocal", desc, false));
        return call;
    }
}
