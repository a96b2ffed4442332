package dev.weft.agent.frameworks;

import org.objectweb.asm.tree.ClassNode;

/** A change of one class of a framework, which takes something for more than it is: mostly the release of Java. */
interface FrameworkRecipe {
    /** Internal name of the class. */
    String className();

    /**
     * Changes the class.
     *
     * @return whether it was of the expected form; if not, it must be unchanged
     */
    boolean apply(ClassNode target);

    /** What may happen where the class is not of that form. */
    default String otherwise() {
        return "the framework may not see virtual threads";
    }
}
