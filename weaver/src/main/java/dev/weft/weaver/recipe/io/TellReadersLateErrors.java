package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A read tells what a connect, or a write that had written a part, could not: see {@code WeftLateErrors}. */
public final class TellReadersLateErrors implements Recipe {
    private static final String FD = "Ljava/io/FileDescriptor;";

    /**
     * Each looks whether a read was told of a reset before; of a channel, the reads of a buffer, of several, and of its
     * socket.
     */
    private static final Map<String, Integer> READS =
            Map.of("sun/nio/ch/SocketChannelImpl", 3, "sun/nio/ch/NioSocketImpl", 1);

    @Override
    public Set<String> classes() {
        return READS.keySet();
    }

    /** {@code if (connectionReset)} becomes {@code WeftLateErrors.tellReader(fd); if (connectionReset)}. */
    @Override
    public void apply(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() == Opcodes.GETFIELD && ((FieldInsnNode) insn).name.equals("connectionReset")) {
                    InsnList tell = new InsnList();
                    tell.add(new InsnNode(Opcodes.DUP));
                    tell.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, "fd", FD));
                    tell.add(Edit.invoke("sun/nio/ch/WeftLateErrors", "tellReader", "(" + FD + ")V"));
                    method.instructions.insertBefore(insn, tell);
                    method.maxStack += 1;
                    found++;
                }
            }
        }
        if (found != READS.get(target.name)) {
            throw Edit.mismatch(this, target, "reads of connectionReset", READS.get(target.name), found);
        }
    }
}
