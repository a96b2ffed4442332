package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whether what continues a twin fits into a method (JVMS 4.7.3) and a class file (JVMS 4.1): in its shortest form, a
 * copy and what restores a frame.
 */
final class ResumerRoom {
    private static final int MAX_BYTES = 65_535;

    /** Instructions that are always few enough: two of three bytes, and a jump too far for a short offset, are long. */
    private static final int ALWAYS_FITS = 4_000;

    /** To load a value from a frame, cast and store it. */
    private static final int BYTES_PER_VALUE = 20;

    /** For the start of a resumer, and the entry of its monitors. */
    private static final int BYTES_OF_START = 2_000;

    /** What a jump takes more if its offset does not fit into 16 bits. */
    private static final int BYTES_OF_FAR_JUMP = 5;

    /** In front of the use of a member that the host might not be allowed to make; that of a cast is the longest. */
    private static final int BYTES_OF_GATE = 4;

    private static final int MAX_CONSTANTS = 65_534;

    /** What a resumer names beside that. */
    private static final int CONSTANTS_OF_START = 1_000;

    /** A gate's field, method, their names and types, and the text that it asks by. */
    private static final int CONSTANTS_OF_GATE = 6;

    private ResumerRoom() {}

    /** True if a resumer of the twin might be too long. */
    static boolean isMissing(MethodNode twin) {
        InsnList insns = twin.instructions;
        if (insns.size() < ALWAYS_FITS) {
            return false;
        }
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        twin.accept(size);
        int bytes = size.getMinSize() + BYTES_OF_START + BYTES_PER_VALUE * (twin.maxLocals + twin.maxStack);
        for (AbstractInsnNode insn : insns) {
            if (mayHaveGate(insn)) {
                bytes += BYTES_OF_GATE;
            }
            if (insn instanceof VarInsnNode) {
                // its slot becomes another one, which may ask for a longer form
                bytes += isShort(((VarInsnNode) insn).var) ? 1 : 0;
                bytes += isLast(((VarInsnNode) insn).var) ? 2 : 0;
            } else if (insn instanceof JumpInsnNode) {
                int distance = insns.indexOf(((JumpInsnNode) insn).label) - insns.indexOf(insn);
                bytes += Math.abs(distance) > insns.size() / 4 ? BYTES_OF_FAR_JUMP : 0;
            }
        }
        return bytes > MAX_BYTES || constants(twin) > MAX_CONSTANTS;
    }

    /** At most so many constants has the resumer's class file. */
    private static int constants(MethodNode twin) {
        Set<String> uses = new HashSet<>();
        for (AbstractInsnNode insn : twin.instructions) {
            if (mayHaveGate(insn)) {
                uses.add(insn.getOpcode() + named(insn));
            }
        }
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, 0, "resumer", null, Names.RESUMER, null);
        twin.accept(writer.visitMethod(Opcodes.ACC_STATIC, "resume", twin.desc, null, null));
        // the number of a new constant tells how many there are
        return writer.newUTF8("\n") + CONSTANTS_OF_START + CONSTANTS_OF_GATE * uses.size();
    }

    private static boolean mayHaveGate(AbstractInsnNode insn) {
        return insn instanceof FieldInsnNode
                || insn instanceof MethodInsnNode
                || insn instanceof TypeInsnNode
                || insn instanceof LdcInsnNode
                || insn instanceof MultiANewArrayInsnNode;
    }

    private static String named(AbstractInsnNode insn) {
        if (insn instanceof FieldInsnNode) {
            FieldInsnNode field = (FieldInsnNode) insn;
            return field.owner + "." + field.name + ":" + field.desc;
        } else if (insn instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) insn;
            return call.owner + "." + call.name + call.desc;
        } else if (insn instanceof TypeInsnNode) {
            return ((TypeInsnNode) insn).desc;
        } else if (insn instanceof MultiANewArrayInsnNode) {
            return ((MultiANewArrayInsnNode) insn).desc;
        }
        return ((LdcInsnNode) insn).cst instanceof Type ? ((LdcInsnNode) insn).cst.toString() : "";
    }

    private static boolean isShort(int slot) {
        return slot >= 1 && slot <= 3;
    }

    private static boolean isLast(int slot) {
        return slot >= 253 && slot <= 255;
    }
}
