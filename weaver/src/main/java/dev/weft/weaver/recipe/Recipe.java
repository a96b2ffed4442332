package dev.weft.weaver.recipe;

import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * A change of the JDK's own classes, made before their twins are generated: so the twin gets it as well.
 *
 * <p>A recipe may write a twin by hand (a method {@code m$weft} with a last parameter
 * {@code java.weft.CarrierContext}); the generator then leaves that method alone.
 */
public interface Recipe {
    /** Internal names of the classes to change; each must exist in the image if their module does. */
    Set<String> classes();

    /** Those of {@link #classes} in which some updates of the JDK leave nothing to change. */
    default Set<String> classesOfSomeUpdates() {
        return Set.of();
    }

    /** Module of the classes. */
    default String module() {
        return "java.base";
    }

    /**
     * Whether the recipe is one for that JDK. Of sibling recipes, which change different forms of the same code, one
     * is. Without siblings there is nothing to be done where the image lacks the module; everywhere else another form
     * is an error.
     */
    default boolean applies(JdkClasses jdk) {
        return jdk.hasModule(module());
    }

    /** Recipes that must have been applied before, where they apply. */
    default Set<Class<? extends Recipe>> after() {
        return Set.of();
    }

    /**
     * Changes one of them.
     *
     * @throws dev.weft.weaver.error.WeaveException if the class is not of the expected form
     */
    void apply(ClassNode target);

    /** Hand-written twins that may suspend: owner + "." + name + descriptor of the originals. */
    default Set<String> suspendingTwins() {
        return Set.of();
    }
}
