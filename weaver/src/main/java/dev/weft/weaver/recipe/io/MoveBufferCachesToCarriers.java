package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Caches of native memory per thread become caches per carrier: ten thousand fibers must not each keep a buffer. A
 * buffer that is in use is not in its cache; the exception is {@link KeepVectorIoOnCarrier}'s.
 */
public final class MoveBufferCachesToCarriers implements Recipe {
    private static final String LOCAL = "java/lang/ThreadLocal";
    private static final String HELPER = "jdk/internal/weft/local/CarrierLocals";

    /** Class to its calls of {@code ThreadLocal.get} and {@code set}. */
    private static final Map<String, int[]> SITES = Map.of(
            "sun/nio/ch/Util", new int[] {4, 0},
            "sun/nio/ch/IOVecWrapper", new int[] {1, 1},
            "sun/nio/fs/NativeBuffers", new int[] {2, 1});

    @Override
    public Set<String> classes() {
        return SITES.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        int[] expected = SITES.get(target.name);
        move(target, "get", "(Ljava/lang/ThreadLocal;)Ljava/lang/Object;", expected[0]);
        move(target, "set", "(Ljava/lang/ThreadLocal;Ljava/lang/Object;)V", expected[1]);
    }

    private void move(ClassNode target, String name, String desc, int expected) {
        Edit.calls(
                target,
                method -> true,
                Edit.named(LOCAL, name),
                expected,
                this,
                (method, call) -> replace(method, call, desc));
    }

    private static void replace(MethodNode method, MethodInsnNode call, String desc) {
        method.instructions.set(call, Edit.invoke(HELPER, call.name, desc));
    }
}
