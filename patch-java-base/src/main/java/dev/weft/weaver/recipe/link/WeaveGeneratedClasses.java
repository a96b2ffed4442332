package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;

/** Classes that java.base generates and no agent sees pass the weaver: lambda proxies, hidden and {@code Proxy}
 * classes. */
public final class WeaveGeneratedClasses implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of(
                "java/lang/invoke/InnerClassLambdaMetafactory",
                "java/lang/invoke/MethodHandles$Lookup",
                "java/lang/reflect/ProxyGenerator");
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.endsWith("Lookup")) {
            weaveHiddenClasses(target);
            return;
        }
        boolean isLambda = target.name.endsWith("Metafactory");
        Edit.calls(
                target,
                Edit.methodNamed(isLambda ? "generateInnerClass" : "generateClassFile"),
                call -> call.name.equals("toByteArray"),
                1,
                this,
                (method, call) -> {
                    method.instructions.insert(call, weave());
                    method.maxStack += 1;
                });
    }

    /** {@code Lookup.defineHiddenClass(bytes.clone(), ..)} and {@code defineHiddenClassWithClassData}. */
    private void weaveHiddenClasses(ClassNode target) {
        Edit.calls(
                target,
                method -> (method.access & Opcodes.ACC_PUBLIC) != 0 && method.name.startsWith("defineHiddenClass"),
                call -> call.owner.equals("[B") && call.name.equals("clone"),
                2,
                this,
                (method, call) -> {
                    // behind the clone stands the cast to byte[]
                    method.instructions.insert(call.getNext(), weave());
                    method.maxStack += 1;
                });
    }

    private static InsnList weave() {
        InsnList weave = new InsnList();
        weave.add(new InsnNode(Opcodes.ACONST_NULL));
        weave.add(Edit.invoke("jdk/internal/weft/Hooks", "weaveUnseen", "([BLjava/lang/Class;)[B"));
        return weave;
    }
}
