package dev.weft.agent.frameworks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Cats Effect 3.5 and later runs {@code IO.blocking} in place on a thread that is virtual, as no pool waits for such a
 * one. Under Weft the threads of a pool are virtual too; the one that blocks may be the only one. With this recipe
 * those alone count that were made by the API of JEP 444.
 */
final class AskForMadeVirtualInCatsEffect implements FrameworkRecipe {
    @Override
    public String className() {
        return "cats/effect/IOFiberConstants";
    }

    @Override
    public String otherwise() {
        return "it may block threads of pools";
    }

    /** {@code thread.getClass().getName().equals("java.lang.VirtualThread")}. */
    @Override
    public boolean apply(ClassNode target) {
        for (MethodNode method : target.methods) {
            if (method.name.equals("isVirtualThread") && method.desc.equals("(Ljava/lang/Thread;)Z")) {
                InsnList body = new InsnList();
                body.add(new VarInsnNode(Opcodes.ALOAD, 0));
                body.add(FrameworkRecipe.call("java/lang/Object", "getClass", "()Ljava/lang/Class;"));
                body.add(FrameworkRecipe.call("java/lang/Class", "getName", "()Ljava/lang/String;"));
                body.add(new LdcInsnNode("java.lang.VirtualThread"));
                body.add(FrameworkRecipe.call("java/lang/String", "equals", "(Ljava/lang/Object;)Z"));
                body.add(new InsnNode(Opcodes.IRETURN));
                method.instructions = body;
                method.tryCatchBlocks.clear();
                method.maxStack = Math.max(method.maxStack, 2);
                return true;
            }
        }
        return false;
    }
}
