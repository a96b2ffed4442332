package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/**
 * The lists of classes that agents are given lack those that the runtime has made: resumers and invokers. Agents that
 * look at each class of a program would look for their class files, and transform them.
 */
public final class HideGeneratedClasses implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("sun/instrument/InstrumentationImpl");
    }

    @Override
    public String module() {
        return "java.instrument";
    }

    @Override
    public void apply(ClassNode target) {
        hide(Edit.method(target, "getAllLoadedClasses", "()[Ljava/lang/Class;", this));
        hide(Edit.method(target, "getInitiatedClasses", "(Ljava/lang/ClassLoader;)[Ljava/lang/Class;", this));
    }

    private static void hide(MethodNode method) {
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each.getOpcode() == Opcodes.ARETURN) {
                InsnList hide = new InsnList();
                hide.add(Edit.invoke(
                        "java/weft/entry/WeavingAgent", "authors", "([Ljava/lang/Class;)[Ljava/lang/Class;"));
                method.instructions.insertBefore(each, hide);
            }
        }
    }
}
