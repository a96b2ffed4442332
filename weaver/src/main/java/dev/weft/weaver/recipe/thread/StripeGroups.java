package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Threads of a large group come and go without its monitor: {@code addUnstarted}, {@code add}, {@code threadTerminated}
 * and {@code threadStartFailed} ask {@code GroupStripes} first, and whatever else reads the group's threads has them
 * gathered as soon as it is in the monitor. Needs what {@link LeaveGroupsFast} has written.
 */
public final class StripeGroups implements Recipe {
    private static final String GROUP = "java/lang/ThreadGroup";
    private static final String STRIPES = "jdk/internal/weft/group/GroupStripes";
    private static final String OF_THREAD = "(Ljava/lang/Thread;)V";
    private static final Set<String> STATE = Set.of("threads", "nthreads", "nUnstartedThreads");
    private static final int READERS = 8;

    @Override
    public Set<String> classes() {
        return Set.of(GROUP);
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode addUnstarted = Edit.method(target, "addUnstarted", "()V", this);
        MethodNode add = Edit.method(target, "add", OF_THREAD, this);
        MethodNode terminated = Edit.method(target, "threadTerminated", OF_THREAD, this);
        MethodNode failed = Edit.method(target, "threadStartFailed", OF_THREAD, this);
        Set<MethodNode> served = Set.of(addUnstarted, add, terminated, failed);
        int found = 0;
        for (MethodNode method : target.methods) {
            found += served.contains(method) ? 0 : gatherInMonitor(method);
        }
        if (found != READERS) {
            throw Edit.mismatch(this, target, "methods that look at the threads", READERS, found);
        }
        askFirst(addUnstarted, "addUnstarted");
        askFirst(add, "add");
        askFirst(terminated, "remove");
        askFirst(failed, "startFailed");
        Edit.calls(
                target,
                add::equals,
                Edit.named("jdk/internal/weft/group/Members", "add"),
                1,
                this,
                (method, call) -> tellPlace(method, call));
        tellRemoval(target);
    }

    /** {@code nthreads = Members.remove(..); GroupStripes.removed(this);}. */
    private void tellRemoval(ClassNode target) {
        MethodNode remove = Edit.method(target, "remove", OF_THREAD, this);
        int found = 0;
        for (AbstractInsnNode insn : remove.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.PUTFIELD && ((FieldInsnNode) insn).name.equals("nthreads")) {
                remove.instructions.insert(insn, onGroup("removed"));
                found++;
            }
        }
        if (found != 1) {
            throw Edit.mismatch(this, target, "removals of a member", 1, found);
        }
    }

    /**
     * {@code synchronized (this) { GroupStripes.gather(this); ..}}, if that is what the method does; returns how often.
     */
    private static int gatherInMonitor(MethodNode method) {
        boolean looks = false;
        for (AbstractInsnNode insn : method.instructions) {
            looks |= insn instanceof FieldInsnNode && STATE.contains(((FieldInsnNode) insn).name);
        }
        int found = 0;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (looks && insn.getOpcode() == Opcodes.MONITORENTER) {
                method.instructions.insert(beginOfRegion(method, insn), onGroup("gather"));
                found++;
            }
        }
        return found;
    }

    /**
     * Where the handler begins that leaves the monitor: a call in front of it would keep the JIT from compiling the
     * method.
     */
    private static AbstractInsnNode beginOfRegion(MethodNode method, AbstractInsnNode enter) {
        for (AbstractInsnNode next = enter.getNext(); next != null && next.getOpcode() < 0; next = next.getNext()) {
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                if (block.start == next) {
                    return next;
                }
            }
        }
        return enter;
    }

    /** {@code GroupStripes.name(this)}. */
    private static InsnList onGroup(String name) {
        InsnList call = new InsnList();
        call.add(new VarInsnNode(Opcodes.ALOAD, 0));
        call.add(Edit.invoke(STRIPES, name, "(L" + GROUP + ";)V"));
        return call;
    }

    /** {@code if (GroupStripes.name(this, ..)) return;} in front of everything. */
    private static void askFirst(MethodNode method, String name) {
        InsnList ask = new InsnList();
        ask.add(new VarInsnNode(Opcodes.ALOAD, 0));
        if (method.desc.equals(OF_THREAD)) {
            ask.add(new VarInsnNode(Opcodes.ALOAD, 1));
        }
        ask.add(Edit.invoke(
                STRIPES, name, method.desc.replace("(", "(L" + GROUP + ";").replace(")V", ")Z")));
        LabelNode go = new LabelNode(new Label());
        ask.add(new JumpInsnNode(Opcodes.IFEQ, go));
        ask.add(new InsnNode(Opcodes.RETURN));
        ask.add(go);
        ask.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        method.instructions.insert(ask);
        method.maxStack = Math.max(method.maxStack, 2);
    }

    /** {@code Members.add(threads, index, t); GroupStripes.added(this, index);}, the index being that field. */
    private static void tellPlace(MethodNode method, MethodInsnNode call) {
        InsnList tell = new InsnList();
        tell.add(new VarInsnNode(Opcodes.ALOAD, 0));
        tell.add(new VarInsnNode(Opcodes.ALOAD, 0));
        tell.add(new FieldInsnNode(Opcodes.GETFIELD, GROUP, "nthreads", "I"));
        tell.add(Edit.invoke(STRIPES, "added", "(L" + GROUP + ";I)V"));
        method.instructions.insert(call, tell);
    }
}
