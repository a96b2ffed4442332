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
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The patch names all modules of the image, whichever the program resolves: no warnings about those that it does not. */
public final class SilenceUnresolvedPatches implements Recipe {
    private static final String DESC = "(Ljava/lang/String;Ljava/lang/String;)";

    @Override
    public Set<String> classes() {
        return Set.of("jdk/internal/module/ModuleBootstrap");
    }

    /** {@code if (Exports.isPatchedOnSuspicion(option, module)) return;} at the start. */
    @Override
    public void apply(ClassNode target) {
        MethodNode warn = Edit.method(target, "warnUnknownModule", DESC + "V", this);
        LabelNode on = new LabelNode();
        InsnList check = new InsnList();
        check.add(new VarInsnNode(Opcodes.ALOAD, 0));
        check.add(new VarInsnNode(Opcodes.ALOAD, 1));
        check.add(Edit.invoke("jdk/internal/weft/Exports", "isPatchedOnSuspicion", DESC + "Z"));
        check.add(new JumpInsnNode(Opcodes.IFEQ, on));
        check.add(new InsnNode(Opcodes.RETURN));
        check.add(on);
        check.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        warn.instructions.insert(check);
        warn.maxStack = Math.max(warn.maxStack, 2);
    }
}
