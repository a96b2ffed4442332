package dev.weft.agent.facts;

import dev.weft.agent.abi.Names;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which methods of one class can never suspend: those whose calls that could are all bound statically to other such
 * methods of the same class, recursion included. Nothing but the class file is needed, so this holds whatever else is
 * loaded later.
 */
final class QuietMethods {
    private final ClassNode host;
    private final Map<String, MethodNode> quiet = new HashMap<>();

    /** Finds those of that class. */
    QuietMethods(ClassNode host, Planner planner) {
        this.host = host;
        Set<String> declared = new HashSet<>();
        for (MethodNode method : host.methods) {
            declared.add(method.name + method.desc);
        }
        for (MethodNode method : host.methods) {
            // a twin that is there already says more than the code
            boolean hasOwn = declared.contains(Names.twinName(method.name) + Names.twinDesc(method.desc));
            if (isBound(method) && !hasOwn) {
                quiet.put(method.name + method.desc, method);
            }
        }
        Map<MethodNode, List<MethodNode>> callers = new HashMap<>();
        Deque<MethodNode> loud = new ArrayDeque<>();
        for (MethodNode method : quiet.values()) {
            if (suspends(method, planner, callers)) {
                loud.add(method);
            }
        }
        while (!loud.isEmpty()) {
            MethodNode next = loud.remove();
            if (quiet.remove(next.name + next.desc) != null) {
                loud.addAll(callers.getOrDefault(next, List.of()));
            }
        }
    }

    private boolean isBound(MethodNode method) {
        int bound = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
        boolean isClassBound = (host.access & Opcodes.ACC_FINAL) != 0 || method.name.equals("<init>");
        boolean isReal = (method.access & Opcodes.ACC_ABSTRACT) == 0;
        return isReal && ((method.access & bound) != 0 || isClassBound);
    }

    private boolean suspends(MethodNode method, Planner planner, Map<MethodNode, List<MethodNode>> callers) {
        for (AbstractInsnNode insn : method.instructions) {
            MethodNode callee = insn instanceof MethodInsnNode ? target((MethodInsnNode) insn) : null;
            if (callee != null) {
                List<MethodNode> known = callers.get(callee);
                if (known == null) {
                    known = new ArrayList<>();
                    callers.put(callee, known);
                }
                known.add(method);
            } else if (planner.mayBePoint(insn)) {
                return true;
            }
        }
        return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    private MethodNode target(MethodInsnNode insn) {
        return insn.owner.equals(host.name) ? quiet.get(insn.name + insn.desc) : null;
    }

    /** True if the call arrives at a method of this class that can never suspend. */
    boolean isCallOf(MethodInsnNode insn) {
        return target(insn) != null;
    }
}
