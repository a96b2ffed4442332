package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Agents are shown classes without twins, and what they make of them is woven. The VM calls a method of each agent's
 * {@code Instrumentation}, which becomes:
 *
 * <pre>
 * byte[] transform(Module m, ClassLoader l, String name, Class redefined, ProtectionDomain d, byte[] file, boolean b) {
 *     byte[] shown = WeavingAgent.shown(this, m, l, name, redefined, file);
 *     if (shown == null) return null;
 *     byte[] answer = weft$transform(m, l, name, redefined, d, shown, b);
 *     return WeavingAgent.rewoven(this, answer, m, l, name, redefined, file, shown);
 * }
 * </pre>
 */
public final class ShowAuthorsCode implements Recipe {
    private static final String AGENT = "java/weft/entry/WeavingAgent";
    private static final String WHICH = "Ljava/lang/Module;Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;";
    private static final String DESC = "(" + WHICH + "Ljava/security/ProtectionDomain;[BZ)[B";
    private static final int FILE = 6;
    private static final int SHOWN = 8;
    private static final int ANSWER = 9;

    @Override
    public Set<String> classes() {
        return Set.of("sun/instrument/InstrumentationImpl");
    }

    @Override
    public String module() {
        return "java.instrument";
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode original = Edit.method(target, "transform", DESC, this);
        MethodNode around = new MethodNode(original.access, original.name, DESC, null, null);
        original.name = "weft$transform";
        around.visitVarInsn(Opcodes.ALOAD, 0);
        loadClass(around);
        around.visitVarInsn(Opcodes.ALOAD, FILE);
        around.visitMethodInsn(Opcodes.INVOKESTATIC, AGENT, "shown", "(Ljava/lang/Object;" + WHICH + "[B)[B", false);
        around.visitVarInsn(Opcodes.ASTORE, SHOWN);
        LabelNode isShown = new LabelNode(new Label());
        around.visitVarInsn(Opcodes.ALOAD, SHOWN);
        around.visitJumpInsn(Opcodes.IFNONNULL, isShown.getLabel());
        around.visitInsn(Opcodes.ACONST_NULL);
        around.visitInsn(Opcodes.ARETURN);
        around.visitLabel(isShown.getLabel());
        around.instructions.add(new FrameNode(Opcodes.F_APPEND, 1, new Object[] {"[B"}, 0, null));
        around.visitVarInsn(Opcodes.ALOAD, 0);
        loadClass(around);
        around.visitVarInsn(Opcodes.ALOAD, 5);
        around.visitVarInsn(Opcodes.ALOAD, SHOWN);
        around.visitVarInsn(Opcodes.ILOAD, 7);
        around.visitMethodInsn(Opcodes.INVOKESPECIAL, target.name, original.name, DESC, false);
        around.visitVarInsn(Opcodes.ASTORE, ANSWER);
        around.visitVarInsn(Opcodes.ALOAD, 0);
        around.visitVarInsn(Opcodes.ALOAD, ANSWER);
        loadClass(around);
        around.visitVarInsn(Opcodes.ALOAD, FILE);
        around.visitVarInsn(Opcodes.ALOAD, SHOWN);
        around.visitMethodInsn(
                Opcodes.INVOKESTATIC, AGENT, "rewoven", "(Ljava/lang/Object;[B" + WHICH + "[B[B)[B", false);
        around.visitInsn(Opcodes.ARETURN);
        around.visitMaxs(8, ANSWER + 1);
        target.methods.add(around);
        prepareForOthers(target);
        startBeforeOthers(target);
    }

    /**
     * What an agent calls to add a transformer becomes:
     *
     * <pre>
     * WeavingAgent.hasTransformer(this);
     * ..
     * </pre>
     */
    private void prepareForOthers(ClassNode target) {
        MethodNode add = Edit.method(target, "addTransformer", "(Ljava/lang/instrument/ClassFileTransformer;Z)V", this);
        InsnList before = new InsnList();
        before.add(new VarInsnNode(Opcodes.ALOAD, 0));
        before.add(new MethodInsnNode(Opcodes.INVOKESTATIC, AGENT, "hasTransformer", "(Ljava/lang/Object;)V", false));
        add.instructions.insert(before);
    }

    /**
     * What the VM calls for each agent that is named at the start becomes, so that agents before Weft's load woven
     * classes:
     *
     * <pre>
     * String jar = PreMain.before(className);
     * if (jar != null) loadAgent(jar);
     * ..
     * </pre>
     */
    private void startBeforeOthers(ClassNode target) {
        MethodNode call =
                Edit.method(target, "loadClassAndCallPremain", "(Ljava/lang/String;Ljava/lang/String;)V", this);
        MethodNode load = Edit.method(target, "loadAgent", "(Ljava/lang/String;)V", this);
        InsnList before = new InsnList();
        before.add(new VarInsnNode(Opcodes.ALOAD, 1));
        before.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                "dev/weft/premain/PreMain",
                "before",
                "(Ljava/lang/String;)Ljava/lang/String;",
                false));
        before.add(new InsnNode(Opcodes.DUP));
        LabelNode isNull = new LabelNode();
        before.add(new JumpInsnNode(Opcodes.IFNULL, isNull));
        before.add(new MethodInsnNode(Opcodes.INVOKESTATIC, target.name, load.name, load.desc, false));
        LabelNode end = new LabelNode();
        before.add(new JumpInsnNode(Opcodes.GOTO, end));
        before.add(isNull);
        before.add(new FrameNode(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/String"}));
        before.add(new InsnNode(Opcodes.POP));
        before.add(end);
        before.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        call.instructions.insert(before);
    }

    private static void loadClass(MethodNode method) {
        for (int slot = 1; slot < 5; slot++) {
            method.visitVarInsn(Opcodes.ALOAD, slot);
        }
    }
}
