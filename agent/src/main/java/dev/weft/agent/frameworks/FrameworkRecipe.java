package dev.weft.agent.frameworks;

import org.objectweb.asm.tree.ClassNode;

/** A change of one class of a framework that asks for the release of Java where it means virtual threads. */
interface FrameworkRecipe {
    /** Internal name of the class. */
    String className();

    /**
     * Changes the class.
     *
     * @return whether it was of the expected form; if not, it must be unchanged
     */
    boolean apply(ClassNode target);
}
