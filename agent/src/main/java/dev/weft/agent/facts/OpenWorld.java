package dev.weft.agent.facts;

import dev.weft.agent.abi.Names;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Knowledge at load time: the JDK's facts, and of all other classes only that they are woven too. */
public final class OpenWorld implements World {
    private final JdkFacts jdk;
    private final Set<String> unwoven;
    private final InheritedMethods inherited;
    private final boolean isDebugged;

    /**
     * With the facts of the running JDK.
     *
     * @param unwoven names of application classes that have no twins
     * @param files the class file of one of these, or null if it cannot be had
     */
    public OpenWorld(JdkFacts jdk, Set<String> unwoven, Function<String, byte[]> files) {
        this(jdk, unwoven, files, false);
    }

    /** The same, perhaps with a debugger, which looks at variables. */
    public OpenWorld(JdkFacts jdk, Set<String> unwoven, Function<String, byte[]> files, boolean isDebugged) {
        this.isDebugged = isDebugged;
        this.jdk = jdk;
        this.unwoven = unwoven;
        inherited = new InheritedMethods(unwoven, files);
    }

    @Override
    public Collection<MethodNode> inheritedWithoutTwins(ClassNode heir) {
        return inherited.of(heir).values();
    }

    @Override
    public boolean callsTwin(String owner, String name, String desc, int opcode) {
        if (owner.startsWith("[") || Scope.isUnwoven(owner) || jdkStubbed(owner) || unwoven.contains(owner)) {
            return false;
        }
        if (name.equals("<init>")) {
            return !jdk.isJdkClass(owner) || jdk.hasConstructorTwin(owner, desc);
        }
        if (Names.isMethodOfObject(name, desc)
                || name.equals("getClass") && desc.equals("()Ljava/lang/Class;")
                || jdk.isCallerSensitive(name, desc, opcode == Opcodes.INVOKESTATIC)) {
            return false;
        }
        boolean isSpecial = opcode == Opcodes.INVOKESPECIAL && Substitutions.isObjectMonitorMethod(name, desc, false);
        return !isSpecial && !jdk.neverSuspends(owner, name, desc);
    }

    /** True for classes that were woven with the JDK. */
    public boolean isJdkClass(String name) {
        return jdk.isJdkClass(name);
    }

    private boolean jdkStubbed(String owner) {
        return Scope.isStubbed(owner) && jdk.isJdkClass(owner);
    }

    @Override
    public boolean implementersHaveTwins() {
        return true;
    }

    @Override
    public boolean suspendsInHandles() {
        return true;
    }

    @Override
    public boolean keepsReferences() {
        return true;
    }

    @Override
    public boolean keepsVariables() {
        return isDebugged;
    }

    @Override
    public boolean knowsNothingOfCallees() {
        return true;
    }
}
