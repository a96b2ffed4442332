package dev.weft.agent.facts;

import dev.weft.agent.abi.Names;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Knowledge of a class that is woven again when the weaver's is not at hand: its twins still say which calls went to
 * twins. All other calls, such as those that an agent has added, are plain. Immutable.
 */
public final class KnownCalls implements World {
    private final Set<String> ofTwins = new HashSet<>();

    /** What the twins of a woven class call. */
    public KnownCalls(ClassNode woven) {
        for (MethodNode method : woven.methods) {
            if (Names.isTwin(method.name, method.desc)) {
                for (AbstractInsnNode insn : method.instructions) {
                    if (insn instanceof MethodInsnNode) {
                        MethodInsnNode call = (MethodInsnNode) insn;
                        ofTwins.add(key(call.owner, call.name, call.desc, call.getOpcode()));
                    }
                }
            }
        }
    }

    private static String key(String owner, String name, String desc, int opcode) {
        return opcode + " " + owner + "." + name + desc;
    }

    @Override
    public boolean callsTwin(String owner, String name, String desc, int opcode) {
        return ofTwins.contains(key(owner, Names.twinName(name), Names.twinDesc(desc), opcode));
    }
}
