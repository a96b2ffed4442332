package dev.weft.weaver.recipe.reflect;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** {@code Method.invoke} of natives that mean the thread goes to the fiber's, not to the carrier's. */
public final class ReflectOnFibers implements Recipe {
    private static final String ACCESSOR = "Ljdk/internal/reflect/MethodAccessor;";

    @Override
    public Set<String> classes() {
        return Set.of("jdk/internal/reflect/ReflectionFactory");
    }

    /** {@code MethodAccessor a = WeftAccessor.of(method); if (a != null) return a;} at the start. */
    @Override
    public void apply(ClassNode target) {
        String desc = "(Ljava/lang/reflect/Method;)" + ACCESSOR;
        MethodNode method = Edit.method(target, "newMethodAccessor", desc, this);
        LabelNode on = new LabelNode();
        InsnList ask = new InsnList();
        ask.add(new VarInsnNode(Opcodes.ALOAD, 1));
        ask.add(Edit.invoke("jdk/internal/reflect/WeftAccessor", "of", desc));
        ask.add(new InsnNode(Opcodes.DUP));
        ask.add(new JumpInsnNode(Opcodes.IFNULL, on));
        ask.add(new InsnNode(Opcodes.ARETURN));
        ask.add(on);
        ask.add(new FrameNode(
                Opcodes.F_SAME1, 0, null, 1, new Object[] {ACCESSOR.substring(1, ACCESSOR.length() - 1)}));
        ask.add(new InsnNode(Opcodes.POP));
        method.instructions.insert(ask);
        method.maxStack = Math.max(method.maxStack, 2);
    }
}
