package dev.weft.weaver.recipe.markword;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Tells the runtime where the identity hash and the age are in an object's header. */
public final class DescribeMarkWord implements Recipe {
    private static final String LAYOUT = "jdk/internal/weft/MarkWordLayout";

    private final MarkWord layout;

    public DescribeMarkWord(MarkWord layout) {
        this.layout = layout;
    }

    @Override
    public Set<String> classes() {
        return Set.of(LAYOUT);
    }

    @Override
    public void apply(ClassNode target) {
        Map.of(
                        "release()Ljava/lang/String;", layout.release(),
                        "hashShift()I", layout.hashShift(),
                        "age()J", layout.age(),
                        "biased()I", layout.biased())
                .forEach((method, value) -> returnConstant(target, method, value));
    }

    private void returnConstant(ClassNode target, String named, Object value) {
        int open = named.indexOf('(');
        MethodNode method = Edit.method(target, named.substring(0, open), named.substring(open), this);
        int result =
                value instanceof Integer ? Opcodes.IRETURN : value instanceof Long ? Opcodes.LRETURN : Opcodes.ARETURN;
        method.instructions.clear();
        method.localVariables = null;
        method.instructions.add(new LdcInsnNode(value));
        method.instructions.add(new InsnNode(result));
        method.maxStack = 2;
    }
}
