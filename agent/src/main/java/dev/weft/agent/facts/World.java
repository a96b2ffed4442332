package dev.weft.agent.facts;

import java.util.Collection;
import java.util.List;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the generator knows of classes other than the one it weaves. Never loads a class. The default answers are those
 * of who knows nothing of a class.
 */
public interface World {
    /** True if a call of this method from a twin is to go to the callee's twin (which then exists). */
    boolean callsTwin(String owner, String name, String desc, int opcode);

    /** True if initialization of the class may be observed, so that a moved NEW must leave a mark. */
    default boolean mayHaveInitializer(String className) {
        return true;
    }

    /** True if twins of this class' methods must all be pinned stubs; null-safe. */
    default boolean stubsOnly(String className) {
        return false;
    }

    /**
     * True if the method gets no twin at all: caller-sensitive ones, which would see the pinned stub as their caller.
     */
    default boolean hasNoTwin(String owner, String name, String desc, boolean callerSensitive) {
        return false;
    }

    /** True if the method is known never to suspend, so that its twin, if it needs one, is a pinned stub. */
    default boolean neverSuspends(String owner, String name, String desc) {
        return false;
    }

    /** True if a method that never suspends still needs a (pinned stub) twin, because others may call it. */
    default boolean needsTwin(String owner, int access, String name, String desc) {
        return true;
    }

    /**
     * Methods that the class inherits from classes without twins, and does not override: it needs pinned stubs for
     * them.
     */
    default Collection<MethodNode> inheritedWithoutTwins(ClassNode heir) {
        return List.of();
    }

    /**
     * True if all classes that implement an interface woven here have twins, so that those of its abstract methods can
     * be abstract. A concrete one would be a second default method beside one that a class inherits from another
     * interface: where the author's code finds the only implementation, the VM would find two (JVMS 5.4.6).
     */
    default boolean implementersHaveTwins() {
        return false;
    }

    /** True if calls by method handles are to suspend: in applications, not in the JDK's own code. */
    default boolean suspendsInHandles() {
        return false;
    }

    /**
     * True if a suspended frame is to keep what all its variables refer to, read again or not: as the VM's interpreter
     * does, on which programs rely (docs/decisions/0076).
     */
    default boolean keepsReferences() {
        return false;
    }

    /** True if a suspended frame is to keep all variables that the author could read there, as debuggers show them. */
    default boolean keepsVariables() {
        return false;
    }

    /**
     * True if {@link #callsTwin} does not say whether a method of the class being woven suspends, so that this has to
     * be found from its own code.
     */
    default boolean knowsNothingOfCallees() {
        return false;
    }
}
