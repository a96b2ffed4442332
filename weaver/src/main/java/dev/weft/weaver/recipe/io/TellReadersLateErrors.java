package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A read of a channel tells what a write could not that had written a part: see {@code WeftLateErrors}. */
public final class TellReadersLateErrors implements Recipe {
    /** Of a buffer, of several, and of the channel's socket: each looks whether a read was told of a reset before. */
    private static final int READS = 3;

    @Override
    public Set<String> classes() {
        return Set.of("sun/nio/ch/SocketChannelImpl");
    }

    /** {@code if (connectionReset)} becomes {@code WeftLateErrors.tellReader(this); if (connectionReset)}. */
    @Override
    public void apply(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() == Opcodes.GETFIELD && ((FieldInsnNode) insn).name.equals("connectionReset")) {
                    InsnList tell = new InsnList();
                    tell.add(new InsnNode(Opcodes.DUP));
                    tell.add(Edit.invoke(
                            "sun/nio/ch/WeftLateErrors",
                            "tellReader",
                            "(Ljava/nio/channels/spi/AbstractSelectableChannel;)V"));
                    method.instructions.insertBefore(insn, tell);
                    method.maxStack += 1;
                    found++;
                }
            }
        }
        if (found != READS) {
            throw Edit.mismatch(this, target, "reads of connectionReset", READS, found);
        }
    }
}
