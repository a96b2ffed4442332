package dev.weft.weaver.recipe.link;

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
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where the program's class loader looks, there is not the jar of Weft's agent, which the VM would add as it adds that
 * of each agent: programs that ask for all files of a name would find one more manifest. All that is in the jar is
 * found in java.instrument.
 */
public final class HideAgentJar implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("jdk/internal/loader/ClassLoaders$AppClassLoader");
    }

    /** {@code if (AgentJar.isIt(path)) return;} at the start. */
    @Override
    public void apply(ClassNode target) {
        LabelNode on = new LabelNode();
        InsnList ignore = new InsnList();
        ignore.add(new VarInsnNode(Opcodes.ALOAD, 1));
        ignore.add(Edit.invoke("jdk/internal/weft/agent/AgentJar", "isIt", "(Ljava/lang/String;)Z"));
        ignore.add(new JumpInsnNode(Opcodes.IFEQ, on));
        ignore.add(new InsnNode(Opcodes.RETURN));
        ignore.add(on);
        ignore.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        Edit.method(target, "appendToClassPathForInstrumentation", "(Ljava/lang/String;)V", this)
                .instructions
                .insert(ignore);
    }
}
