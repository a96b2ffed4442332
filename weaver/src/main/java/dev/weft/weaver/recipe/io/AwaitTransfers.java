package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A file's channel that transfers to a socket or pipe waits as those do that write: see {@code WeftTransfers}. */
public final class AwaitTransfers implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String CHANNEL = PACKAGE + "FileChannelImpl";
    private static final String FD = "Ljava/io/FileDescriptor;";
    private static final String TO = "Ljava/nio/channels/WritableByteChannel;";
    private static final String TRANSFER = "(L" + CHANNEL + ";" + FD + "JJ" + FD + TO + ")J";
    private static final String ENTER = "(L" + PACKAGE + "NativeThreadSet;)I";

    private static final String PREPARE = "(Ljava/nio/channels/spi/AbstractSelectableChannel;" + FD + ")V";

    /** The local of the method that has the target. */
    private static final int TARGET = 4;

    @Override
    public Set<String> classes() {
        return Set.of(CHANNEL);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(PACKAGE + "WeftSockets.enter" + ENTER, PACKAGE + "WeftTransfers.prepare" + PREPARE);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(target, AwaitTransfers::isDirect, Edit.named(CHANNEL, "transferTo0"), 1, this, (method, call) -> {
            method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, TARGET));
            method.instructions.set(call, Edit.invoke(PACKAGE + "WeftTransfers", "transfer", TRANSFER));
            method.maxStack++;
        });
        Edit.calls(
                target,
                AwaitTransfers::isDirect,
                Edit.named(PACKAGE + "NativeThreadSet", "add"),
                1,
                this,
                (method, call) -> method.instructions.set(call, Edit.invoke(PACKAGE + "WeftSockets", "enter", ENTER)));
    }

    private static boolean isDirect(MethodNode method) {
        return method.name.equals("transferToDirectlyInternal") && method.desc.equals("(JI" + TO + FD + ")J");
    }
}
