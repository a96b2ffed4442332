package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Streams of pipes and terminals (standard input and output, processes): a fiber waits through the poller until the native
 * call will not block. {@code WeftFiles} holds what a platform thread and a fiber do; this recipe joins the two as method
 * and twin.
 */
public final class AwaitStreams implements Recipe {
    private static final String IN = "java/io/FileInputStream";
    private static final String OUT = "java/io/FileOutputStream";
    private static final String HELPER = "sun/nio/ch/WeftFiles";
    private static final String FD = "Ljava/io/FileDescriptor;";
    private static final String BEFORE_READ = "(" + FD + ")V";
    private static final String WRITE_BYTES = "(L" + OUT + ";[BIIZ)V";

    @Override
    public Set<String> classes() {
        return Set.of(IN, OUT, HELPER);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(HELPER + ".beforeRead" + BEFORE_READ, HELPER + ".writeBytes" + WRITE_BYTES);
    }

    @Override
    public void apply(ClassNode target) {
        switch (target.name) {
            case IN -> {
                Edit.calls(target, method -> true, Edit.named(IN, "read0"), 1, this, AwaitStreams::addBeforeRead);
                Edit.calls(target, method -> true, Edit.named(IN, "readBytes"), 2, this, AwaitStreams::addBeforeRead);
            }
            case OUT -> Edit.calls(
                    target,
                    method -> true,
                    Edit.named(OUT, "writeBytes"),
                    2,
                    this,
                    (method, call) -> method.instructions.set(call, Edit.invoke(HELPER, "writeBytes", WRITE_BYTES)));
            default -> {
                Edit.twinCalls(
                        target, Edit.method(target, "beforeRead", BEFORE_READ, this), HELPER, "await$weft", true);
                Edit.twinCalls(
                        target, Edit.method(target, "writeBytes", WRITE_BYTES, this), HELPER, "writePieces$weft", true);
            }
        }
    }

    private static void addBeforeRead(MethodNode method, MethodInsnNode call) {
        // WeftFiles.beforeRead(this.fd), above the arguments of the native call
        InsnList before = new InsnList();
        before.add(new VarInsnNode(Opcodes.ALOAD, 0));
        before.add(new FieldInsnNode(Opcodes.GETFIELD, IN, "fd", FD));
        before.add(Edit.invoke(HELPER, "beforeRead", BEFORE_READ));
        method.instructions.insertBefore(call, before);
        method.maxStack += 1;
    }
}
