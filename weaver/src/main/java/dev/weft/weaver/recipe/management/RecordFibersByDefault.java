package dev.weft.weaver.recipe.management;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A recording that takes the settings of a file, which enable the JDK's events of threads, has those of fibers too:
 *
 * <pre>
 * settings = Recorders.withFibers(settings);
 * </pre>
 */
public final class RecordFibersByDefault implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("jdk/jfr/internal/PlatformRecording");
    }

    @Override
    public String module() {
        return "jdk.jfr";
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode method = Edit.method(target, "setSettings", "(Ljava/util/Map;Z)V", this);
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 1));
        code.add(Edit.invoke(
                "jdk/internal/weft/management/Recorders", "withFibers", "(Ljava/util/Map;)Ljava/util/Map;"));
        code.add(new VarInsnNode(Opcodes.ASTORE, 1));
        method.instructions.insert(code);
    }
}
