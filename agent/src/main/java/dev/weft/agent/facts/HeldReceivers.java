package dev.weft.agent.facts;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of a class whose own object somebody else keeps, as a rule, so that their frames need not: private ones
 * that instance methods of the class alone call, on their own object, which the frame of the caller keeps.
 */
final class HeldReceivers {
    private final Set<String> held = new HashSet<>();

    HeldReceivers(ClassNode host) {
        Set<String> called = new HashSet<>();
        Set<String> calledElsewhere = new HashSet<>();
        for (MethodNode method : host.methods) {
            boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode) {
                    MethodInsnNode call = (MethodInsnNode) insn;
                    // who calls itself was called by another one first
                    boolean isItself = call.name.equals(method.name) && call.desc.equals(method.desc);
                    if (call.owner.equals(host.name) && !isItself) {
                        (isStatic ? calledElsewhere : called).add(call.name + call.desc);
                    }
                } else if (insn instanceof InvokeDynamicInsnNode) {
                    for (Object each : ((InvokeDynamicInsnNode) insn).bsmArgs) {
                        if (each instanceof Handle) {
                            calledElsewhere.add(((Handle) each).getName() + ((Handle) each).getDesc());
                        }
                    }
                }
            }
        }
        for (MethodNode method : host.methods) {
            String key = method.name + method.desc;
            boolean isPrivateOfInstances =
                    (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == Opcodes.ACC_PRIVATE;
            if (isPrivateOfInstances && called.contains(key) && !calledElsewhere.contains(key)) {
                held.add(key);
            }
        }
    }

    /** Whether the method is one of them. */
    boolean isOf(MethodNode method) {
        return held.contains(method.name + method.desc);
    }
}
