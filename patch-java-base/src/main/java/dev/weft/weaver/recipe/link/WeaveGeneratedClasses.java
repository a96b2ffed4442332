package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;

/** Classes that java.base generates and no agent sees pass the weaver: lambda proxies and {@code Proxy} classes. */
public final class WeaveGeneratedClasses implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/invoke/InnerClassLambdaMetafactory", "java/lang/reflect/ProxyGenerator");
    }

    @Override
    public void apply(ClassNode target) {
        boolean isLambda = target.name.endsWith("Metafactory");
        Edit.calls(
                target,
                Edit.methodNamed(isLambda ? "generateInnerClass" : "generateClassFile"),
                call -> call.name.equals("toByteArray"),
                1,
                this,
                (method, call) -> {
                    InsnList weave = new InsnList();
                    weave.add(new InsnNode(Opcodes.ACONST_NULL));
                    weave.add(Edit.invoke("jdk/internal/weft/Hooks", "weaveUnseen", "([BLjava/lang/Class;)[B"));
                    method.instructions.insert(call, weave);
                    method.maxStack += 1;
                });
    }
}
