package dev.weft.weaver.recipe.local;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/**
 * Seed and probe of {@code ThreadLocalRandom}, by which also {@code LongAdder}, {@code ConcurrentHashMap} and
 * {@code ForkJoinPool} spread their users, are those of the carrier: as many fibers as there are share them without
 * contention, and none has to seed its own. No method that reads and writes them calls anything that could suspend
 * between.
 *
 * <p>The second seed of the JDK, a field of each thread, is not used any more: what asked for it gets a number from the
 * first one. {@code JdkAccess.number} keeps its own there.
 */
public final class MoveRandomsToCarriers implements Recipe {
    private static final String THREAD = "java/lang/Thread";
    private static final String RANDOM = "java/util/concurrent/ThreadLocalRandom";
    private static final String HELPER = "jdk/internal/weft/local/CarrierLocals";

    /** Class to its calls of {@code Thread.currentThread}. */
    private static final Map<String, Integer> SITES = Map.of(RANDOM, 6, "java/util/concurrent/atomic/Striped64", 2);

    @Override
    public Set<String> classes() {
        return SITES.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(RANDOM)) {
            rewriteSecondarySeed(Edit.method(target, "nextSecondarySeed", "()I", this));
            // a method that an heir of Thread may override, which could suspend; the carrier's own is not
            Edit.calls(
                    target,
                    Edit.methodNamed("nextSeed"),
                    Edit.named(THREAD, "getId"),
                    1,
                    this,
                    (method, call) -> method.instructions.set(call, Edit.invoke(HELPER, "id", "(L" + THREAD + ";)J")));
        }
        Edit.calls(
                target,
                method -> true,
                Edit.named(THREAD, "currentThread"),
                SITES.get(target.name),
                this,
                (method, call) -> {
                    String helper = method.name.equals("nextSeed") ? "seededCarrier" : "carrier";
                    method.instructions.set(call, Edit.invoke(HELPER, helper, "()L" + THREAD + ";"));
                });
    }

    /** {@code return current().nextInt();}. */
    private static void rewriteSecondarySeed(MethodNode method) {
        method.instructions = new InsnList();
        method.tryCatchBlocks = new ArrayList<>();
        method.localVariables = null;
        method.visitMethodInsn(Opcodes.INVOKESTATIC, RANDOM, "current", "()L" + RANDOM + ";", false);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, RANDOM, "nextInt", "()I", false);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(1, 0);
    }
}
