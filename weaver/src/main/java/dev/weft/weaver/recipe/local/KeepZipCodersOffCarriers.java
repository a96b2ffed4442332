package dev.weft.weaver.recipe.local;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The same as {@link KeepCodersOffCarriers} for file systems of archives whose names are in a charset of a program. */
public final class KeepZipCodersOffCarriers implements Recipe {
    private static final String CODER = "jdk/nio/zipfs/ZipCoder";

    @Override
    public String module() {
        return "jdk.zipfs";
    }

    @Override
    public Set<String> classes() {
        return Set.of(CODER);
    }

    /**
     * In front of what keeps a new coder: {@code if (!WovenCode.isCharsetOfProgram(cs))}. The jump goes to where one
     * that was found is returned, as the new one is.
     */
    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> method.name.equals("decoder") || method.name.equals("encoder"),
                Edit.named("java/lang/ThreadLocal", "set"),
                2,
                this,
                (method, call) -> method.instructions.insertBefore(startOf(call), question(foundIn(method, target))));
    }

    /** Where the thread local and the coder are pushed. */
    private static AbstractInsnNode startOf(MethodInsnNode call) {
        AbstractInsnNode coder = call.getPrevious();
        AbstractInsnNode local = coder.getPrevious();
        return local.getPrevious();
    }

    private JumpInsnNode foundIn(MethodNode method, ClassNode target) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.IFNONNULL) {
                return (JumpInsnNode) insn;
            }
        }
        throw Edit.mismatch(this, target, "tests for a coder that is there", 1, 0);
    }

    private static InsnList question(JumpInsnNode found) {
        InsnList question = new InsnList();
        question.add(new VarInsnNode(Opcodes.ALOAD, 0));
        question.add(new FieldInsnNode(Opcodes.GETFIELD, CODER, "cs", "Ljava/nio/charset/Charset;"));
        question.add(Edit.invoke(Names.WOVEN, "isCharsetOfProgram", "(Ljava/nio/charset/Charset;)Z"));
        question.add(new JumpInsnNode(Opcodes.IFNE, found.label));
        return question;
    }
}
