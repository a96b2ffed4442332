package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Emits twins that cannot suspend: {@code R m$weft(args, context) { return m(args); }}, or, for a short method, its
 * code again.
 *
 * <p>A pinned stub of a concrete method calls it by invokespecial on its own class, so that {@code super.m$weft} does
 * not come back to an overriding method; a pinned stub of an abstract method is concrete and calls virtually, or has
 * no code in a program's interface (docs/design.md, rule 2). A pinned stub has no line numbers: that is how stack
 * traces tell it from a frame of the user's.
 */
final class PinnedStubs {
    /** In place of a method's place: it is loud. */
    static final int LOUD = -2;

    /** Longest code, in instructions, that is repeated rather than called. */
    private static final int SHORT = 12;

    private PinnedStubs() {}

    static void emit(ClassVisitor cv, String owner, boolean isInterface, MethodNode method) {
        emitPlain(begin(cv, method, Names.twinName(method.name), method.access), owner, isInterface, method);
    }

    private static void emitPlain(MethodVisitor mv, String owner, boolean isInterface, MethodNode method) {
        int slot = emitArguments(mv, method);
        emitCall(mv, owner, isInterface, method, method.name, method.desc);
        Type result = Type.getReturnType(method.desc);
        mv.visitMaxs(Math.max(slot, result.getSize()), slot + 1);
        mv.visitEnd();
    }

    /**
     * {@code R m$weft(args, context) { return LOUD[place] == 0 ? m(args) : m$weft$weft(args, context); }}.
     *
     * @param place of the method in the table of those that are loud; or {@link #LOUD}
     */
    static void emitUnlessLoud(ClassVisitor cv, ClassNode host, MethodNode method, int place) {
        String owner = host.name;
        boolean isInterface = (host.access & Opcodes.ACC_INTERFACE) != 0;
        MethodVisitor mv = begin(cv, method, Names.twinName(method.name), method.access);
        if (place != LOUD) {
            Label loud = new Label();
            mv.visitFieldInsn(Opcodes.GETSTATIC, Names.LOUD_TABLE, "LOUD", "[B");
            mv.visitIntInsn(Opcodes.SIPUSH, place);
            mv.visitInsn(Opcodes.BALOAD);
            mv.visitJumpInsn(Opcodes.IFNE, loud);
            emitArguments(mv, method);
            emitCall(mv, owner, isInterface, method, method.name, method.desc);
            mv.visitLabel(loud);
            if ((host.version & 0xFFFF) >= Opcodes.V1_6) {
                mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
        }
        int slot = emitArguments(mv, method);
        mv.visitVarInsn(Opcodes.ALOAD, slot);
        emitCall(mv, owner, isInterface, method, Names.loudTwinName(method.name), Names.twinDesc(method.desc));
        Type result = Type.getReturnType(method.desc);
        mv.visitMaxs(Math.max(2, Math.max(slot + 1, result.getSize())), slot + 1);
        mv.visitEnd();
    }

    /** A second twin that calls the plain copy, too. */
    static void emitLoud(ClassVisitor cv, ClassNode host, MethodNode method) {
        int access = method.access & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL);
        MethodVisitor mv = begin(cv, method, Names.loudTwinName(method.name), access | Opcodes.ACC_PRIVATE);
        emitPlain(mv, host.name, (host.access & Opcodes.ACC_INTERFACE) != 0, method);
    }

    /** Loads them, the receiver included; returns how many slots they take. */
    private static int emitArguments(MethodVisitor mv, MethodNode method) {
        int slot = 0;
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        if (!isStatic) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            slot = 1;
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
        return slot;
    }

    private static void emitCall(
            MethodVisitor mv, String owner, boolean isInterface, MethodNode method, String name, String desc) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        mv.visitMethodInsn(opcode(method, isInterface, isStatic), owner, name, desc, isInterface);
        mv.visitInsn(Type.getReturnType(desc).getOpcode(Opcodes.IRETURN));
    }

    /** An abstract twin: implementing classes have twins of their own. */
    static void emitAbstract(ClassVisitor cv, MethodNode method) {
        cv.visitMethod(
                        method.access & ~(Opcodes.ACC_BRIDGE | Opcodes.ACC_VARARGS) | Opcodes.ACC_SYNTHETIC,
                        Names.twinName(method.name),
                        Names.twinDesc(method.desc),
                        null,
                        null)
                .visitEnd();
    }

    private static MethodVisitor begin(ClassVisitor cv, MethodNode method, String name, int access) {
        int dropped = Opcodes.ACC_SYNCHRONIZED
                | Opcodes.ACC_NATIVE
                | Opcodes.ACC_ABSTRACT
                | Opcodes.ACC_BRIDGE
                | Opcodes.ACC_VARARGS
                | Opcodes.ACC_STRICT;
        MethodVisitor mv = cv.visitMethod(
                access & ~dropped | Opcodes.ACC_SYNTHETIC, name, Names.twinDesc(method.desc), null, null);
        mv.visitCode();
        return mv;
    }

    private static int opcode(MethodNode method, boolean isInterface, boolean isStatic) {
        if (isStatic) {
            return Opcodes.INVOKESTATIC;
        }
        if ((method.access & Opcodes.ACC_ABSTRACT) == 0) {
            return Opcodes.INVOKESPECIAL;
        }
        return isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    }

    /**
     * True if the code is so short, and so simple (no branches either), that repeating it is better than calling it.
     */
    static boolean isShort(MethodNode method) {
        boolean hasCode = (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        if (!hasCode || method.name.equals("<init>") || !method.tryCatchBlocks.isEmpty()) {
            return false;
        }
        int count = 0;
        for (AbstractInsnNode insn : method.instructions) {
            int type = insn.getType();
            boolean isCall = type == AbstractInsnNode.METHOD_INSN || type == AbstractInsnNode.INVOKE_DYNAMIC_INSN;
            if (insn instanceof FrameNode || isBranch(insn) || isCall || insn.getOpcode() == Opcodes.MONITORENTER) {
                return false;
            }
            if (insn.getOpcode() >= 0) {
                count++;
            }
        }
        return count <= SHORT;
    }

    /** True for jumps and switches; class files before Java 6 have no frames that would tell of them. */
    static boolean isBranch(AbstractInsnNode insn) {
        int type = insn.getType();
        return type == AbstractInsnNode.JUMP_INSN
                || type == AbstractInsnNode.TABLESWITCH_INSN
                || type == AbstractInsnNode.LOOKUPSWITCH_INSN;
    }

    /** The code again; for methods that {@link #isShort}. */
    static void emitCopy(ClassVisitor cv, MethodNode method) {
        MethodVisitor mv = begin(cv, method, Names.twinName(method.name), method.access);
        Map<LabelNode, Label> labels = new HashMap<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LabelNode) {
                mv.visitLabel(label(labels, (LabelNode) insn));
            } else if (insn instanceof LineNumberNode) {
                LineNumberNode line = (LineNumberNode) insn;
                mv.visitLineNumber(line.line, label(labels, line.start));
            } else {
                insn.accept(mv);
            }
        }
        emitVariables(mv, method, labels);
        mv.visitMaxs(method.maxStack, method.maxLocals + 1);
        mv.visitEnd();
    }

    /** Messages of NullPointerExceptions tell their names. */
    private static void emitVariables(MethodVisitor mv, MethodNode method, Map<LabelNode, Label> labels) {
        if (method.localVariables == null) {
            return;
        }
        for (LocalVariableNode each : method.localVariables) {
            mv.visitLocalVariable(
                    each.name, each.desc, null, label(labels, each.start), label(labels, each.end), each.index);
        }
    }

    private static Label label(Map<LabelNode, Label> labels, LabelNode node) {
        Label known = labels.get(node);
        if (known == null) {
            known = new Label();
            labels.put(node, known);
        }
        return known;
    }
}
