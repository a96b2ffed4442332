package dev.weft.weaver.recipe.reflect;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Method handles of natives that mean the thread lead to the fiber's, not to the carrier's. */
public final class HandlesOfFibers implements Recipe {
    private static final String INVOKE = "java/lang/invoke/";
    private static final String HANDLE = INVOKE + "MethodHandle";
    private static final String LOOKUP = INVOKE + "MethodHandles$Lookup";

    @Override
    public Set<String> classes() {
        return Set.of(LOOKUP);
    }

    /** {@code MethodHandle h = WeftHandles.of(..); if (h != null) return h;} behind the first check of the method. */
    @Override
    public void apply(ClassNode target) {
        String desc = "(BLjava/lang/Class;L" + INVOKE + "MemberName;ZZL" + LOOKUP + ";)L" + HANDLE + ";";
        MethodNode method = Edit.method(target, "getDirectMethodCommon", desc, this);
        LabelNode on = new LabelNode();
        InsnList ask = new InsnList();
        ask.add(new VarInsnNode(Opcodes.ILOAD, 1));
        ask.add(new VarInsnNode(Opcodes.ALOAD, 2));
        ask.add(new VarInsnNode(Opcodes.ALOAD, 3));
        ask.add(new VarInsnNode(Opcodes.ALOAD, 0));
        ask.add(new VarInsnNode(Opcodes.ILOAD, 5));
        ask.add(Edit.invoke(
                INVOKE + "WeftHandles",
                "of",
                "(BLjava/lang/Class;L" + INVOKE + "MemberName;L" + LOOKUP + ";Z)L" + HANDLE + ";"));
        ask.add(new InsnNode(Opcodes.DUP));
        ask.add(new JumpInsnNode(Opcodes.IFNULL, on));
        ask.add(new InsnNode(Opcodes.ARETURN));
        ask.add(on);
        ask.add(new FrameNode(Opcodes.F_SAME1, 0, null, 1, new Object[] {HANDLE}));
        ask.add(new InsnNode(Opcodes.POP));
        AbstractInsnNode check = method.instructions.getFirst();
        while (check != null && !isCheck(check)) {
            check = check.getNext();
        }
        if (check == null) {
            throw Edit.mismatch(this, target, "checks of the method", 1, 0);
        }
        method.instructions.insert(check, ask);
        method.maxStack = Math.max(method.maxStack, 6);
    }

    private static boolean isCheck(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals("checkMethod");
    }
}
