package dev.weft.weaver.recipe;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.error.WeaveException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Helpers of recipes. Each says how many sites it must match; another number fails the weave. */
public final class Edit {
    private Edit() {}

    /** The method of that name and descriptor. */
    public static MethodNode method(ClassNode target, String name, String desc, Recipe recipe) {
        for (MethodNode method : target.methods) {
            if (method.name.equals(name) && method.desc.equals(desc)) {
                return method;
            }
        }
        throw mismatch(recipe, target, name + desc, 1, 0);
    }

    /** Changes each call that matches, in all methods that match. */
    public static void calls(
            ClassNode target,
            Predicate<MethodNode> inside,
            Predicate<MethodInsnNode> which,
            int expected,
            Recipe recipe,
            SiteEdit edit) {
        int found = allCalls(target, inside, which, edit);
        if (found != expected) {
            throw mismatch(recipe, target, "calls", expected, found);
        }
    }

    /**
     * Changes each call that matches, however many there are: for calls that updates of one JDK have moved between
     * classes.
     *
     * @return how many there were
     */
    public static int allCalls(
            ClassNode target, Predicate<MethodNode> inside, Predicate<MethodInsnNode> which, SiteEdit edit) {
        int found = 0;
        for (MethodNode method : target.methods) {
            if (!inside.test(method)) {
                continue;
            }
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof MethodInsnNode && which.test((MethodInsnNode) insn)) {
                    found++;
                    edit.edit(method, (MethodInsnNode) insn);
                }
            }
        }
        return found;
    }

    /** Changes one call. */
    public interface SiteEdit {
        /** {@code call} lies in {@code method}. */
        void edit(MethodNode method, MethodInsnNode call);
    }

    /** A method that calls {@code name}, whatever its descriptor. */
    public static Predicate<MethodInsnNode> named(String owner, String name) {
        return call -> call.owner.equals(owner) && call.name.equals(name);
    }

    /** All methods of that name. */
    public static Predicate<MethodNode> methodNamed(String name) {
        return method -> method.name.equals(name);
    }

    /** A static call of the runtime. */
    public static MethodInsnNode invoke(String owner, String name, String desc) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false);
    }

    /**
     * Writes the twin of a method as a call of a static helper that takes the receiver (unless static), the arguments
     * and, if {@code passesContext}, the context.
     */
    public static void twinCalls(
            ClassNode target, MethodNode original, String owner, String name, boolean passesContext) {
        boolean isStatic = (original.access & Opcodes.ACC_STATIC) != 0;
        int dropped = Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT;
        MethodNode twin = new MethodNode(
                original.access & ~dropped | Opcodes.ACC_SYNTHETIC,
                Names.twinName(original.name),
                Names.twinDesc(original.desc),
                null,
                null);
        StringBuilder desc = new StringBuilder("(");
        int slot = 0;
        if (!isStatic) {
            twin.visitVarInsn(Opcodes.ALOAD, slot++);
            desc.append('L').append(target.name).append(';');
        }
        for (Type type : Type.getArgumentTypes(original.desc)) {
            twin.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
            desc.append(type);
        }
        if (passesContext) {
            twin.visitVarInsn(Opcodes.ALOAD, slot);
            desc.append(Names.CONTEXT_D);
        }
        Type result = Type.getReturnType(original.desc);
        twin.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                owner,
                name,
                desc.append(')').append(result).toString(),
                false);
        twin.visitInsn(result.getOpcode(Opcodes.IRETURN));
        twin.visitMaxs(slot + 2, slot + 1);
        target.methods.add(twin);
    }

    /** Applies an edit to each return instruction of a method. */
    public static void returns(MethodNode method, Consumer<AbstractInsnNode> edit) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
                edit.accept(insn);
            }
        }
    }

    /** The error of a recipe that does not fit. */
    public static WeaveException mismatch(Recipe recipe, ClassNode target, String what, int expected, int found) {
        return new WeaveException("recipe " + recipe.getClass().getSimpleName() + " does not fit "
                + target.name.replace('/', '.') + ": expected " + expected + " " + what + ", found " + found + " (JDK "
                + System.getProperty("java.version") + ", " + System.getProperty("java.vendor")
                + "): this JDK build is not supported; please report it");
    }
}
