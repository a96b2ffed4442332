package dev.weft.weaver.recipe.management;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The flight recorder is told when fibers read from and write to sockets. It instruments the same methods itself, for
 * {@code jdk.SocketRead} and {@code jdk.SocketWrite}: their plain copies, which platform threads run.
 *
 * <pre>
 * SocketTransfers.reads();
 * try {
 *     ..
 *     SocketTransfers.ended(n, peer);
 *     return n;
 * } catch (Throwable e) {
 *     SocketTransfers.ended(0, peer);
 *     throw e;
 * }
 * </pre>
 */
public final class RecordSocketsOfFibers implements Recipe {
    private static final String TRANSFERS = "jdk/internal/weft/management/SocketTransfers";
    private static final String IN = "java/net/Socket$SocketInputStream";
    private static final String OUT = "java/net/Socket$SocketOutputStream";
    private static final String CHANNEL = "sun/nio/ch/SocketChannelImpl";
    private static final String ONE = "(Ljava/nio/ByteBuffer;)I";
    private static final String MANY = "([Ljava/nio/ByteBuffer;II)J";

    @Override
    public Set<String> classes() {
        return Set.of(IN, OUT, CHANNEL);
    }

    @Override
    public void apply(ClassNode target) {
        switch (target.name) {
            case IN -> tell(target, "read", "([BII)I", "parent", "Ljava/net/Socket;");
            case OUT -> tell(target, "write", "([BII)V", "parent", "Ljava/net/Socket;");
            default -> {
                for (String name : new String[] {"read", "write"}) {
                    tell(target, name, ONE, "remoteAddress", "Ljava/net/SocketAddress;");
                    tell(target, name, MANY, "remoteAddress", "Ljava/net/SocketAddress;");
                }
            }
        }
    }

    private void tell(ClassNode target, String name, String desc, String peer, String peerDesc) {
        if (target.fields.stream().noneMatch(field -> field.name.equals(peer) && field.desc.equals(peerDesc))) {
            throw Edit.mismatch(this, target, "field " + peer, 1, 0);
        }
        MethodNode method = Edit.method(target, name, desc, this);
        Edit.returns(method, insn -> {
            InsnList told = bytes(insn.getOpcode());
            told.add(ended(target, peer, peerDesc));
            method.instructions.insertBefore(insn, told);
        });
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        InsnList first = new InsnList();
        first.add(Edit.invoke(TRANSFERS, name + "s", "()V"));
        first.add(start);
        method.instructions.insert(first);
        method.instructions.add(end);
        method.instructions.add(
                new FrameNode(Opcodes.F_FULL, 1, new Object[] {target.name}, 1, new Object[] {"java/lang/Throwable"}));
        method.instructions.add(new InsnNode(Opcodes.LCONST_0));
        method.instructions.add(ended(target, peer, peerDesc));
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
        method.maxStack += 4;
    }

    /** What a return instruction returns, as a {@code long} above it; of a write, what was to be written. */
    private static InsnList bytes(int returns) {
        InsnList insns = new InsnList();
        switch (returns) {
            case Opcodes.LRETURN -> insns.add(new InsnNode(Opcodes.DUP2));
            case Opcodes.IRETURN -> {
                insns.add(new InsnNode(Opcodes.DUP));
                insns.add(new InsnNode(Opcodes.I2L));
            }
            default -> {
                insns.add(new VarInsnNode(Opcodes.ILOAD, 3));
                insns.add(new InsnNode(Opcodes.I2L));
            }
        }
        return insns;
    }

    private static InsnList ended(ClassNode target, String peer, String peerDesc) {
        InsnList insns = new InsnList();
        insns.add(new VarInsnNode(Opcodes.ALOAD, 0));
        insns.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, peer, peerDesc));
        insns.add(Edit.invoke(TRANSFERS, "ended", "(JLjava/lang/Object;)V"));
        return insns;
    }
}
