package dev.weft.agent.twin;

import dev.weft.agent.Names;
import dev.weft.agent.facts.PlainCalls;
import dev.weft.agent.facts.Substitutions;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The few changes of plain copies (DESIGN 2.1, rule 8): calls that mean the fiber, not the carrier, and the check behind
 * each monitor entry.
 */
final class PlainEdits {
    private static final String ENTERED = "(" + Names.OBJECT_D + ")V";

    private PlainEdits() {}

    /** True if the method must be edited. */
    static boolean isNeeded(PlainCalls calls, MethodNode method) {
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            return false;
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            return true;
        }
        for (AbstractInsnNode insn : method.instructions) {
            boolean isCall = insn instanceof MethodInsnNode;
            if (insn.getOpcode() == Opcodes.MONITORENTER
                    || isCall && calls.target((MethodInsnNode) insn) != null
                    || isCall && calls.asksForCaller((MethodInsnNode) insn)) {
                return true;
            }
        }
        return false;
    }

    /** An edited copy of the method. */
    static MethodNode edit(PlainCalls calls, String owner, MethodNode original) {
        MethodNode method = new MethodNode(
                Opcodes.ASM9,
                original.access,
                original.name,
                original.desc,
                original.signature,
                original.exceptions.toArray(new String[0]));
        original.accept(method);
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MethodInsnNode) {
                editCall(calls, method, (MethodInsnNode) insn);
            } else if (insn.getOpcode() == Opcodes.MONITORENTER) {
                editEnter(method, insn);
            }
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            InsnList check = new InsnList();
            check.add(
                    (method.access & Opcodes.ACC_STATIC) != 0
                            ? new LdcInsnNode(Type.getObjectType(owner))
                            : new VarInsnNode(Opcodes.ALOAD, 0));
            check.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Names.WOVEN, "entered", ENTERED, false));
            method.instructions.insert(check);
        }
        method.maxStack += 2;
        return method;
    }

    private static void editCall(PlainCalls calls, MethodNode method, MethodInsnNode insn) {
        Substitutions.Target target = calls.target(insn);
        if (target != null) {
            method.instructions.set(
                    insn,
                    new MethodInsnNode(Opcodes.INVOKESTATIC, target.owner(), target.name(), target.desc(), false));
        } else if (calls.asksForCaller(insn)) {
            method.instructions.insert(
                    insn,
                    new MethodInsnNode(
                            Opcodes.INVOKESTATIC,
                            Names.WOVEN,
                            "callerClass",
                            "(Ljava/lang/Class;)Ljava/lang/Class;",
                            false));
        }
    }

    /** {@code monitorenter(o)} becomes {@code monitorenter(o); WovenCode.entered(o)}, under the region's catch-all. */
    private static void editEnter(MethodNode method, AbstractInsnNode enter) {
        Set<LabelNode> behind = new HashSet<>();
        for (AbstractInsnNode next = enter.getNext(); next != null && next.getOpcode() < 0; next = next.getNext()) {
            if (next instanceof LabelNode) {
                behind.add((LabelNode) next);
            }
        }
        LabelNode start = new LabelNode();
        InsnList check = new InsnList();
        check.add(start);
        check.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Names.WOVEN, "entered", ENTERED, false));
        method.instructions.insertBefore(enter, new InsnNode(Opcodes.DUP));
        method.instructions.insert(enter, check);
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.type == null && behind.contains(block.start)) {
                block.start = start;
            }
        }
    }
}
