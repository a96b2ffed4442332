package dev.weft.agent.twin;

import dev.weft.agent.facts.StubReason;
import org.objectweb.asm.tree.MethodNode;

/** Is told what became of each method of a woven class. */
public interface WeaveListener {
    /** The method has a full twin. */
    default void full(String owner, MethodNode method) {}

    /** The method has a pinned stub, or (if it never suspends and nobody may call it) nothing. */
    default void stub(String owner, MethodNode method, StubReason.Reason reason) {}

    /** The generator failed; the method gets a pinned stub. */
    default void failed(String owner, MethodNode method, RuntimeException cause) {}
}
