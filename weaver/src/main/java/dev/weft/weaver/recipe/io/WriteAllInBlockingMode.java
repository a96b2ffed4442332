package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/** A channel's write in blocking mode goes on until all is written, also where a fiber's descriptor took a part. */
public final class WriteAllInBlockingMode implements Recipe {
    private static final String WRITES = "sun/nio/ch/WeftWrites";
    private static final String CHANNEL = "Ljava/nio/channels/GatheringByteChannel;";
    private static final String BUFFER = "Ljava/nio/ByteBuffer;";

    @Override
    public Set<String> classes() {
        return Set.of("sun/nio/ch/SocketChannelImpl", "sun/nio/ch/SinkChannelImpl");
    }

    /** {@code IOStatus.normalize(n)} becomes {@code WeftWrites.rest(IOStatus.normalize(n), this, source)}. */
    @Override
    public void apply(ClassNode target) {
        editOf(target, "(" + BUFFER + ")I", "(I" + CHANNEL + BUFFER + ")I");
        editOf(target, "([" + BUFFER + "II)J", "(J" + CHANNEL + "[" + BUFFER + "II)J");
    }

    private void editOf(ClassNode target, String desc, String restDesc) {
        Edit.calls(
                target,
                method -> method.name.equals("write") && method.desc.equals(desc),
                Edit.named("sun/nio/ch/IOStatus", "normalize"),
                1,
                this,
                (method, call) -> {
                    InsnList rest = new InsnList();
                    rest.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    rest.add(new VarInsnNode(Opcodes.ALOAD, 1));
                    if (desc.endsWith("J")) {
                        rest.add(new VarInsnNode(Opcodes.ILOAD, 2));
                        rest.add(new VarInsnNode(Opcodes.ILOAD, 3));
                    }
                    rest.add(Edit.invoke(WRITES, "rest", restDesc));
                    method.instructions.insert(call, rest);
                    method.maxStack += 4;
                });
    }
}
