package dev.weft.agent.frameworks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tomcat takes a Java that has virtual threads for one that has all of Java 19 and 20, and calls their methods. With
 * this recipe it asks of each release by itself, where its version has a class for that release.
 */
final class SeparateReleasesInTomcat implements FrameworkRecipe {
    private static final String PACKAGE = "org/apache/tomcat/util/compat/";
    private static final String IS_SUPPORTED = "isSupported";

    @Override
    public String className() {
        return PACKAGE + "JreCompat";
    }

    @Override
    public boolean apply(ClassNode target) {
        for (MethodNode method : target.methods) {
            for (int release = 19; release <= 20; release++) {
                String asked = PACKAGE + "Jre" + release + "Compat";
                if (method.name.equals("isJre" + release + "Available") && isAsked(target, asked)) {
                    method.instructions.clear();
                    method.tryCatchBlocks.clear();
                    method.localVariables = null;
                    method.instructions.add(
                            new MethodInsnNode(Opcodes.INVOKESTATIC, asked, IS_SUPPORTED, "()Z", false));
                    method.instructions.add(new InsnNode(Opcodes.IRETURN));
                    method.maxStack = 1;
                }
            }
        }
        return true;
    }

    private static boolean isAsked(ClassNode target, String className) {
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode
                        && ((MethodInsnNode) insn).owner.equals(className)
                        && ((MethodInsnNode) insn).name.equals(IS_SUPPORTED)) {
                    return true;
                }
            }
        }
        return false;
    }
}
