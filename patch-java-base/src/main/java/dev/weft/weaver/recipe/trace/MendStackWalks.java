package dev.weft.weaver.recipe.trace;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
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
 * StackWalker shows classes and methods by the names that their author gave, and neither the runtime's frames nor the
 * carrier's.
 */
public final class MendStackWalks implements Recipe {
    private static final String TRACES = "jdk/internal/weft/fiber/Traces";
    private static final String ELEMENT = "Ljava/lang/StackTraceElement;";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/StackFrameInfo", "java/lang/StackStreamFactory", "java/lang/StackWalker");
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.endsWith("StackFrameInfo")) {
            result(target, "declaringClass", "()Ljava/lang/Class;", callerClass());
            mendMethodName(target);
            result(
                    target,
                    "toStackTraceElement",
                    "()" + ELEMENT,
                    Edit.invoke(TRACES, "mend", "(" + ELEMENT + ")" + ELEMENT));
        } else if (target.name.endsWith("StackWalker")) {
            result(target, "getCallerClass", "()Ljava/lang/Class;", callerClass());
            findParkedCaller(target);
        } else {
            skipOwnFrames(target);
        }
    }

    private void mendMethodName(ClassNode target) {
        String string = "Ljava/lang/String;";
        MethodNode method = Edit.method(target, "getMethodName", "()" + string, this);
        Edit.returns(method, insn -> {
            InsnList mend = new InsnList();
            mend.add(new VarInsnNode(Opcodes.ALOAD, 0));
            mend.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, "memberName", "Ljava/lang/Object;"));
            mend.add(Edit.invoke(TRACES, "methodName", "(" + string + "Ljava/lang/Object;)" + string));
            method.instructions.insertBefore(insn, mend);
            method.maxStack = Math.max(method.maxStack, 2);
        });
    }

    private static MethodInsnNode callerClass() {
        return Edit.invoke("java/weft/WovenCode", "callerClass", "(Ljava/lang/Class;)Ljava/lang/Class;");
    }

    private void result(ClassNode target, String name, String desc, MethodInsnNode change) {
        MethodNode method = Edit.method(target, name, desc, this);
        Edit.returns(method, insn -> method.instructions.insertBefore(insn, change.clone(null)));
    }

    /** {@code try { .. findCaller() } catch (IllegalCallerException e) { return Traces.parkedCaller(e); }}. */
    private void findParkedCaller(ClassNode target) {
        MethodNode method = Edit.method(target, "getCallerClass", "()Ljava/lang/Class;", this);
        Edit.calls(target, each -> each == method, call -> call.name.equals("findCaller"), 1, this, (each, call) -> {
            String exception = "java/lang/IllegalCallerException";
            LabelNode start = new LabelNode();
            LabelNode end = new LabelNode();
            LabelNode handler = new LabelNode();
            method.instructions.insertBefore(call, start);
            method.instructions.insert(call, end);
            method.instructions.add(handler);
            Object[] locals = {target.name};
            method.instructions.add(new FrameNode(Opcodes.F_FULL, 1, locals, 1, new Object[] {exception}));
            String desc = "(L" + exception + ";)Ljava/lang/Class;";
            method.instructions.add(Edit.invoke(TRACES, "parkedCaller", desc));
            method.instructions.add(new InsnNode(Opcodes.ARETURN));
            method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, exception));
        });
    }

    /** {@code if (Traces.isOwn(c)) return true;} at the start of {@code isReflectionFrame}. */
    private void skipOwnFrames(ClassNode target) {
        MethodNode method = Edit.method(target, "isReflectionFrame", "(Ljava/lang/Class;)Z", this);
        LabelNode on = new LabelNode();
        InsnList check = new InsnList();
        check.add(new VarInsnNode(Opcodes.ALOAD, 0));
        check.add(Edit.invoke(TRACES, "isOwn", "(Ljava/lang/Class;)Z"));
        check.add(new JumpInsnNode(Opcodes.IFEQ, on));
        check.add(new InsnNode(Opcodes.ICONST_1));
        check.add(new InsnNode(Opcodes.IRETURN));
        check.add(on);
        check.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        method.instructions.insert(check);
    }
}
