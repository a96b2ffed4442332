package dev.weft.agent.facts;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What the plain copies of one class call differently. */
public final class PlainCalls {
    private static final int NATIVE_MONITOR = Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED;

    private final ClassNode host;
    private final Set<String> declared = new HashSet<>();
    private boolean hasNativeMonitors;
    private boolean hasStaticNativeMonitors;

    /** For the methods of that class. */
    public PlainCalls(ClassNode host) {
        this.host = host;
        for (MethodNode method : host.methods) {
            declared.add(method.name + method.desc);
            if ((method.access & NATIVE_MONITOR) == NATIVE_MONITOR) {
                boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
                hasNativeMonitors |= !isStatic;
                hasStaticNativeMonitors |= isStatic;
            }
        }
    }

    /**
     * True for a method that is to tell the runtime of monitors that the VM enters itself: a constructor of a class
     * with {@code synchronized native} methods, or the initializer of one with static ones.
     */
    public boolean tellsNativeMonitors(MethodNode method) {
        return hasNativeMonitors && method.name.equals("<init>")
                || hasStaticNativeMonitors && method.name.equals("<clinit>");
    }

    /** What is called instead, or null. */
    public Substitutions.Target target(MethodInsnNode insn) {
        String owner = CallNames.owner(host.name, host.superName, declared, insn);
        return Substitutions.inPlain(owner, insn.name, insn.desc, insn.getOpcode() == Opcodes.INVOKESTATIC);
    }

    /**
     * What stands beside a call that may mean a static method of Thread, or null; old class files cannot name the
     * class.
     */
    public Substitutions.Around around(MethodInsnNode insn) {
        if (!CallNames.isPerhapsOfThread(host.name, declared, insn) || target(insn) != null) {
            return null;
        }
        Substitutions.Around around = Substitutions.aroundPlain(insn.name);
        boolean fits = around == null || !around.passesOwner() || (host.version & 0xFFFF) >= Opcodes.V1_5;
        return fits ? around : null;
    }

    /** True for the JDK's own question for its caller, whose answer may be a resumer. */
    public boolean asksForCaller(MethodInsnNode insn) {
        return insn.name.equals("getCallerClass") && insn.owner.equals("jdk/internal/reflect/Reflection");
    }
}
