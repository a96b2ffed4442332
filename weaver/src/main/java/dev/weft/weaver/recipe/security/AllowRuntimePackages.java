package dev.weft.weaver.recipe.security;

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

/**
 * A security manager lets all code load the runtime's packages that woven code refers to: to it they are packages of
 * java.base that the module does not export.
 */
public final class AllowRuntimePackages implements Recipe {
    private static final String MANAGER = "java/lang/SecurityManager";

    @Override
    public Set<String> classes() {
        return Set.of(MANAGER);
    }

    /** {@code if (Exports.isPublished(name)) return;} */
    @Override
    public void apply(ClassNode target) {
        MethodNode check = Edit.method(target, "checkPackageAccess", "(Ljava/lang/String;)V", this);
        LabelNode others = new LabelNode();
        InsnList first = new InsnList();
        first.add(new VarInsnNode(Opcodes.ALOAD, 1));
        first.add(Edit.invoke("jdk/internal/weft/Exports", "isPublished", "(Ljava/lang/String;)Z"));
        first.add(new JumpInsnNode(Opcodes.IFEQ, others));
        first.add(new InsnNode(Opcodes.RETURN));
        first.add(others);
        first.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        check.instructions.insert(first);
    }
}
