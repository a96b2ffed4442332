package dev.weft.agent.twin;

import dev.weft.agent.Names;
import dev.weft.agent.facts.PlainCalls;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Classes of the JDK that another agent changes. Their originals are not at hand, and what the weaver knew of their callees
 * is not kept: so the agent is shown the plain copies, and of the methods that it has changed the twins become bridges. All
 * other twins stay as they are, with the numbers of their points.
 */
public final class JdkTwins {
    private JdkTwins() {}

    /** The class without its twins; the argument itself if it has none. */
    public static byte[] without(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        ClassWriter writer = new ClassWriter(reader, 0);
        boolean[] hasTwins = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String sig, String[] exceptions) {
                        if (Names.isTwin(name, desc)) {
                            hasTwins[0] = true;
                            return null;
                        }
                        return super.visitMethod(access, name, desc, sig, exceptions);
                    }
                },
                0);
        return hasTwins[0] ? writer.toByteArray() : woven;
    }

    /**
     * The class with its twins again.
     *
     * @param woven the class before, with twins
     * @param changed what an agent has made of {@link #without} of it; it has the same methods
     */
    public static byte[] with(byte[] woven, byte[] changed) {
        ClassNode before = read(woven);
        ClassNode after = read(changed);
        Map<String, MethodNode> twins = new HashMap<>();
        Map<String, MethodNode> plain = new HashMap<>();
        for (MethodNode method : before.methods) {
            (Names.isTwin(method.name, method.desc) ? twins : plain).put(method.name + method.desc, method);
        }
        PlainCalls calls = new PlainCalls(after);
        ClassNode added = new ClassNode(Opcodes.ASM9);
        boolean isInterface = (after.access & Opcodes.ACC_INTERFACE) != 0;
        for (int i = 0; i < after.methods.size(); i++) {
            MethodNode method = after.methods.get(i);
            MethodNode old = plain.get(method.name + method.desc);
            if (old == null || isSame(old, method)) {
                continue;
            }
            // what is edited already is so twice, which means the same
            if (PlainEdits.isNeeded(calls, method)) {
                after.methods.set(i, PlainEdits.edit(calls, after.name, method));
            }
            String twin = Names.twinName(method.name) + Names.twinDesc(method.desc);
            if (twins.remove(twin) != null) {
                Bridges.emit(added, after.name, isInterface, method);
            }
        }
        for (MethodNode method : before.methods) {
            if (twins.containsKey(method.name + method.desc)) {
                added.methods.add(method);
            }
        }
        after.methods.addAll(added.methods);
        ClassWriter writer = new ClassWriter(0);
        after.accept(writer);
        return writer.toByteArray();
    }

    private static ClassNode read(byte[] file) {
        ClassNode node = new ClassNode(Opcodes.ASM9);
        new ClassReader(file).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    /** Abstract and native methods have no code that could differ. */
    private static boolean isSame(MethodNode first, MethodNode second) {
        if ((first.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            return true;
        }
        return Arrays.equals(code(first), code(second));
    }

    /** The code in a class file of its own, whose constants are in the order of their use. */
    private static byte[] code(MethodNode method) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "C", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(method.access, method.name, method.desc, null, null);
        method.accept(mv);
        byte[] whole = writer.toByteArray();
        ClassWriter bare = new ClassWriter(0);
        new ClassReader(whole).accept(bare, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return bare.toByteArray();
    }
}
