package dev.weft.agent.facts;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/** Finds the class that a call really means where the class file names an heir of it. */
final class CallNames {
    private static final String THREAD = "java/lang/Thread";

    private CallNames() {}

    /**
     * The owner of the call; a static method of Thread that a direct subclass calls by its own name ({@code sleep(1)}
     * in a subclass compiles to {@code MyThread.sleep}) is given to Thread.
     */
    static String owner(String host, String superName, Set<String> declared, MethodInsnNode insn) {
        boolean isInherited = insn.getOpcode() == Opcodes.INVOKESTATIC
                && insn.owner.equals(host)
                && THREAD.equals(superName)
                && !declared.contains(insn.name + insn.desc);
        return isInherited && isOfThread(insn) ? THREAD : insn.owner;
    }

    /**
     * True if the call may mean a static method of Thread, or one of the same name that a class between hides it by: no
     * class is loaded to find out.
     */
    static boolean isPerhapsOfThread(String host, Set<String> declared, MethodInsnNode insn) {
        return insn.getOpcode() == Opcodes.INVOKESTATIC
                && !insn.itf
                && !insn.owner.equals(THREAD)
                && isOfThread(insn)
                && !(insn.owner.equals(host) && declared.contains(insn.name + insn.desc));
    }

    private static boolean isOfThread(MethodInsnNode insn) {
        switch (insn.name + insn.desc) {
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
