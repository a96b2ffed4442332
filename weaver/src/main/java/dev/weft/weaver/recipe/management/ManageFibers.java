package dev.weft.weaver.recipe.management;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * {@code ThreadMXBean} knows fibers: what its native methods answer passes through {@code ThreadBeans}. They cannot be
 * renamed, since the VM links them by name; so their callers are led to methods that stand around them, which no trace
 * shows ({@code Traces}).
 */
public final class ManageFibers implements Recipe {
    private static final String BEANS = "jdk/internal/weft/management/ThreadBeans";
    private static final String VM = "sun/management/VMManagement";
    private static final String INFOS = "[Ljava/lang/management/ThreadInfo;";
    private static final String THREADS = "[Ljava/lang/Thread;";

    /** Methods of the VM's counters, and what corrects them. */
    private static final Map<String, String> COUNTERS = Map.of(
            "getLiveThreadCount", "count",
            "getPeakThreadCount", "peakCount",
            "getTotalThreadCount", "startedCount",
            "getDaemonThreadCount", "daemonCount");

    /** Native methods that tell what a thread has used, and what corrects them; in the order of the members added. */
    private static final String[][] USED = {
        {"getThreadAllocatedMemory0", "allocatedBytes"},
        {"getThreadTotalCpuTime0", "processorTime"},
        {"getThreadUserCpuTime0", "userTime"}
    };

    /** The same for several threads. */
    private static final String[][] USED_BY_MANY = {
        {"getThreadAllocatedMemory1", "allocatedBytes"},
        {"getThreadTotalCpuTime1", "processorTimes"}
    };

    @Override
    public Set<String> classes() {
        return Set.of("sun/management/ThreadImpl");
    }

    @Override
    public String module() {
        return "java.management";
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> true,
                call -> call.owner.equals(VM) && COUNTERS.containsKey(call.name),
                COUNTERS.size(),
                this,
                (method, call) -> {
                    String type = Type.getReturnType(call.desc).getDescriptor();
                    method.instructions.insert(
                            call, Edit.invoke(BEANS, COUNTERS.get(call.name), "(" + type + ")" + type));
                });
        after(target, "getThreads", 1, Edit.invoke(BEANS, "all", "(" + THREADS + ")" + THREADS));
        after(target, "resetPeakThreadCount0", 1, Edit.invoke(BEANS, "resetPeak", "()V"));
        afterDeadlocks(target, "findMonitorDeadlockedThreads0", Opcodes.ICONST_0);
        afterDeadlocks(target, "findDeadlockedThreads0", Opcodes.ICONST_1);
        MethodNode infos = around(target, "getThreadInfo1", "([JI" + INFOS + ")V", 2);
        infos.visitVarInsn(Opcodes.ALOAD, 0);
        infos.visitVarInsn(Opcodes.ILOAD, 1);
        infos.visitVarInsn(Opcodes.ALOAD, 2);
        infos.visitMethodInsn(Opcodes.INVOKESTATIC, BEANS, "fill", "([JI[Ljava/lang/Object;)V", false);
        end(target, infos, Opcodes.RETURN);
        MethodNode dump = around(target, "dumpThreads0", "([JZZI)" + INFOS, 3);
        dump.visitVarInsn(Opcodes.ASTORE, 4);
        dump.visitVarInsn(Opcodes.ALOAD, 0);
        dump.visitVarInsn(Opcodes.ILOAD, 1);
        dump.visitVarInsn(Opcodes.ILOAD, 2);
        dump.visitVarInsn(Opcodes.ILOAD, 3);
        dump.visitVarInsn(Opcodes.ALOAD, 4);
        String helper = "([JZZI[Ljava/lang/Object;)[Ljava/lang/Object;";
        dump.visitMethodInsn(Opcodes.INVOKESTATIC, BEANS, "dump", helper, false);
        dump.instructions.add(new TypeInsnNode(Opcodes.CHECKCAST, INFOS));
        end(target, dump, Opcodes.ARETURN);
        for (String[] each : USED) {
            MethodNode used = around(target, each[0], "(J)J", 2);
            used.visitVarInsn(Opcodes.LSTORE, 2);
            used.visitVarInsn(Opcodes.LLOAD, 0);
            used.visitVarInsn(Opcodes.LLOAD, 2);
            used.visitMethodInsn(Opcodes.INVOKESTATIC, BEANS, each[1], "(JJ)J", false);
            end(target, used, Opcodes.LRETURN);
        }
        for (String[] each : USED_BY_MANY) {
            MethodNode used = around(target, each[0], "([J[J)V", 1);
            used.visitVarInsn(Opcodes.ALOAD, 0);
            used.visitVarInsn(Opcodes.ALOAD, 1);
            used.visitMethodInsn(Opcodes.INVOKESTATIC, BEANS, each[1], "([J[J)V", false);
            end(target, used, Opcodes.RETURN);
        }
    }

    private void after(ClassNode target, String name, int sites, AbstractInsnNode added) {
        Edit.calls(
                target,
                method -> true,
                Edit.named(target.name, name),
                sites,
                this,
                (method, call) -> method.instructions.insert(call, added));
    }

    private void afterDeadlocks(ClassNode target, String name, int withSynchronizers) {
        MethodInsnNode helper = Edit.invoke(BEANS, "deadlocked", "(" + THREADS + "Z)" + THREADS);
        after(target, name, 1, helper);
        for (MethodNode method : target.methods) {
            if (method.instructions.contains(helper)) {
                method.instructions.insertBefore(helper, new InsnNode(withSynchronizers));
                method.maxStack++;
            }
        }
    }

    /** A method that begins with a call of the native one; all calls of that are led to it. */
    private MethodNode around(ClassNode target, String name, String desc, int sites) {
        MethodNode around = new MethodNode(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, Names.ADDED + name, desc, null, null);
        Edit.calls(
                target,
                method -> true,
                Edit.named(target.name, name),
                sites,
                this,
                (method, call) -> call.name = around.name);
        int slot = 0;
        for (Type type : Type.getArgumentTypes(desc)) {
            around.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
            if (type.equals(Type.INT_TYPE)) {
                around.visitMethodInsn(Opcodes.INVOKESTATIC, BEANS, "depthForVm", "(I)I", false);
            }
        }
        around.visitMethodInsn(Opcodes.INVOKESTATIC, target.name, name, desc, false);
        return around;
    }

    private static void end(ClassNode target, MethodNode around, int opcode) {
        around.visitInsn(opcode);
        around.visitMaxs(6, 6);
        target.methods.add(around);
    }
}
