package dev.weft.agent.twin;

import dev.weft.agent.facts.Bridged;
import org.objectweb.asm.tree.MethodNode;

/** Is told what became of each method of a woven class. */
public interface WeaveListener {
    /** The method has a full twin. */
    default void full(String owner, MethodNode method) {}

    /** The method has a bridge, or (if it never suspends and nobody may call it) nothing. */
    default void bridge(String owner, MethodNode method, Bridged.Reason reason) {}

    /** The generator failed; the method gets a bridge. */
    default void failed(String owner, MethodNode method, RuntimeException cause) {}
}
