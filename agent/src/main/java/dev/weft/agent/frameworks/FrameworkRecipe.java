package dev.weft.agent.frameworks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A change of one class of a framework, which draws a wrong conclusion under Weft: mostly from the release of Java.
 */
interface FrameworkRecipe {
    /** Internal name of the class. */
    String className();

    /**
     * Changes the class.
     *
     * @return whether it was of the expected form; if not, it must be unchanged
     */
    boolean apply(ClassNode target);

    /** A call of an instance method. */
    static MethodInsnNode call(String owner, String name, String desc) {
        return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, desc, false);
    }

    /** What may happen where the class is not of that form. */
    default String otherwise() {
        return "the framework may not see virtual threads";
    }
}
