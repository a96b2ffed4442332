package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Types;
import dev.weft.agent.facts.PlainCalls;
import dev.weft.agent.facts.Substitutions;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The few changes of plain copies (docs/design.md, rule 8): calls that mean the fiber, not the carrier, and the check
 * behind each monitor entry.
 */
final class PlainEdits {
    /** What stands on the stack beside the operands of such a call: its argument once more, and a class. */
    private static final int MORE_AROUND = 2;

    private static final String ENTERED = "(" + Names.OBJECT_D + ")V";

    private PlainEdits() {}

    /** True if the method must be edited. */
    static boolean isNeeded(PlainCalls calls, MethodNode method) {
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            return false;
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0 || calls.tellsNativeMonitors(method)) {
            return true;
        }
        for (AbstractInsnNode insn : method.instructions) {
            boolean isCall = insn instanceof MethodInsnNode;
            if (insn.getOpcode() == Opcodes.MONITORENTER
                    || isCall && calls.target((MethodInsnNode) insn) != null
                    || isCall && calls.around((MethodInsnNode) insn) != null
                    || isCall && calls.asksForCaller((MethodInsnNode) insn)) {
                return true;
            }
        }
        return false;
    }

    /** An edited copy of the method. */
    static MethodNode edit(PlainCalls calls, String owner, MethodNode original) {
        MethodNode method = copy(original);
        boolean hasAround = false;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MethodInsnNode) {
                hasAround |= calls.around((MethodInsnNode) insn) != null;
                editCall(calls, method, (MethodInsnNode) insn);
            } else if (insn.getOpcode() == Opcodes.MONITORENTER) {
                editEnter(method, insn);
            }
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            InsnList check = lineAhead(method);
            check.add(
                    (method.access & Opcodes.ACC_STATIC) != 0
                            ? new LdcInsnNode(Type.getObjectType(owner))
                            : new VarInsnNode(Opcodes.ALOAD, 0));
            check.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Names.WOVEN, "entered", ENTERED, false));
            method.instructions.insert(check);
        }
        method.maxStack = maxStack(original) + (hasAround ? MORE_AROUND : 0);
        tellNativeMonitors(calls, owner, method);
        return method;
    }

    /** Where the line of the first instruction starts; null if it has none. */
    static LineNumberNode firstLine(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode) {
                return (LineNumberNode) insn;
            }
            if (insn.getOpcode() >= 0) {
                return null;
            }
        }
        return null;
    }

    /** Has the first line start in front of what is to be added there. */
    private static InsnList lineAhead(MethodNode method) {
        InsnList ahead = new InsnList();
        LineNumberNode first = firstLine(method);
        if (first != null) {
            method.instructions.remove(first);
            first.start = new LabelNode();
            ahead.add(first.start);
            ahead.add(first);
        }
        return ahead;
    }

    /** {@code WovenCode.nativeMonitors(Host.class, isOfObjects)}, in front of all else. */
    private static void tellNativeMonitors(PlainCalls calls, String owner, MethodNode method) {
        if (calls.tellsNativeMonitors(method)) {
            InsnList told = new InsnList();
            told.add(new LdcInsnNode(Type.getObjectType(owner)));
            told.add(new InsnNode(method.name.equals("<init>") ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
            told.add(new MethodInsnNode(
                    Opcodes.INVOKESTATIC, Names.WOVEN, "nativeMonitors", "(Ljava/lang/Class;Z)V", false));
            method.instructions.insert(told);
            method.maxStack = Math.max(method.maxStack, 2);
        }
    }

    /**
     * What the twin of a method is made of: of a constructor a copy that is edited in front of {@code super(..)}, where
     * the twin does what the plain copy does; else, or if there is nothing to edit, the method itself.
     */
    static MethodNode editBeforeSuper(PlainCalls calls, String owner, MethodNode original) {
        if (!original.name.equals("<init>") || !isNeeded(calls, original)) {
            return original;
        }
        MethodNode method = copy(original);
        Types types = new Types(owner, method);
        AbstractInsnNode[] insns = method.instructions.toArray();
        for (int i = 0; i < insns.length; i++) {
            if (types.before(i) == null || !types.before(i).isBeforeSuper()) {
                continue;
            }
            if (insns[i] instanceof MethodInsnNode) {
                editCall(calls, method, (MethodInsnNode) insns[i]);
            } else if (insns[i].getOpcode() == Opcodes.MONITORENTER) {
                editEnter(method, insns[i]);
            }
        }
        method.maxStack = original.maxStack + MORE_AROUND;
        tellNativeMonitors(calls, owner, method);
        return method;
    }

    /** A copy of an edited method as it was before, whatever an agent has added to it since. */
    static MethodNode undone(MethodNode edited) {
        MethodNode method = copy(edited);
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.INVOKESTATIC) {
                undoCall(method, (MethodInsnNode) insn);
            }
        }
        return method;
    }

    private static MethodNode copy(MethodNode method) {
        MethodNode copy = new MethodNode(
                Opcodes.ASM9,
                method.access,
                method.name,
                method.desc,
                method.signature,
                method.exceptions.toArray(new String[0]));
        method.accept(copy);
        return copy;
    }

    private static void undoCall(MethodNode method, MethodInsnNode insn) {
        if (insn.owner.equals(Names.WOVEN) && insn.name.equals("entered")) {
            undoEnter(method.instructions, insn, (method.access & Opcodes.ACC_SYNCHRONIZED) != 0);
            return;
        }
        String replaced = Substitutions.replacedInPlain(insn.owner, insn.name, insn.desc);
        if (replaced != null) {
            String owner = replaced.substring(0, replaced.indexOf('.'));
            String desc = replaced.substring(replaced.indexOf('('));
            // a receiver has become the first parameter
            int opcode = desc.equals(insn.desc) ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL;
            String name = replaced.substring(owner.length() + 1, replaced.length() - desc.length());
            method.instructions.set(insn, new MethodInsnNode(opcode, owner, name, desc, false));
        }
    }

    /**
     * The object is a copy for a {@code monitorenter} in front, or the receiver or class of a synchronized method.
     * Where an agent has put something in between, as coverage tools do, the object is dropped instead.
     */
    private static void undoEnter(InsnList code, MethodInsnNode check, boolean isSynchronized) {
        AbstractInsnNode before = before(check);
        AbstractInsnNode copy = before != null && before.getOpcode() == Opcodes.MONITORENTER ? before(before) : before;
        boolean isOurs = copy != null
                && (copy != before
                        ? copy.getOpcode() == Opcodes.DUP
                        : isSynchronized && (copy.getOpcode() == Opcodes.ALOAD || copy.getOpcode() == Opcodes.LDC));
        if (isOurs) {
            code.remove(copy);
            code.remove(check);
        } else {
            code.set(check, new InsnNode(Opcodes.POP));
        }
    }

    /** The instruction in front; null if control flow may join in between. */
    private static AbstractInsnNode before(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        while (before != null && before.getOpcode() < 0 && !(before instanceof FrameNode)) {
            before = before.getPrevious();
        }
        return before instanceof FrameNode ? null : before;
    }

    /** One more value lies on the stack where a monitor is entered. */
    private static int maxStack(MethodNode method) {
        boolean enters = false;
        for (AbstractInsnNode insn : method.instructions) {
            enters |= insn.getOpcode() == Opcodes.MONITORENTER;
        }
        if (!enters) {
            return Math.max(method.maxStack, 1);
        }
        int needed = neededStack(method);
        if (needed > method.maxStack) {
            throw new IllegalStateException("the code needs a larger stack than the class file says");
        }
        return Math.max(needed + 1, method.maxStack);
    }

    /** The VM would refuse the original if that is more than it has. */
    private static int neededStack(MethodNode method) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_5, 0, "C", null, "java/lang/Object", null);
        MethodNode code = new MethodNode(method.access, method.name, method.desc, null, null);
        method.accept(code);
        for (AbstractInsnNode insn : code.instructions.toArray()) {
            if (insn instanceof FrameNode) {
                code.instructions.remove(insn);
            }
        }
        code.accept(writer);
        int[] needed = new int[1];
        new ClassReader(writer.toByteArray())
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String desc, String sig, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMaxs(int maxStack, int maxLocals) {
                                        needed[0] = maxStack;
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_DEBUG);
        return needed[0];
    }

    private static void editCall(PlainCalls calls, MethodNode method, MethodInsnNode insn) {
        Substitutions.Target target = calls.target(insn);
        if (target != null) {
            method.instructions.set(
                    insn,
                    new MethodInsnNode(Opcodes.INVOKESTATIC, target.owner(), target.name(), target.desc(), false));
        } else if (calls.around(insn) != null) {
            editAround(calls.around(insn), method.instructions, insn);
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

    /** {@code Heir.sleep(n)} becomes {@code Heir.sleep(WovenCode.sleepFirst(n, Heir.class))}, and so on. */
    private static void editAround(Substitutions.Around around, InsnList code, MethodInsnNode insn) {
        InsnList added = new InsnList();
        if (around.copiesArgument()) {
            code.insertBefore(insn, new InsnNode(Opcodes.DUP));
        }
        if (around.passesOwner()) {
            added.add(new LdcInsnNode(Type.getObjectType(insn.owner)));
        }
        added.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Names.WOVEN, around.name(), around.desc(), false));
        if (around.isBehind()) {
            code.insert(insn, added);
        } else {
            code.insertBefore(insn, added);
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
