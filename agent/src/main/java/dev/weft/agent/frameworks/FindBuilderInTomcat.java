package dev.weft.agent.frameworks;

import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Later versions of Tomcat 10.1 take a Java for one with virtual threads if it has the class
 * {@code java.util.SequencedCollection}, and then find {@code Thread.Builder} and the methods that they need by
 * reflection. With this recipe the first class that they look for is {@code Thread.Builder}, too. What they say of the
 * cache of canonical paths, which Java 21 has no more, is left to the class for earlier releases.
 */
final class FindBuilderInTomcat implements FrameworkRecipe {
    private static final Set<String> OF_JAVA_21 = Set.of("isCanonCachesDisabled", "disableCanonCaches");

    @Override
    public String className() {
        return "org/apache/tomcat/util/compat/Jre21Compat";
    }

    @Override
    public boolean apply(ClassNode target) {
        target.methods.removeIf(each -> OF_JAVA_21.contains(each.name));
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
