package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Scattering reads and gathering writes fill a native array that is cached per carrier (see
 * {@link MoveBufferCachesToCarriers}), and stays in the cache while it is in use. Another fiber must not come in
 * between: so the twins of these methods call the plain copies. Nothing in them waits, as the descriptor does not
 * block.
 */
public final class KeepVectorIoOnCarrier implements Recipe {
    private static final String UTIL = "sun/nio/ch/IOUtil";

    /** One that reads, one that writes. */
    private static final int METHODS = 2;

    @Override
    public Set<String> classes() {
        return Set.of(UTIL);
    }

    @Override
    public void apply(ClassNode target) {
        List<MethodNode> found = new ArrayList<>();
        for (MethodNode method : target.methods) {
            if (takesArray(method)) {
                found.add(method);
            }
        }
        if (found.size() != METHODS) {
            throw Edit.mismatch(this, target, "methods that take an IOVecWrapper", METHODS, found.size());
        }
        for (MethodNode method : found) {
            Edit.twinCalls(target, method, UTIL, method.name, false);
        }
    }

    private static boolean takesArray(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode
                    && Edit.named("sun/nio/ch/IOVecWrapper", "get").test((MethodInsnNode) insn)) {
                return true;
            }
        }
        return false;
    }
}
