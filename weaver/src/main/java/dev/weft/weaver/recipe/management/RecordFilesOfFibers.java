package dev.weft.weaver.recipe.management;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The flight recorder has the events {@code jdk.FileRead}, {@code jdk.FileWrite} and {@code jdk.FileForce} of fibers,
 * too. It instruments the methods that it finds by name, which are plain copies. So, once there is a recorder, twins
 * call those, but for pipes, where a fiber waits in the twin. (Those of {@code RandomAccessFile} never suspend: twins
 * call them plainly in any case.)
 *
 * <pre>
 * int read(byte[] b, int off, int len) {
 *     if (WeftFiles.isRecorded(this)) {            // never in the plain copy
 *         return weft$read(this, b, off, len);     // read, plainly
 *     }
 *     ..
 * </pre>
 *
 * What is added has no line, as pinned stubs have none, so that no trace shows the method twice.
 */
public final class RecordFilesOfFibers implements Recipe {
    private static final String HELPER = "sun/nio/ch/WeftFiles";
    private static final String ASK = "isRecorded";
    private static final String CHANNEL = "sun/nio/ch/FileChannelImpl";

    private static final Map<String, List<String>> METHODS = Map.of(
            "java/io/FileInputStream",
            List.of("read()I", "read([B)I", "read([BII)I"),
            "java/io/FileOutputStream",
            List.of("write(I)V", "write([B)V", "write([BII)V"),
            CHANNEL,
            List.of(
                    "read(Ljava/nio/ByteBuffer;)I",
                    "read(Ljava/nio/ByteBuffer;J)I",
                    "read([Ljava/nio/ByteBuffer;II)J",
                    "write(Ljava/nio/ByteBuffer;)I",
                    "write(Ljava/nio/ByteBuffer;J)I",
                    "write([Ljava/nio/ByteBuffer;II)J",
                    "force(Z)V"));

    @Override
    public Set<String> classes() {
        return new TreeSet<>(METHODS.keySet());
    }

    /** They do not suspend, but only who may ask for a suspension calls a twin. */
    @Override
    public Set<String> suspendingTwins() {
        Set<String> twins = new TreeSet<>();
        for (String each : METHODS.keySet()) {
            twins.add(HELPER + "." + ASK + asking(each));
        }
        return twins;
    }

    private static String asking(String type) {
        return "(L" + type + ";)Z";
    }

    @Override
    public void apply(ClassNode target) {
        for (String each : METHODS.get(target.name)) {
            int end = each.indexOf('(');
            MethodNode method = Edit.method(target, each.substring(0, end), each.substring(end), this);
            addCall(target, method, false);
            addCall(target, method, true);
            callPlainly(target, method);
        }
    }

    private static String added(MethodNode method) {
        return Names.ADDED + method.name;
    }

    private static String withTarget(ClassNode target, MethodNode method) {
        return "(L" + target.name + ";" + method.desc.substring(1);
    }

    /** {@code static R weft$m(T target, A..) { return target.m(A..); }}, of T's own method, or the twin of that. */
    private static void addCall(ClassNode target, MethodNode method, boolean isTwin) {
        String desc = withTarget(target, method);
        MethodNode added = new MethodNode(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                isTwin ? Names.twinName(added(method)) : added(method),
                isTwin ? Names.twinDesc(desc) : desc,
                null,
                method.exceptions.toArray(new String[0]));
        int slots = loadAll(added, method);
        added.visitMethodInsn(Opcodes.INVOKESPECIAL, target.name, method.name, method.desc, false);
        added.visitInsn(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN));
        added.visitMaxs(slots + 1, slots + (isTwin ? 1 : 0));
        target.methods.add(added);
    }

    private static int loadAll(MethodVisitor code, MethodNode method) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        int slot = 1;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
        return slot;
    }

    private static void callPlainly(ClassNode target, MethodNode method) {
        LabelNode own = new LabelNode();
        MethodNode arguments = new MethodNode();
        int slots = loadAll(arguments, method);
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(Edit.invoke(HELPER, ASK, asking(target.name)));
        code.add(new JumpInsnNode(Opcodes.IFEQ, own));
        code.add(arguments.instructions);
        code.add(Edit.invoke(target.name, added(method), withTarget(target, method)));
        code.add(new InsnNode(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN)));
        code.add(own);
        code.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        method.instructions.insert(code);
        method.maxStack = Math.max(method.maxStack, slots + 1);
    }
}
