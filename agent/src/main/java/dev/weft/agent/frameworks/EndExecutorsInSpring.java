package dev.weft.agent.frameworks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Spring up to 6.0 closes each bean that is an {@code AutoCloseable} when the context ends, which an executor of JDK 17
 * is not. It would wait for tasks that it does not wait for there; a task that never ends would keep the process. With
 * this recipe it ends an executor of {@code java.util.concurrent} as on JDK 17, by {@code shutdown}.
 */
final class EndExecutorsInSpring implements FrameworkRecipe {
    private static final String CLOSEABLE = "java/lang/AutoCloseable";
    private static final String EXECUTOR = "java/util/concurrent/ExecutorService";

    @Override
    public String className() {
        return "org/springframework/beans/factory/support/DisposableBeanAdapter";
    }

    @Override
    public String otherwise() {
        return "it may wait for the tasks of executors when it ends";
    }

    @Override
    public boolean apply(ClassNode target) {
        boolean found = false;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (isQuestion(insn)) {
                    method.instructions.insertBefore(insn, asked(insn, CLOSEABLE));
                    method.instructions.insertBefore(insn, notOfJdk(insn));
                    method.instructions.remove(insn);
                    method.maxStack += 3;
                    found = true;
                }
            }
        }
        return found;
    }

    /** Whether a bean, or its class, is an {@code AutoCloseable}. */
    private static boolean isQuestion(AbstractInsnNode insn) {
        if (insn.getOpcode() == Opcodes.INSTANCEOF) {
            return ((TypeInsnNode) insn).desc.equals(CLOSEABLE);
        }
        return insn instanceof MethodInsnNode
                && ((MethodInsnNode) insn).name.equals("isAssignableFrom")
                && insn.getPrevious().getPrevious() instanceof LdcInsnNode
                && Type.getObjectType(CLOSEABLE)
                        .equals(((LdcInsnNode) insn.getPrevious().getPrevious()).cst);
    }

    /** Asks the same of another class; what it is asked of, the last value of the stack, stays above the answer. */
    private static InsnList asked(AbstractInsnNode question, String type) {
        InsnList insns = new InsnList();
        if (question instanceof TypeInsnNode) {
            insns.add(new InsnNode(Opcodes.DUP));
            insns.add(new TypeInsnNode(Opcodes.INSTANCEOF, type));
        } else {
            // AutoCloseable.class is below it
            insns.add(new InsnNode(Opcodes.DUP_X1));
            insns.add(FrameworkRecipe.call("java/lang/Class", "isAssignableFrom", "(Ljava/lang/Class;)Z"));
        }
        insns.add(new InsnNode(Opcodes.SWAP));
        return insns;
    }

    /** {@code .. & !(is an ExecutorService & of a package java.util.concurrent)}, without branches. */
    private static InsnList notOfJdk(AbstractInsnNode question) {
        InsnList insns = new InsnList();
        boolean isClass = !(question instanceof TypeInsnNode);
        if (isClass) {
            insns.add(new LdcInsnNode(Type.getObjectType(EXECUTOR)));
            insns.add(new InsnNode(Opcodes.SWAP));
        }
        insns.add(asked(question, EXECUTOR));
        if (!isClass) {
            insns.add(FrameworkRecipe.call("java/lang/Object", "getClass", "()Ljava/lang/Class;"));
        }
        insns.add(FrameworkRecipe.call("java/lang/Class", "getName", "()Ljava/lang/String;"));
        insns.add(new LdcInsnNode("java.util.concurrent."));
        insns.add(FrameworkRecipe.call("java/lang/String", "startsWith", "(Ljava/lang/String;)Z"));
        insns.add(new InsnNode(Opcodes.IAND));
        insns.add(new InsnNode(Opcodes.ICONST_1));
        insns.add(new InsnNode(Opcodes.IXOR));
        insns.add(new InsnNode(Opcodes.IAND));
        return insns;
    }
}
