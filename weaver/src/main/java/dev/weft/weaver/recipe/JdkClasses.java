package dev.weft.weaver.recipe;

import org.objectweb.asm.tree.ClassNode;

/** The classes of the JDK that is woven, as their authors wrote them: for asking which form they have. */
public interface JdkClasses {
    /** Whether there is such a module. */
    boolean hasModule(String module);

    /** Version of the class files that java.base has, which each release raises; 0 if it is not one. */
    int classFileVersion();

    /**
     * A copy of a class, to be looked at; null if the module lacks it.
     *
     * @param name its internal name
     */
    ClassNode find(String module, String name);
}
