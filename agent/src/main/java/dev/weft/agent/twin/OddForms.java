package dev.weft.agent.twin;

import dev.weft.agent.format.CldcFrames;
import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.WellFormed;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** What of a class file the VM ignores, and ASM must not take seriously. */
final class OddForms {
    private static final String FRAMES = "StackMapTable";

    /** The tag of such a constant (JVMS 4.4.7). */
    private static final int UTF8 = 1;

    private OddForms() {}

    /** True for class files that are woven to ones of a higher version. */
    static boolean isOld(ClassReader reader) {
        return reader.readUnsignedShort(6) < Opcodes.V1_5;
    }

    /** Ranges of variables that begin or end within an instruction, which the VM accepts, and ASM writes wrongly. */
    static void dropUnplacedVariables(MethodNode method) {
        if (method.localVariables == null || method.localVariables.isEmpty()) {
            return;
        }
        Set<LabelNode> placed = new HashSet<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LabelNode) {
                placed.add((LabelNode) insn);
            }
        }
        method.localVariables.removeIf(each -> !placed.contains(each.start) || !placed.contains(each.end));
    }

    /** Reads a class file without the frames of CLDC, which are nonsense in classes of ReflectASM. */
    static ClassReader reader(byte[] file) {
        ClassReader reader = new ClassReader(file);
        if (!hasWord(reader, "StackMap")) {
            return reader;
        }
        try {
            return new ClassReader(CldcFrames.drop(file));
        } catch (Malformed e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * The VM does not look for frames in class files before Java 6, and later can do without: there, they may be
     * anything.
     */
    static int framesOf(ClassReader reader, byte[] file) {
        int version = reader.readUnsignedShort(6);
        boolean hasFrames = version > Opcodes.V1_6 || version == Opcodes.V1_6 && WellFormed.hasFrames(file);
        boolean hasNone = version < Opcodes.V1_6 && !hasWord(reader, FRAMES);
        return hasFrames || hasNone ? 0 : ClassReader.SKIP_FRAMES;
    }

    /** True if the class file has that word of ASCII, which may be the name of an attribute. */
    private static boolean hasWord(ClassReader reader, String word) {
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at != 0 && reader.readByte(at - 1) == UTF8 && isWord(reader, at, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(ClassReader reader, int at, String word) {
        if (reader.readUnsignedShort(at) != word.length()) {
            return false;
        }
        for (int k = 0; k < word.length(); k++) {
            if (reader.readByte(at + 2 + k) != word.charAt(k)) {
                return false;
            }
        }
        return true;
    }
}
