package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A thread that is made without a name takes a number, and its name is made of it when it is asked for. Not those of
 * the constructors that the VM calls for threads that attach, as it reads the field.
 */
public final class NameThreadsLate implements Recipe {
    private static final String THREAD = "java/lang/Thread";
    private static final String NEW_THREAD = "jdk/internal/weft/thread/NewThread";
    private static final Set<String> CONSTRUCTORS = Set.of("()V", "(Ljava/lang/Runnable;)V");

    @Override
    public Set<String> classes() {
        return Set.of(THREAD);
    }

    /** It knows what that makes of the numbers. */
    @Override
    public Set<Class<? extends Recipe>> after() {
        return Set.of(MakeThreadsCheap.class);
    }

    @Override
    public void apply(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            if (method.name.equals("<init>") && CONSTRUCTORS.contains(method.desc)) {
                nameLate(target, method);
                found++;
            }
        }
        if (found != CONSTRUCTORS.size()) {
            throw Edit.mismatch(this, target, "constructors that take no name", CONSTRUCTORS.size(), found);
        }
        MethodNode getter = Edit.method(target, "getName", "()Ljava/lang/String;", this);
        int reads = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() == Opcodes.GETFIELD && ((FieldInsnNode) insn).name.equals("name")) {
                    reads += method == getter ? 1 : 2;
                    InsnList name = new InsnList();
                    name.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    String desc = "(Ljava/lang/String;L" + THREAD + ";)Ljava/lang/String;";
                    name.add(Edit.invoke(NEW_THREAD, "name", desc));
                    method.instructions.insert(insn, name);
                    method.maxStack++;
                }
            }
        }
        if (reads != 1) {
            throw Edit.mismatch(this, target, "reads of the name, in getName", 1, reads);
        }
    }

    /** {@code this(.., "Thread-" + nextThreadNum(), ..)} becomes {@code this(.., unnamed(), ..); number(this)}. */
    private void nameLate(ClassNode target, MethodNode method) {
        AbstractInsnNode first = null;
        List<AbstractInsnNode> dropped = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.NEW) {
                first = insn;
            }
            if (first != null) {
                dropped.add(insn);
            }
            if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals("toString")) {
                break;
            }
        }
        boolean takesNumber = dropped.stream()
                .anyMatch(each -> each instanceof MethodInsnNode && ((MethodInsnNode) each).name.equals("nextNumber"));
        if (!takesNumber) {
            throw Edit.mismatch(this, target, "numbered names in " + method.desc, 1, 0);
        }
        method.instructions.insertBefore(first, Edit.invoke(NEW_THREAD, "unnamed", "()Ljava/lang/String;"));
        dropped.forEach(method.instructions::remove);
        Edit.returns(method, insn -> {
            InsnList number = new InsnList();
            number.add(new VarInsnNode(Opcodes.ALOAD, 0));
            number.add(Edit.invoke(NEW_THREAD, "number", "(L" + THREAD + ";)V"));
            method.instructions.insertBefore(insn, number);
        });
    }
}
