package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A {@code Thread} that costs as little as a fiber does: no padding (256 bytes), no lock before it is needed, no atomic
 * step under a lock, no native call for a priority that no kernel thread has, no walk of the stack.
 */
public final class MakeThreadsCheap implements Recipe {
    private static final String THREAD = "java/lang/Thread";
    private static final String NEW_THREAD = "jdk/internal/weft/thread/NewThread";
    private static final String CONTENDED = "Ljdk/internal/vm/annotation/Contended;";
    private static final String CONTEXT = "java/security/AccessControlContext";

    @Override
    public Set<String> classes() {
        return Set.of(THREAD);
    }

    @Override
    public void apply(ClassNode target) {
        dropPadding(target);
        makeBlockerLocksLate(target);
        replaceCalls(target, "nextThreadID", "()J", "nextId", 1);
        countOnce(Edit.method(target, "nextThreadID", "()J", this));
        replaceCalls(target, "nextThreadNum", "()I", "nextNumber", 4);
        Edit.calls(
                target,
                Edit.methodNamed("setPriority"),
                Edit.named(THREAD, "setPriority0"),
                1,
                this,
                (method, call) ->
                        method.instructions.set(call, Edit.invoke(NEW_THREAD, "setPriority0", "(L" + THREAD + ";I)V")));
        Edit.calls(
                target,
                Edit.methodNamed("<init>"),
                Edit.named("java/security/AccessController", "getContext"),
                1,
                this,
                (method, call) ->
                        method.instructions.set(call, Edit.invoke(NEW_THREAD, "context", "()L" + CONTEXT + ";")));
    }

    /**
     * Who makes a thread without a constructor calls the method ({@code SystemThread}): it has no count of its own.
     * Reflection finds its flags.
     */
    private static void countOnce(MethodNode nextId) {
        nextId.instructions = new InsnList();
        nextId.tryCatchBlocks.clear();
        nextId.localVariables = null;
        nextId.visitMethodInsn(Opcodes.INVOKESTATIC, NEW_THREAD, "nextId", nextId.desc, false);
        nextId.visitInsn(Opcodes.LRETURN);
        nextId.visitMaxs(2, 0);
    }

    private void dropPadding(ClassNode target) {
        int found = 0;
        for (FieldNode field : target.fields) {
            List<?> annotations = field.visibleAnnotations;
            if (annotations != null && field.visibleAnnotations.removeIf(each -> each.desc.equals(CONTENDED))) {
                found++;
            }
        }
        if (found != 3) {
            throw Edit.mismatch(this, target, "padded fields", 3, found);
        }
    }

    /**
     * {@code blockerLock = new Object()} goes (the field stays final, as others see); reads become
     * {@code NewThread.blockerLock(this)}.
     */
    private void makeBlockerLocksLate(ClassNode target) {
        int reads = 0;
        int writes = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (!(insn instanceof FieldInsnNode) || !((FieldInsnNode) insn).name.equals("blockerLock")) {
                    continue;
                }
                if (insn.getOpcode() == Opcodes.GETFIELD) {
                    String desc = "(L" + THREAD + ";)Ljava/lang/Object;";
                    method.instructions.set(insn, Edit.invoke(NEW_THREAD, "blockerLock", desc));
                    reads++;
                } else {
                    dropWrite(target, method, insn);
                    writes++;
                }
            }
        }
        if (reads != 2 || writes != 1) {
            throw Edit.mismatch(this, target, "uses of blockerLock", 3, reads + writes);
        }
    }

    /** {@code aload_0; new Object; dup; invokespecial; putfield}. */
    private void dropWrite(ClassNode target, MethodNode method, AbstractInsnNode write) {
        AbstractInsnNode init = write.getPrevious();
        AbstractInsnNode dup = init.getPrevious();
        AbstractInsnNode made = dup.getPrevious();
        AbstractInsnNode receiver = made.getPrevious();
        boolean fits = init instanceof MethodInsnNode
                && dup.getOpcode() == Opcodes.DUP
                && made instanceof TypeInsnNode
                && receiver instanceof VarInsnNode;
        if (!fits) {
            throw Edit.mismatch(this, target, "initializations of blockerLock", 1, 0);
        }
        for (AbstractInsnNode each : new AbstractInsnNode[] {write, init, dup, made, receiver}) {
            method.instructions.remove(each);
        }
    }

    private void replaceCalls(ClassNode target, String name, String desc, String by, int expected) {
        Edit.calls(
                target,
                Edit.methodNamed("<init>"),
                Edit.named(THREAD, name),
                expected,
                this,
                (method, call) -> method.instructions.set(call, Edit.invoke(NEW_THREAD, by, desc)));
    }
}
