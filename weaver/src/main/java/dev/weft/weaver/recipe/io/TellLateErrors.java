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
import org.objectweb.asm.tree.VarInsnNode;

/** Reads and writes tell what a connect, or a write that had written a part, could not: see {@code WeftLateErrors}. */
public final class TellLateErrors implements Recipe {
    private static final String ERRORS = "sun/nio/ch/WeftLateErrors";
    private static final String FD = "Ljava/io/FileDescriptor;";
    private static final String CHANNEL = "sun/nio/ch/SocketChannelImpl";
    private static final String SOCKET = "sun/nio/ch/NioSocketImpl";

    /** The parameter of {@code tryWrite} that has the descriptor. */
    private static final int DESCRIPTOR = 1;

    /**
     * Each looks whether a read was told of a reset before; of a channel, the reads of a buffer, of several, and of its
     * socket.
     */
    private static final Map<String, Integer> READS = Map.of(CHANNEL, 3, SOCKET, 1);

    @Override
    public Set<String> classes() {
        return READS.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        tellReaders(target);
        // a channel's write asks by itself
        if (target.name.equals(SOCKET)) {
            tellWriters(target);
        }
    }

    /** {@code if (connectionReset)} becomes {@code WeftLateErrors.tellReader(fd); if (connectionReset)}. */
    private void tellReaders(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() == Opcodes.GETFIELD && ((FieldInsnNode) insn).name.equals("connectionReset")) {
                    InsnList tell = new InsnList();
                    tell.add(new InsnNode(Opcodes.DUP));
                    tell.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, "fd", FD));
                    tell.add(Edit.invoke(ERRORS, "tellReader", "(" + FD + ")V"));
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

    /** {@code tryWrite} begins with {@code WeftLateErrors.tellWriter(fd)}. */
    private void tellWriters(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            if (method.name.equals("tryWrite") && method.desc.startsWith("(" + FD)) {
                InsnList tell = new InsnList();
                tell.add(new VarInsnNode(Opcodes.ALOAD, DESCRIPTOR));
                tell.add(Edit.invoke(ERRORS, "tellWriter", "(" + FD + ")V"));
                method.instructions.insert(tell);
                found++;
            }
        }
        if (found != 1) {
            throw Edit.mismatch(this, target, "methods tryWrite", 1, found);
        }
    }
}
