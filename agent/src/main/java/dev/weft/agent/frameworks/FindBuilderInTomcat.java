package dev.weft.agent.frameworks;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Later versions of Tomcat 10.1 take a Java for one with virtual threads if it has the class
 * {@code java.util.SequencedCollection}, and then find {@code Thread.Builder} and the methods that they need by
 * reflection. With this recipe the first class that they look for is {@code Thread.Builder}, too. Earlier versions need
 * no change.
 */
final class FindBuilderInTomcat implements FrameworkRecipe {
    @Override
    public String className() {
        return "org/apache/tomcat/util/compat/Jre21Compat";
    }

    @Override
    public boolean apply(ClassNode target) {
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof LdcInsnNode && "java.util.SequencedCollection".equals(((LdcInsnNode) insn).cst)) {
                    ((LdcInsnNode) insn).cst = "java.lang.Thread$Builder";
                }
            }
        }
        return true;
    }
}
