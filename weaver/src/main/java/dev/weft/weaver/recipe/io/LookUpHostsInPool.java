package dev.weft.weaver.recipe.io;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Looking up a host blocks in the C library: a fiber parks while a thread of the pool for blocking calls does it. What
 * is called in place of the native methods has a pinned fiber wait for that thread, too.
 */
public final class LookUpHostsInPool implements Recipe {
    private static final Set<String> CLASSES = Set.of("java/net/Inet4AddressImpl", "java/net/Inet6AddressImpl");
    private static final String CALLER = "java/net/InetAddress$PlatformNameService";
    private static final String NATIVES = "java/net/InetAddressImpl";
    private static final String LOOK_UP = "lookupAllHostAddr";
    private static final String LOOK_UP_DESC = "(Ljava/lang/String;)[Ljava/net/InetAddress;";
    private static final String REVERSE = "getHostByAddr";
    private static final String REVERSE_DESC = "([B)Ljava/lang/String;";

    @Override
    public Set<String> classes() {
        Set<String> all = new HashSet<>(CLASSES);
        all.add(CALLER);
        return all;
    }

    @Override
    public Set<String> suspendingTwins() {
        Set<String> twins = new HashSet<>();
        for (String each : CLASSES) {
            twins.add(each + "." + LOOK_UP + LOOK_UP_DESC);
            twins.add(each + "." + REVERSE + REVERSE_DESC);
        }
        return twins;
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(CALLER)) {
            callHelper(target, LOOK_UP, LOOK_UP_DESC);
            callHelper(target, REVERSE, REVERSE_DESC);
            return;
        }
        addTwin(target, Edit.method(target, LOOK_UP, LOOK_UP_DESC, this));
        addTwin(target, Edit.method(target, REVERSE, REVERSE_DESC, this));
    }

    private void callHelper(ClassNode target, String name, String desc) {
        Edit.calls(
                target,
                method -> true,
                Edit.named(NATIVES, name),
                1,
                this,
                (method, call) -> method.instructions.set(
                        call, Edit.invoke("java/net/WeftLookup", "lookUp", desc.replace("(", "(L" + NATIVES + ";"))));
    }

    /** {@code return WeftLookup.x(this, argument)}, as a twin calls a twin. */
    private static void addTwin(ClassNode target, MethodNode original) {
        String desc = Names.twinDesc(original.desc);
        int access = original.access & ~Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC;
        MethodNode twin = new MethodNode(access, Names.twinName(original.name), desc, null, null);
        for (int slot = 0; slot <= Type.getArgumentTypes(desc).length; slot++) {
            twin.visitVarInsn(Opcodes.ALOAD, slot);
        }
        String helperDesc = desc.replace("(", "(Ljava/net/InetAddressImpl;");
        twin.visitMethodInsn(Opcodes.INVOKESTATIC, "java/net/WeftLookup", twin.name, helperDesc, false);
        twin.visitInsn(Opcodes.ARETURN);
        twin.visitMaxs(3, 3);
        target.methods.add(twin);
    }
}
