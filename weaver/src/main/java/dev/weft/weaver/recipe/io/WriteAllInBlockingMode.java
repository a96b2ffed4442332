package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A channel's write in blocking mode goes on until all is written, also where a fiber's descriptor took a part. The
 * stream of a channel's socket does so by itself, but copies all that is left for each part: it is given less.
 */
public final class WriteAllInBlockingMode implements Recipe {
    private static final String WRITES = "sun/nio/ch/WeftWrites";
    private static final String SOCKET = "sun/nio/ch/SocketChannelImpl";
    private static final String CHANNEL = "Ljava/nio/channels/spi/AbstractSelectableChannel;";
    private static final String BUFFER = "Ljava/nio/ByteBuffer;";

    /** The first try, and those after a wait. */
    private static final int TRIES = 2;

    @Override
    public Set<String> classes() {
        return Set.of(SOCKET, "sun/nio/ch/SinkChannelImpl");
    }

    /** {@code IOUtil.write(..)} becomes {@code WeftWrites.write(.., this)}. */
    @Override
    public void apply(ClassNode target) {
        editWrite(target, "(" + BUFFER + ")I");
        editWrite(target, "([" + BUFFER + "II)J");
        if (target.name.equals(SOCKET)) {
            Edit.calls(
                    target,
                    Edit.methodNamed("blockingWriteFully"),
                    Edit.named(SOCKET, "tryWrite"),
                    TRIES,
                    this,
                    (method, call) -> {
                        // tryWrite(bytes, start, WeftWrites.atMost(length, this))
                        method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                        method.instructions.insertBefore(call, Edit.invoke(WRITES, "atMost", withThis("(I)I")));
                        method.maxStack += 1;
                    });
        }
    }

    private void editWrite(ClassNode target, String desc) {
        Edit.calls(
                target,
                method -> method.name.equals("write") && method.desc.equals(desc),
                Edit.named("sun/nio/ch/IOUtil", "write"),
                TRIES,
                this,
                (method, call) -> {
                    MethodInsnNode helper = Edit.invoke(WRITES, "write", withThis(call.desc));
                    method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                    method.instructions.set(call, helper);
                    method.maxStack += 1;
                });
    }

    private static String withThis(String desc) {
        return desc.replace(")", CHANNEL + ")");
    }
}
