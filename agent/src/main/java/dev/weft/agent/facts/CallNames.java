package dev.weft.agent.facts;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/** Finds the class that a call really means where the class file names an heir of it. */
final class CallNames {
    private CallNames() {}

    /**
     * The owner of the call; a static method of Thread that a subclass calls by its own name ({@code sleep(1)} in a
     * subclass compiles to {@code MyThread.sleep}) is given to Thread, and {@code getClassContext}, called by a direct
     * subclass, to SecurityManager.
     */
    static String owner(String host, String superName, Set<String> declared, MethodInsnNode insn) {
        boolean isInherited = insn.owner.equals(host)
                && !"java/lang/Object".equals(superName)
                && !declared.contains(insn.name + insn.desc);
        if (insn.getOpcode() != Opcodes.INVOKESTATIC) {
            boolean isContext = isInherited && (insn.name + insn.desc).equals(Substitutions.CLASS_CONTEXT);
            return isContext && Substitutions.CLASS_CONTEXT_OWNER.equals(superName) ? superName : insn.owner;
        }
        return isInherited && isOfThread(insn.name, insn.desc) ? "java/lang/Thread" : insn.owner;
    }

    private static boolean isOfThread(String name, String desc) {
        switch (name + desc) {
            case "currentThread()Ljava/lang/Thread;":
            case "sleep(J)V":
            case "yield()V":
            case "holdsLock(Ljava/lang/Object;)Z":
                return true;
            default:
                return false;
        }
    }
}
