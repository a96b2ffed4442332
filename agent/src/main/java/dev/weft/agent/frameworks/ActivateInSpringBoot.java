package dev.weft.agent.frameworks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Spring Boot 3.2 and later uses virtual threads if {@code spring.threads.virtual.enabled} is true and Java is 21 or
 * newer. With this recipe the property alone decides, in {@code Threading.VIRTUAL.isActive(environment)}.
 */
final class ActivateInSpringBoot implements FrameworkRecipe {
    private final String className;

    /** For {@code Threading} in one of the packages in which it has been. */
    ActivateInSpringBoot(String inPackage) {
        className = "org/springframework/boot/" + inPackage + "/Threading$2";
    }

    @Override
    public String className() {
        return className;
    }

    /** {@code version.isEqualOrNewerThan(TWENTY_ONE)} becomes {@code true}. */
    @Override
    public boolean apply(ClassNode target) {
        boolean found = false;
        for (MethodNode method : target.methods) {
            if (!method.name.equals("isActive")) {
                continue;
            }
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals("isEqualOrNewerThan")) {
                    method.instructions.insertBefore(insn, new InsnNode(Opcodes.POP2));
                    method.instructions.set(insn, new InsnNode(Opcodes.ICONST_1));
                    found = true;
                }
            }
        }
        return found;
    }
}
